"""Dates and times of day."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.calendars import (
    BY_SUFFIX,
    BY_YEAR,
    HALF_DAYS,
    HOUR_WORD,
    MONTH_NAMES,
    SILENT_HE,
    Calendar,
)
from engine.text.aloud.rule import KASRA, NOT_BEFORE_LETTER, SPACE, Rule, alternation, pattern_rule
from engine.text.chars import HAMZA_ABOVE
from engine.text.numerals import AND, cardinal, ordinal

_SUFFIX: Final = f"(?={SPACE}?\\(?(?P<suffix>{alternation(BY_SUFFIX)}))?"
_START: Final = r"(?<![0-9/.:-])"
_END: Final = rf"(?![0-9/:-]|[.٫][0-9]){_SUFFIX}"


def _calendar(year: int, suffix: str | None) -> Calendar | None:
    if suffix:
        return BY_SUFFIX[suffix]
    return next((calendar for calendar in BY_YEAR if calendar.first_year <= year <= calendar.last_year), None)


def _linked(month: str) -> str:
    """A month with its ezafe, so that the year behind it is read with it."""
    return month + (HAMZA_ABOVE if month.endswith(SILENT_HE) else KASRA)


def _say_date(match: re.Match[str]) -> str | None:
    """A numeric date, None where its parts cannot be one."""
    year, month, day = (int(match[part]) for part in ("year", "month", "day"))
    if month > 12 >= day and match.start("day") < match.start("year"):
        month, day = day, month  # written the American way
    calendar = _calendar(1300 + year if year < 100 else year, match["suffix"])
    if calendar is None or not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    return f"{ordinal(day)}{KASRA} {_linked(calendar.months[month - 1])} {cardinal(year)}"


def _say_month(match: re.Match[str]) -> str | None:
    """A year and a month: ۱۴۰۳/۰۵."""
    year, month = int(match["year"]), int(match["month"])
    calendar = _calendar(year, match["suffix"])
    if calendar is None or not 1 <= month <= 12:
        return None
    return f"{_linked(calendar.months[month - 1])} {cardinal(year)}"


def _say_day(match: re.Match[str]) -> str | None:
    day = int(match["day"])
    return ordinal(day) + KASRA if 1 <= day <= 31 else None


def _say_time(match: re.Match[str]) -> str:
    """Hours, minutes and seconds; «ساعت» goes before them unless it stands there."""
    parts = [cardinal(int(match["hour"]))]
    for name, unit in (("minute", "دقیقه"), ("second", "ثانیه")):
        if match[name] and int(match[name]):
            parts.append(f"{cardinal(int(match[name]))} {unit}")
    named = match.string[: match.start()].rstrip(" \u00a0\u200c\u0650")[-6:]
    return AND.join(parts) if HOUR_WORD in named else f"{HOUR_WORD}{KASRA} {AND.join(parts)}"


_YEAR_FIRST: Final = (
    rf"{_START}(?P<year>[0-9]{{4}})(?P<sep>[/.-])(?P<month>[0-9]{{1,2}})(?P=sep)(?P<day>[0-9]{{1,2}}){_END}"
)
_DAY_FIRST: Final = (
    rf"{_START}(?P<day>[0-9]{{1,2}})(?P<sep>[/.-])(?P<month>[0-9]{{1,2}})(?P=sep)(?P<year>[0-9]{{4}}){_END}"
)
_SHORT_YEAR: Final = rf"{_START}(?P<year>[3-9][2-9])/(?P<month>[0-9]{{1,2}})/(?P<day>[0-9]{{1,2}}){_END}"
_YEAR_MONTH: Final = rf"{_START}(?P<year>[12][0-9]{{3}})/(?P<month>[0-9]{{2}}){_END}"
_DAY_OF_MONTH: Final = (
    rf"(?<![0-9.,٫٬/:])(?P<day>[0-9]{{1,2}})(?:ام|م)?"
    rf"(?={SPACE}(?:{alternation(MONTH_NAMES)})(?:[\u200c ]?ماه)?{NOT_BEFORE_LETTER})"
)
_TIME: Final = (
    r"(?<![0-9:/.])(?P<hour>[01]?[0-9]|2[0-4]):(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9]))?(?![0-9:/])"
)
_HALF_DAY: Final = rf"(?<=[0-9])(?P<gap>{SPACE}?)(?P<half>{alternation(HALF_DAYS)})(?![A-Za-z0-9])"

DATE_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_YEAR_FIRST, _say_date),
    pattern_rule(_DAY_FIRST, _say_date),
    pattern_rule(_SHORT_YEAR, _say_date),
    pattern_rule(_YEAR_MONTH, _say_month),
    pattern_rule(_DAY_OF_MONTH, _say_day),
    pattern_rule(_TIME, _say_time),
    pattern_rule(_HALF_DAY, lambda match: HALF_DAYS[match["half"]], "half"),
)
