"""Billing periods: months counted from the day a subscription started (section 8)."""

import calendar
from datetime import UTC, datetime
from typing import Final

END_OF_TIME: Final = datetime(9999, 12, 31, tzinfo=UTC)  # of a period that never renews


def billing_period(anchor: datetime, now: datetime) -> tuple[datetime, datetime]:
    """The month around `now` that begins on the anniversary of `anchor`.

    An anniversary that a short month lacks falls on its last day; the next one is not moved by it.
    """
    months = (now.year - anchor.year) * 12 + now.month - anchor.month
    if _anniversary(anchor, months) > now:
        months -= 1
    return _anniversary(anchor, months), _anniversary(anchor, months + 1)


def _anniversary(anchor: datetime, months: int) -> datetime:
    year, month = divmod(anchor.year * 12 + anchor.month - 1 + months, 12)
    day = min(anchor.day, calendar.monthrange(year, month + 1)[1])
    return anchor.astimezone(UTC).replace(year=year, month=month + 1, day=day)
