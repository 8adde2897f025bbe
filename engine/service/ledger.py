"""What was charged and what is reserved, per account and meter (sections 2.4, 2.12 and 4, rule 6)."""

from dataclasses import dataclass
from typing import Final, Literal

from sqlalchemy import ColumnElement, Connection, delete, func, insert, select, update

from engine.service.account import Account
from engine.service.clock import moment
from engine.service.period import END_OF_TIME, billing_period
from engine.service.presence import Presence
from engine.service.schema import accounts, charges, counters, reservations

Meter = Literal["text", "basic_speech", "premium_speech"]
_EXACT_DECIMALS: Final = 6  # sums of seconds are cut to microseconds, so that they do not drift


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
    started = conn.scalar(select(accounts.c.started_at).where(accounts.c.scope == account.scope))
    anchor = moment(now if started is None else started)
    starts, ends = billing_period(anchor, moment(now)) if account.renews else (anchor, END_OF_TIME)
    return starts.timestamp(), ends.timestamp()


def counter(conn: Connection, account: Account, meter: Meter, now: float) -> Counter:
    """The counter of one meter."""
    starts, _ends = period(conn, account, now)
    row = conn.execute(select(counters).where(*_named(account, meter, starts))).one_or_none()
    mine = (reservations.c.scope == account.scope, reservations.c.meter == meter)
    reserved = conn.scalar(select(func.sum(reservations.c.amount)).where(*mine)) or 0.0
    if row is None:
        return Counter(0.0, 0.0, reserved, starts, is_new=True)
    return Counter(row.amount, row.beyond, reserved, starts, is_new=False)


def reserve(
    conn: Connection, account: Account, meter: Meter, amount: float, request_id: str, owner: str | None
) -> None:
    """Sets an amount aside for a request, as long as `owner` lives, or for a job, until it ends."""
    conn.execute(
        insert(reservations).values(
            request_id=request_id, scope=account.scope, meter=meter, amount=amount, owner=owner
        )
    )


def release(conn: Connection, request_id: str) -> float | None:
    """Drops a request's reservation.

    Returns:
        The amount that was reserved; None if it is gone, which means: this request may not be settled.
    """
    mine = reservations.c.request_id == request_id
    amount = conn.scalar(select(reservations.c.amount).where(mine))
    conn.execute(delete(reservations).where(mine))
    return amount


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
    conn.execute(
        insert(charges).values(
            request_id=request_id,
            scope=account.scope,
            operation=operation,
            meter=meter,
            amount=amount,
            beyond=beyond,
            charged_at=now,
        )
    )
    conn.execute(
        update(counters)
        .where(*_named(account, meter, stands.period))
        .values(
            amount=round(stands.used + amount, _EXACT_DECIMALS),
            beyond=round(stands.beyond + beyond, _EXACT_DECIMALS),
        )
    )


def sweep(conn: Connection, before: float) -> None:
    """Deletes single charges older than `before`; the counters keep their sums."""
    conn.execute(delete(charges).where(charges.c.charged_at < before))


def _open(conn: Connection, account: Account, meter: Meter, starts: float, now: float) -> None:
    if conn.scalar(select(accounts.c.started_at).where(accounts.c.scope == account.scope)) is None:
        conn.execute(insert(accounts).values(scope=account.scope, started_at=now))
    values = {"scope": account.scope, "period": starts, "meter": meter}
    conn.execute(insert(counters).values(**values, amount=0.0, beyond=0.0))


def _named(account: Account, meter: Meter, starts: float) -> tuple[ColumnElement[bool], ...]:
    return counters.c.scope == account.scope, counters.c.meter == meter, counters.c.period == starts
