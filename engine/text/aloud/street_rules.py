"""Letters of street addresses: خ آزادی، ک ۵، پ ۱۲، ط ۳."""

from __future__ import annotations

from typing import Final

from engine.text.abbreviations import FLOOR, PARTS_OF_ADDRESS, STREET
from engine.text.aloud.calendars import MONTH_NAMES
from engine.text.aloud.rule import (
    DIGITS,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
)

_MONTH: Final = alternation(MONTH_NAMES)
_STREETS: Final = (
    rf"(?:(?m:^)|[،,]{SPACE}?)(?P<street>خ)(?={SPACE}[{L}]{{3}})",
    rf"(?:(?m:^)|[،,]{SPACE}?)(?P<street>خ\.)(?={SPACE}?[{L}]{{3}})",
    rf"{NOT_AFTER_LETTER}(?P<street>خ\.?)(?={SPACE}?[0-9]{{1,2}}{SPACE}(?:{_MONTH}){NOT_BEFORE_LETTER})",
)
_PART: Final = rf"[،,]{SPACE}?(?P<part>(?P<key>{alternation(PARTS_OF_ADDRESS)})\.?)(?={SPACE}?[0-9])"
_FLOOR: Final = rf"{NOT_AFTER_LETTER}ط(?={SPACE}?[0-9])"

STREET_RULES: Final[tuple[Rule, ...]] = (
    *(pattern_rule(pattern, lambda _: STREET, "street") for pattern in _STREETS),
    pattern_rule(_PART, lambda match: PARTS_OF_ADDRESS[match["key"]], "part", needs=DIGITS),
    pattern_rule(_FLOOR, lambda _: FLOOR, needs=DIGITS),
)
