"""Sums of money: currencies before and behind an amount, with its scale."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.number_rules import say_number
from engine.text.aloud.rule import ALONE, DIGITS, NUMBER, NUMBERS, SPACE, L, Rule, alternation, pattern_rule
from engine.text.aloud.unit_rules import UNIT_END, before_unit
from engine.text.aloud.units import CURRENCIES, SCALES
from engine.text.numerals import MINUS, TO

_CURRENCY: Final = alternation(CURRENCIES)
_SIGNS: Final = "".join({currency[0] for currency in CURRENCIES})
_AMOUNT: Final = (
    rf"(?<![A-Za-z0-9])(?P<minus>-)?(?P<currency>{_CURRENCY}){SPACE}?"
    rf"(?P<first>{NUMBER})(?:(?:[-–]|{SPACE}?[-–]{SPACE}?(?P=currency))(?P<last>{NUMBER}))?"
    rf"(?:{SPACE}?(?P<scale>{alternation(SCALES)})(?![A-Za-z{L}]))?"
)
_NO_CENTS: Final = rf"{ALONE}(?P<number>{NUMBER})(?<=\.00)(?={SPACE}?(?:{_CURRENCY}){UNIT_END})"
_AFTER_SCALE: Final = (
    rf"(?<=[0-9]){SPACE}?(?:{alternation(SCALES)}){SPACE}?(?P<currency>{_CURRENCY}){UNIT_END}"
)
_SCALE: Final = rf"(?<=[0-9])[KkMB](?={SPACE}?(?:{_CURRENCY}|تومان|ریال|دلار|یورو))"


def _say_sum(number: str) -> str:
    return say_number(number.removesuffix(".00"))


def _say_amount(match: re.Match[str]) -> str:
    """An amount behind its currency sign: number, scale, name; a range of two amounts has «تا» between."""
    amounts = [_say_sum(match[name]) for name in ("first", "last") if match[name]]
    scale = [SCALES[match["scale"]]] if match["scale"] else []
    minus = [MINUS] if match["minus"] else []
    return " ".join([*minus, f" {TO} ".join(amounts), *scale, CURRENCIES[match["currency"]]])


CURRENCY_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_NO_CENTS, lambda match: _say_sum(match["number"]), at=NUMBERS),
    pattern_rule(_AFTER_SCALE, lambda match: CURRENCIES[match["currency"]], "currency", needs=DIGITS),
    pattern_rule(_AMOUNT, _say_amount, needs=_SIGNS),
    before_unit(CURRENCIES),
    pattern_rule(_SCALE, lambda match: SCALES[match.group()], needs="KkMB"),
)
