"""Days: before the name of a month, beside its number, and of the week."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.calendars import (
    ALL_MONTHS,
    DATED,
    JALALI,
    MAY,
    MAY_SAID,
    MONTH_NAMES,
    PLACES,
    WEEK,
    linked,
)
from engine.text.aloud.clock import HOUR_WORD
from engine.text.aloud.decimal_rules import BEFORE_MEASURE
from engine.text.aloud.rule import (
    DASH,
    DIGITS,
    KASRA,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBERS,
    SPACE,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.aloud.units import COUNTED
from engine.text.numerals import TO, cardinal, ordinal

_NO_PLACE: Final = "".join(rf"(?<!\b{re.escape(place)}{SPACE})" for place in PLACES)
_DAY_NUMBER: Final = (
    rf"(?=[0-9])(?<![A-Za-z0-9.,٫٬/])(?<![A-Za-z]-)(?<![0-9]:){_NO_PLACE}"
    r"(?P<day>[0-9]{1,2})(?:[\u200c ]?ام|\u200c?م)?"
)
_MONTH_OF: Final = rf"(?:ماه{SPACE}(?:مبارک{SPACE})?(?=رمضان))?"
_MONTH: Final = alternation(MONTH_NAMES)
_DAY_OF_MONTH: Final = (
    rf"{_DAY_NUMBER}(?={SPACE}?{_MONTH_OF}(?:{_MONTH})(?:[\u200c ]?ماه)?{NOT_BEFORE_LETTER})"
)
_NO_VERB: Final = (
    rf"(?:[\u200c ]?ماه{NOT_BEFORE_LETTER}|{SPACE}(?:سال{SPACE})?[0-9]{{4}}(?![0-9])"
    rf"|{SPACE}(?:تا|الی|و){SPACE}|{SPACE}?(?:[.،,؛;:!؟?()«»/\n–—-]|\Z))"
)
_DAY_OF_MAY: Final = rf"(?<!{HOUR_WORD}{SPACE}){_DAY_NUMBER}(?={SPACE}{MAY}{_NO_VERB})"
_MAY: Final = (
    rf"(?:(?<!{HOUR_WORD}{SPACE}){_DAY_NUMBER}|{NOT_AFTER_LETTER}ماه){SPACE}(?P<may>{MAY})(?={_NO_VERB})"
)
_NAMED_MONTHS: Final = (month for month in ALL_MONTHS if month != "صفر")
_MONTH_OF_YEAR: Final = (
    rf"{NOT_AFTER_LETTER}(?P<month>{alternation(_NAMED_MONTHS)})(?:[\u200c ]?(?P<word>ماه))?"
    rf"(?={SPACE}(?:1[2-4]|20)[0-9]{{2}}(?![0-9.,٫٬/]|{SPACE}(?:{alternation(COUNTED)})))"
)
_WEEKDAY: Final = rf"(?<![0-9.,٫٬/])(?P<day>[1-5])(?:\u200c?|(?<!{HOUR_WORD}{SPACE}[0-9]){SPACE})شنبه"
_MONTH_SPAN: Final = (
    rf"[0-9]{{1,2}}{SPACE}(?:{_MONTH})(?:[\u200c ]?ماه)?(?:{SPACE}[0-9]{{2,4}})?"
    rf"(?P<dash>{SPACE}?{DASH}{SPACE}?)(?=[0-9]{{1,2}}{SPACE}(?:{_MONTH}))"
)
_BETWEEN_SIGNS: Final = (
    rf"{_DAY_NUMBER}(?P<sign>[/-])(?P<month>{_MONTH})(?:ماه)?(?P=sign)"
    rf"(?P<year>[0-9]{{2}}(?:[0-9]{{2}})?)(?![0-9])"
)
_MONTH_NUMBER, _PLAIN_DAY = "(?:1[0-2]|0?[1-9])", "(?:1[3-9]|2[0-9]|3[01])"
_DAY_AND_MONTH: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation((*WEEK, *DATED))}){SPACE}"
    rf"(?P<date>{_PLAIN_DAY}/{_MONTH_NUMBER}|{_MONTH_NUMBER}/{_PLAIN_DAY})(?![0-9/]|[.٫][0-9]|{BEFORE_MEASURE})"
)


def _say_day(match: re.Match[str]) -> str | None:
    day = int(match["day"])
    return ordinal(day) + KASRA if 1 <= day <= 31 else None


def _say_month(match: re.Match[str]) -> str:
    """A month with its ezafe before its year."""
    return match[0] + KASRA if match["word"] else linked(match["month"])


def _say_between_signs(match: re.Match[str]) -> str:
    """۱۰/اردیبهشت/۱۴۰۵"""
    return f"{ordinal(int(match['day']))}{KASRA} {linked(match['month'])} {cardinal(int(match['year']))}"


def _say_day_and_month(match: re.Match[str]) -> str:
    """A day and the number of its month, either first; the greater number is the day."""
    month, day = sorted(map(int, match["date"].split("/")))
    return f"{ordinal(day)}{KASRA} {JALALI.months[month - 1]}"


DAY_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_MONTH_SPAN, lambda _: f" {TO} ", "dash", at=NUMBERS),
    pattern_rule(_DAY_AND_MONTH, _say_day_and_month, "date", needs="/"),
    pattern_rule(_WEEKDAY, lambda match: WEEK[int(match["day"]) - 1], at=NUMBERS),
    pattern_rule(_BETWEEN_SIGNS, _say_between_signs, at=NUMBERS),
    pattern_rule(_DAY_OF_MONTH, _say_day, at=NUMBERS),
    pattern_rule(_MONTH_OF_YEAR, _say_month, needs=DIGITS),
    pattern_rule(_DAY_OF_MAY, _say_day, at=NUMBERS),
    pattern_rule(_MAY, lambda _: MAY_SAID, "may"),
)
