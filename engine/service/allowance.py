"""Whether an account may start a request, and which part of a charge lies beyond its allowance (8)."""

from dataclasses import dataclass
from typing import Final

from sqlalchemy import Connection

from engine.contract.errors import (
    BasicSpeechQuotaExhausted,
    PremiumSpeechQuotaExhausted,
    QuotaExhausted,
    ServiceUnavailable,
    TextQuotaExhausted,
)
from engine.service.account import Account, Allowances
from engine.service.ledger import Counter, Meter, counter, reap
from engine.service.presence import Presence


@dataclass(frozen=True, slots=True)
class Rule:
    """How one meter is limited.

    Attributes:
        exhausted: The error when too little is left.
        may_grow: Whether the final amount may exceed what was reserved.
    """

    exhausted: type[QuotaExhausted]
    may_grow: bool


RULES: Final[dict[Meter, Rule]] = {
    "text": Rule(TextQuotaExhausted, may_grow=False),
    "basic_speech": Rule(BasicSpeechQuotaExhausted, may_grow=True),  # 8.1
    "premium_speech": Rule(PremiumSpeechQuotaExhausted, may_grow=False),  # 8.2
}


def included(allowances: Allowances, meter: Meter) -> float:
    """What a billing period includes."""
    return {
        "text": allowances.text_units,
        "basic_speech": allowances.basic_seconds,
        "premium_speech": allowances.premium_seconds,
    }[meter]


def admit(
    conn: Connection, presence: Presence, account: Account, meter: Meter, need: float, now: float
) -> None:
    """Lets a request that needs this much start, if need be with what ended processes had reserved.

    Raises:
        QuotaExhausted: Of the meter's kind; too little is left.
    """
    left = _left(conn, account, meter, now)
    if left < need:
        reap(conn, presence)
        left = _left(conn, account, meter, now)
    if left < need:
        raise RULES[meter].exhausted(
            f"{left:g} left of the {meter} allowance, {need:g} needed",
            details={"meter": meter, "left": max(0, left), "needed": need},
        )


def _left(conn: Connection, account: Account, meter: Meter, now: float) -> float:
    stands = counter(conn, account, meter, now)
    room = included(account.allowances, meter)
    if meter == "text":
        room += account.allowances.additional_units or 0
    return round(room - stands.used - stands.reserved, 6)  # of floats: no 0.9999999 for 1


def check_bound(meter: Meter, amount: float, reserved: float) -> None:
    """Refuses a result that exceeds its reservation, where that is a hard cap (section 7, rule 4).

    Raises:
        ServiceUnavailable: The result is to be discarded; nothing is charged.
    """
    if amount > reserved and not RULES[meter].may_grow:
        raise ServiceUnavailable(f"the result takes {amount:g} of {meter}, {reserved:g} were reserved")


def beyond(stands: Counter, allowance: float, amount: float) -> float:
    """The part of a charge over the allowance: additional units of text, grace seconds of Basic speech."""
    return max(0.0, min(amount, stands.used + amount - allowance))
