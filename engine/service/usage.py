"""The usage object of a response and the usage response (sections 2.4 and 2.12)."""

from uuid import UUID

from sqlalchemy import Connection

from engine.contract import (
    BasicSpeechAllowance,
    BasicSpeechUsage,
    BillingPeriod,
    PremiumSpeechAllowance,
    PremiumSpeechUsage,
    TextAllowance,
    TextUsage,
    UsageResponse,
)
from engine.service import ledger
from engine.service.account import Account
from engine.service.clock import moment
from engine.service.ledger import Meter

Usage = TextUsage | BasicSpeechUsage | PremiumSpeechUsage


def usage_of(meter: Meter, text: str, amount: float, beyond: float, cache_hit: bool) -> Usage:
    """What one request cost: text units or seconds, and the part of them beyond the allowance."""
    if meter == "text":
        return TextUsage(
            meter="text",
            input_code_points=len(text),
            multiplier=int(amount) // len(text),
            units=int(amount),
            additional_units=int(beyond),
            cache_hit=cache_hit,
        )
    if meter == "basic_speech":
        return BasicSpeechUsage(meter=meter, seconds=amount, grace_seconds=beyond, cache_hit=cache_hit)
    return PremiumSpeechUsage(meter=meter, seconds=amount, grace_seconds=0.0, cache_hit=cache_hit)


def usage_response(
    conn: Connection, account: Account, request_id: UUID, engine_version: str, now: float
) -> UsageResponse:
    """Where an account stands."""
    starts, ends = ledger.period(conn, account, now)
    text = ledger.counter(conn, account, "text", now)
    basic = ledger.counter(conn, account, "basic_speech", now)
    premium = ledger.counter(conn, account, "premium_speech", now)
    allowances = account.allowances
    return UsageResponse(
        request_id=request_id,
        engine_version=engine_version,
        environment=account.environment,
        plan=account.plan,
        status=account.status,
        billing_period=BillingPeriod(starts_at=moment(starts), ends_at=moment(ends)),
        text=TextAllowance(
            included_units=allowances.text_units,
            used_units=int(text.used),
            reserved_units=int(text.reserved),
            additional_usage_approved=allowances.additional_units is not None,
            additional_unit_ceiling=allowances.additional_units or 0,
            additional_units=int(text.beyond),
        ),
        basic_speech=BasicSpeechAllowance(
            included_seconds=allowances.basic_seconds,
            used_seconds=basic.used,
            reserved_seconds=basic.reserved,
            grace_seconds=basic.beyond,
        ),
        premium_speech=PremiumSpeechAllowance(
            included_seconds=allowances.premium_seconds,
            used_seconds=premium.used,
            reserved_seconds=premium.reserved,
        ),
        organization_rpm=allowances.requests_per_minute,
    )
