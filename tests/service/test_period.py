"""Billing periods follow the anniversary of the subscription (section 8)."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.service.period import billing_period


def day(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


@pytest.mark.parametrize(
    ("anchor", "now", "starts", "ends"),
    [
        ("2026-01-15", "2026-01-15", "2026-01-15", "2026-02-15"),
        ("2026-01-15", "2026-02-14T23:59:59", "2026-01-15", "2026-02-15"),
        ("2026-01-15", "2026-02-15", "2026-02-15", "2026-03-15"),
        ("2026-01-31", "2026-02-27", "2026-01-31", "2026-02-28"),
        ("2026-01-31", "2026-02-28", "2026-02-28", "2026-03-31"),
        ("2024-01-31", "2024-02-29", "2024-02-29", "2024-03-31"),
        ("2026-12-10T08:30:00", "2027-01-10T08:29:59", "2026-12-10T08:30:00", "2027-01-10T08:30:00"),
        ("2026-03-10", "2026-03-01", "2026-02-10", "2026-03-10"),  # a clock set back
    ],
)
def test_periods(anchor, now, starts, ends):
    assert billing_period(day(anchor), day(now)) == (day(starts), day(ends))


MOMENTS = st.datetimes(datetime(2000, 1, 1), datetime(2100, 1, 1), timezones=st.just(UTC))


@given(MOMENTS, MOMENTS)
def test_every_moment_lies_in_its_period_and_periods_join(anchor, now):
    starts, ends = billing_period(anchor, now)
    assert starts <= now < ends
    assert billing_period(anchor, ends)[0] == ends
    assert billing_period(anchor, starts - timedelta(microseconds=1))[1] == starts
