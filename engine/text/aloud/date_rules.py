"""Dates in numbers, and spans from one date or time to another."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.abbreviation_rules import dotted
from engine.text.aloud.calendars import (
    BY_SUFFIX,
    BY_YEAR,
    GREGORIAN,
    MONTH_NAMES,
    Calendar,
    linked,
)
from engine.text.aloud.rule import DASH, KASRA, NUMBERS, SPACE, STAMP_START, Rule, alternation, pattern_rule
from engine.text.numerals import PAUSE, TO, cardinal, ordinal

_ERAS: Final = {f"era{at}": suffix for at, suffix in enumerate(BY_SUFFIX)}
_SUFFIX: Final = (
    f"(?={SPACE}?\\(?(?:{'|'.join(f'(?P<{name}>{dotted(suffix)})' for name, suffix in _ERAS.items())}))?"
)
_END: Final = rf"(?![0-9/]|:[0-9]|[.٫][0-9]){_SUFFIX}"
_YEAR, _DAY = r"(?P<year>[0-9]{4})", r"(?P<day>[0-9]{1,2})"


def _calendar(year: int, match: re.Match[str]) -> Calendar | None:
    """The calendar that the word behind a date names, else the one that a bare year is known by."""
    named = next((suffix for name, suffix in _ERAS.items() if match[name]), None)
    if named:
        return BY_SUFFIX[named]
    return next((calendar for calendar in BY_YEAR if calendar.first_year <= year <= calendar.last_year), None)


def _say_date(match: re.Match[str]) -> str | None:
    """A numeric date, None where its parts cannot be one."""
    year, month, day = (int(match[part]) for part in ("year", "month", "day"))
    if month > 12 >= day and match.start("day") < match.start("year"):
        month, day = day, month  # written the American way
    calendar = _calendar(1300 + year if year < 100 else year, match)
    if calendar is None or not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    return f"{ordinal(day)}{KASRA} {linked(calendar.months[month - 1])} {cardinal(year)}"


def _say_month(match: re.Match[str]) -> str | None:
    """A year and a month, either first: ۱۴۰۳/۰۵; ۲۰۰۹/۱۰ is a season."""
    year, month = int(match["year"]), int(match["month"])
    calendar = _calendar(year, match)
    if calendar is None or not 1 <= month <= 12:
        return None
    if calendar is GREGORIAN and match.start() == match.start("year") and month == (year + 1) % 100:
        return None
    return f"{linked(calendar.months[month - 1])} {cardinal(year)}"


def _say_span(match: re.Match[str]) -> str:
    """Between two dates or two times a span; a date and its time stand side by side."""
    return f" {TO} " if (":" in match["first"]) == (":" in match["last"]) else PAUSE


_NUMERIC_DATES: Final = tuple(
    rf"{STAMP_START}{fresh}{first}(?P<sep>{separator})(?P<month>[0-9]{{1,2}})(?P=sep){last}{whole}{_END}"
    for separator, fresh, whole in (("[/.]", "", ""), ("-", "(?<!-)", "(?!-)"), (f"{SPACE}/{SPACE}", "", ""))
    for first, last in ((_YEAR, _DAY), (_DAY, _YEAR))
)
_TWO_DIGITS: Final = "(?P<year>3[2-9]|[4-9][0-9])"
_SHORT_YEARS: Final = (
    rf"{STAMP_START}{_TWO_DIGITS}/(?P<month>[0-9]{{1,2}})/{_DAY}{_END}",
    rf"{STAMP_START}{_DAY}/(?P<month>[0-9]{{1,2}})/{_TWO_DIGITS}{_END}",
)
_NO_DAY_BEHIND: Final = rf"(?!{SPACE}?(?:{alternation(MONTH_NAMES)}))"
_MONTHS_OF_YEARS: Final = (
    rf"{STAMP_START}(?P<year>[12][0-9]{{3}})/(?P<month>[0-9]{{1,2}}){_NO_DAY_BEHIND}{_END}",
    rf"{STAMP_START}(?<!شماره )(?!1/2000)(?P<month>[0-9]{{1,2}})/(?P<year>(?:1[34]|19|20)[0-9]{{2}}){_END}",
)
_STAMP: Final = r"(?:[0-9]{1,4}([/.])[0-9]{1,2}\%d[0-9]{1,4}|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)"
_SPAN: Final = (
    rf"{STAMP_START}(?P<first>{_STAMP % 2})(?P<dash>{SPACE}?{DASH}{SPACE}?)"
    rf"(?=(?P<last>{_STAMP % 5})(?![0-9/]|:[0-9]))"
)
_ISO_GAP: Final = r"(?<=-[0-9]{2})T(?=[0-9]{2}:[0-9]{2})"
_ISO_END: Final = r"(?<=[0-9]:[0-9]{2})Z(?![A-Za-z])"

DATE_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_SPAN, _say_span, "dash", at=NUMBERS),
    pattern_rule(_ISO_GAP, lambda _: PAUSE, needs="T"),
    pattern_rule(_ISO_END, lambda _: "", needs="Z"),
    *(pattern_rule(pattern, _say_date, at=NUMBERS) for pattern in _NUMERIC_DATES),
    *(pattern_rule(pattern, _say_date, at=NUMBERS) for pattern in _SHORT_YEARS),
    *(pattern_rule(pattern, _say_month, at=NUMBERS) for pattern in _MONTHS_OF_YEARS),
)
