"""The request ceiling of an account, counted in whole minutes of the clock (section 8)."""

import math
from dataclasses import dataclass

from sqlalchemy import Connection, delete, insert, select, update

from engine.contract.errors import RateLimitExceeded
from engine.service.account import Account
from engine.service.schema import rates

_WINDOW_SECONDS = 60


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
    window = (rates.c.scope == account.scope, rates.c.minute == int(minute))
    so_far = conn.scalar(select(rates.c.requests).where(*window))
    ceiling = account.allowances.requests_per_minute
    reset = max(1, math.ceil(_WINDOW_SECONDS - into_it))
    if (so_far or 0) + requests > ceiling:
        raise RateLimitExceeded(f"over {ceiling} requests in this minute", retry_after=reset)
    if so_far is None:
        conn.execute(insert(rates).values(scope=account.scope, minute=int(minute), requests=requests))
    else:
        conn.execute(update(rates).where(*window).values(requests=so_far + requests))
    return Window(ceiling, ceiling - (so_far or 0) - requests, reset)


def sweep(conn: Connection, now: float) -> None:
    """Deletes the minutes that are over."""
    conn.execute(delete(rates).where(rates.c.minute < int(now // _WINDOW_SECONDS)))
