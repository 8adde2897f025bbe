"""What was charged and what is reserved, per account and meter (sections 2.4, 2.12 and 4, rule 6)."""

from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import Connection, String, bindparam, delete, func, insert, select, update

from engine.service.account import Account
from engine.service.clock import moment
from engine.service.period import END_OF_TIME, billing_period
from engine.service.presence import Presence
from engine.service.schema import accounts, charges, counters, reservations

Meter = Literal["text", "basic_speech", "premium_speech"]
_EXACT_DECIMALS: Final = 6  # sums of seconds are cut to microseconds, so that they do not drift

# Built once: to put a statement together takes longer than to run it.
_SCOPE: Final = bindparam("of_scope", type_=String)
_METER: Final = bindparam("of_meter", type_=String)
_STARTED: Final = select(accounts.c.started_at).where(accounts.c.scope == _SCOPE)
_RESERVED: Final = select(func.sum(reservations.c.amount)).where(
    reservations.c.scope == _SCOPE, reservations.c.meter == _METER
)
_STARTED_AND_RESERVED: Final = select(_STARTED.scalar_subquery(), _RESERVED.scalar_subquery())
_NAMED: Final = (
    counters.c.scope == _SCOPE,
    counters.c.meter == _METER,
    counters.c.period == bindparam("of_period"),
)
_COUNTER: Final = select(counters.c.amount, counters.c.beyond).where(*_NAMED)
_COUNT: Final = (
    update(counters).where(*_NAMED).values(amount=bindparam("new_amount"), beyond=bindparam("new_beyond"))
)
_RESERVE: Final = insert(reservations)
_RELEASE: Final = (
    delete(reservations)
    .where(reservations.c.request_id == bindparam("of_request"))
    .returning(reservations.c.amount)
)
_CHARGE: Final = insert(charges)


@dataclass(frozen=True, slots=True)
class Counter:
    """Where an account stands with one meter in the current billing period.

    Attributes:
        used: Units or seconds charged.
        beyond: The part of `used` over the allowance: additional units, grace seconds.
        reserved: Units or seconds set aside for requests that still run.
        period: When the billing period started.
        is_new: Whether nothing was charged in it yet.
    """

    used: float
    beyond: float
    reserved: float
    period: float
    is_new: bool


def period(conn: Connection, account: Account, now: float) -> tuple[float, float]:
    """Start and end of the account's current billing period; its first request starts the first."""
    return _period(conn.scalar(_STARTED, {"of_scope": account.scope}), account, now)


def counter(conn: Connection, account: Account, meter: Meter, now: float) -> Counter:
    """The counter of one meter."""
    mine = {"of_scope": account.scope, "of_meter": meter}
    started, reserved = conn.execute(_STARTED_AND_RESERVED, mine).one()
    starts, _ends = _period(started, account, now)
    row = conn.execute(_COUNTER, {**mine, "of_period": starts}).one_or_none()
    used, beyond = row or (0.0, 0.0)
    return Counter(used, beyond, reserved or 0.0, starts, is_new=row is None)


def reserve(
    conn: Connection, account: Account, meter: Meter, amount: float, request_id: str, owner: str | None
) -> None:
    """Sets an amount aside for a request, as long as `owner` lives, or for a job, until it ends."""
    row = {"request_id": request_id, "scope": account.scope, "meter": meter, "amount": amount, "owner": owner}
    conn.execute(_RESERVE, row)


def release(conn: Connection, request_id: str) -> float | None:
    """Drops a request's reservation.

    Returns:
        The amount that was reserved; None if it is gone, which means: this request may not be settled.
    """
    return conn.scalar(_RELEASE, {"of_request": request_id})


def reap(conn: Connection, presence: Presence) -> None:
    """Drops the reservations of processes that ended before settling."""
    owned = select(reservations.c.request_id, reservations.c.owner).where(reservations.c.owner.is_not(None))
    for request_id, owner in conn.execute(owned).all():
        if not presence.holds(owner, request_id):
            conn.execute(delete(reservations).where(reservations.c.request_id == request_id))


def charge(
    conn: Connection,
    account: Account,
    operation: str,
    meter: Meter,
    stands: Counter,
    amount: float,
    beyond: float,
    request_id: str,
    now: float,
) -> None:
    """Charges a request, once: a second charge of the same request breaks the primary key.

    Args:
        stands: The meter's counter as this transaction found it at the same `now`.
    """
    if stands.is_new:
        _open(conn, account, meter, stands.period, now)
    row = {
        "request_id": request_id,
        "scope": account.scope,
        "operation": operation,
        "meter": meter,
        "amount": amount,
        "beyond": beyond,
        "charged_at": now,
    }
    conn.execute(_CHARGE, row)
    counted = {
        "of_scope": account.scope,
        "of_meter": meter,
        "of_period": stands.period,
        "new_amount": round(stands.used + amount, _EXACT_DECIMALS),
        "new_beyond": round(stands.beyond + beyond, _EXACT_DECIMALS),
    }
    conn.execute(_COUNT, counted)


def sweep(conn: Connection, before: float) -> None:
    """Deletes single charges older than `before`; the counters keep their sums."""
    conn.execute(delete(charges).where(charges.c.charged_at < before))


def _open(conn: Connection, account: Account, meter: Meter, starts: float, now: float) -> None:
    if conn.scalar(_STARTED, {"of_scope": account.scope}) is None:
        conn.execute(insert(accounts).values(scope=account.scope, started_at=now))
    values = {"scope": account.scope, "period": starts, "meter": meter}
    conn.execute(insert(counters).values(**values, amount=0.0, beyond=0.0))


def _period(started: float | None, account: Account, now: float) -> tuple[float, float]:
    anchor = moment(now if started is None else started)
    starts, ends = billing_period(anchor, moment(now)) if account.renews else (anchor, END_OF_TIME)
    return starts.timestamp(), ends.timestamp()
