"""What writing from right to left has turned round: spans of years and pages, times, added minutes."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.abbreviation_rules import dotted
from engine.text.aloud.clock import HOUR_WORD, MINUTES
from engine.text.aloud.decimal_rules import BEFORE_MEASURE
from engine.text.aloud.rule import (
    DASH,
    DIGITS,
    NO_MORE,
    NOT_AFTER_LETTER,
    NUMBERS,
    SPACE,
    STAMP_START,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.aloud.signs import BETWEEN_NUMBERS, PAGES
from engine.text.numerals import AND, TO, cardinal, integer

_BETWEEN: Final = rf"{SPACE}?{DASH}{SPACE}?"
_YEAR: Final = "(?:1[0-9]{3}|20[0-9]{2})"
_BEFORE_CHRIST: Final = f"{'|'.join(map(dotted, ('ق.م', 'پ.م')))}|(?:پیش|قبل) از میلاد"
_YEARS: Final = (
    rf"{STAMP_START}(?<!{DASH})(?<!{DASH}{SPACE})(?P<last>{_YEAR}){_BETWEEN}(?P<first>{_YEAR})"
    rf"(?![0-9/:-]|[.٫][0-9]|{_BETWEEN}[0-9])(?!{SPACE}?(?:{_BEFORE_CHRIST}))"
)
_PAGES: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(PAGES)})\.?{SPACE}?"
    rf"(?P<pair>(?P<last>[0-9]++){_BETWEEN}(?P<first>[0-9]++))"
)
_TIME: Final = (
    rf"(?<={HOUR_WORD}{SPACE})(?P<minute>2[5-9]|[345][0-9])[:/.](?P<hour>[0-9]|1[0-9]|2[0-4])"
    rf"(?![0-9:/]|[.٫][0-9]|{BEFORE_MEASURE})"
)
_ADDED: Final = rf"(?:(?<=دقیقه{SPACE})|(?<=\())(?P<added>1?[0-9])\+(?P<end>45|90|105|120){NO_MORE}"


def _say_span(match: re.Match[str]) -> str | None:
    """A span that falls, the way it was meant; its ends have as many digits."""
    first, last = match["first"], match["last"]
    turned = len(first) == len(last) and int(first) < int(last)
    return f"{integer(first)} {TO} {integer(last)}" if turned else None


def _say_time(match: re.Match[str]) -> str:
    return f"{cardinal(int(match['hour']))}{AND}{cardinal(int(match['minute']))} {MINUTES}"


def _say_added(match: re.Match[str]) -> str:
    return f"{integer(match['end'])} {BETWEEN_NUMBERS['+']} {integer(match['added'])}"


TURNED_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_YEARS, _say_span, at=NUMBERS),  # ۱۷۹۹–۱۷۸۹
    pattern_rule(_PAGES, _say_span, "pair", needs=DIGITS),  # ص ۱۴۴-۱۴۳
    pattern_rule(_TIME, _say_time, at=NUMBERS),  # ساعت ۳۰:۹
    pattern_rule(_ADDED, _say_added, at=NUMBERS),  # دقیقه ۴+۹۰
)
