"""The request ceiling of an account, counted in whole minutes of the clock (section 8)."""

import math
from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection, bindparam, delete, insert, select, update

from engine.contract.errors import RateLimitExceeded
from engine.service.account import Account
from engine.service.schema import rates

_WINDOW_SECONDS: Final = 60
_NAMED: Final = (rates.c.scope == bindparam("of_scope"), rates.c.minute == bindparam("of_minute"))
_SO_FAR: Final = select(rates.c.requests).where(*_NAMED)
_FIRST: Final = insert(rates)
_COUNT: Final = update(rates).where(*_NAMED).values(requests=bindparam("new_requests"))


@dataclass(frozen=True, slots=True)
class Window:
    """Where an account stands in this minute.

    Attributes:
        limit: Requests allowed.
        remaining: Those still left.
        reset_seconds: Whole seconds until the next minute, at least 1.
    """

    limit: int
    remaining: int
    reset_seconds: int


def count(conn: Connection, account: Account, now: float, requests: int = 1) -> Window:
    """Counts requests.

    Returns:
        How the account stands after them.

    Raises:
        RateLimitExceeded: They exceed the ceiling of this minute; says when the next begins.
    """
    minute, into_it = divmod(now, _WINDOW_SECONDS)
    window = {"of_scope": account.scope, "of_minute": int(minute)}
    so_far = conn.scalar(_SO_FAR, window)
    ceiling = account.allowances.requests_per_minute
    reset = max(1, math.ceil(_WINDOW_SECONDS - into_it))
    if (so_far or 0) + requests > ceiling:
        raise RateLimitExceeded(f"over {ceiling} requests in this minute", retry_after=reset)
    if so_far is None:
        conn.execute(_FIRST, {"scope": account.scope, "minute": int(minute), "requests": requests})
    else:
        conn.execute(_COUNT, {**window, "new_requests": so_far + requests})
    return Window(ceiling, ceiling - (so_far or 0) - requests, reset)


def sweep(conn: Connection, now: float) -> None:
    """Deletes the minutes that are over."""
    conn.execute(delete(rates).where(rates.c.minute < int(now // _WINDOW_SECONDS)))
