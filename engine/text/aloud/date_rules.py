"""Dates and times of day."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.abbreviation_rules import dotted
from engine.text.aloud.calendars import (
    BY_SUFFIX,
    BY_YEAR,
    HALF_DAYS,
    HOUR_WORD,
    HOUR_WORDS,
    MAY,
    MAY_SAID,
    MONTH_NAMES,
    PLACES,
    RATIO_WORDS,
    SILENT_HE,
    VERSE_WORDS,
    Calendar,
)
from engine.text.aloud.rule import (
    DASH,
    KASRA,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.chars import HAMZA_ABOVE
from engine.text.numerals import AND, PAUSE, cardinal, ordinal

_ERAS: Final = {f"era{at}": suffix for at, suffix in enumerate(BY_SUFFIX)}
_SUFFIX: Final = (
    f"(?={SPACE}?\\(?(?:{'|'.join(f'(?P<{name}>{dotted(suffix)})' for name, suffix in _ERAS.items())}))?"
)
_START: Final = r"(?<![0-9/.])(?<![0-9]:)"
_END: Final = rf"(?![0-9/]|:[0-9]|[.٫][0-9]){_SUFFIX}"
_YEAR, _DAY = r"(?P<year>[0-9]{4})", r"(?P<day>[0-9]{1,2})"


def _colon_behind(words: tuple[str, ...]) -> str:
    """A pattern for the colon of two numbers behind one of the words, another word between at most."""
    other = rf"(?:{SPACE}(?!(?:به|{HOUR_WORD}){SPACE})[{L}]++)?"
    return (
        rf"{NOT_AFTER_LETTER}(?:{alternation(words)}){other}{SPACE}[0-9]++(?P<colon>:)(?=[0-9]++(?!:[0-9]))"
    )


def _calendar(year: int, match: re.Match[str]) -> Calendar | None:
    """The calendar that the word behind a date names, else the one that a bare year is known by."""
    named = next((suffix for name, suffix in _ERAS.items() if match[name]), None)
    if named:
        return BY_SUFFIX[named]
    return next((calendar for calendar in BY_YEAR if calendar.first_year <= year <= calendar.last_year), None)


def _linked(month: str) -> str:
    """A month with its ezafe, so that the year behind it is read with it."""
    return month + (HAMZA_ABOVE if month.endswith(SILENT_HE) else KASRA)


def _say_date(match: re.Match[str]) -> str | None:
    """A numeric date, None where its parts cannot be one."""
    year, month, day = (int(match[part]) for part in ("year", "month", "day"))
    if month > 12 >= day and match.start("day") < match.start("year"):
        month, day = day, month  # written the American way
    calendar = _calendar(1300 + year if year < 100 else year, match)
    if calendar is None or not 1 <= month <= 12 or not 1 <= day <= 31:
        return None
    return f"{ordinal(day)}{KASRA} {_linked(calendar.months[month - 1])} {cardinal(year)}"


def _say_month(match: re.Match[str]) -> str | None:
    """A year and a month: ۱۴۰۳/۰۵."""
    year, month = int(match["year"]), int(match["month"])
    calendar = _calendar(year, match)
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
    before = match.string[max(0, match.start() - 20) : match.start()].rstrip(" \u00a0\u200c\u0650")
    named = HOUR_WORD in before[-6:] or before.endswith(HOUR_WORDS)
    return AND.join(parts) if named else f"{HOUR_WORD}{KASRA} {AND.join(parts)}"


def _say_span(match: re.Match[str]) -> str:
    """Between two dates or two times a span; a date and its time stand side by side."""
    return " تا " if (":" in match["first"]) == (":" in match["last"]) else PAUSE


_NUMERIC_DATES: Final = tuple(
    rf"{_START}{fresh}{first}(?P<sep>{separator})(?P<month>[0-9]{{1,2}})(?P=sep){last}{whole}{_END}"
    for separator, fresh, whole in (("[/.]", "", ""), ("-", "(?<!-)", "(?!-)"))
    for first, last in ((_YEAR, _DAY), (_DAY, _YEAR))
)
_TWO_DIGITS: Final = "(?P<year>3[2-9]|[4-9][0-9])"
_SHORT_YEARS: Final = (
    rf"{_START}{_TWO_DIGITS}/(?P<month>[0-9]{{1,2}})/{_DAY}{_END}",
    rf"{_START}{_DAY}/(?P<month>[0-9]{{1,2}})/{_TWO_DIGITS}{_END}",
)
_YEAR_MONTH: Final = rf"{_START}(?P<year>[12][0-9]{{3}})/(?P<month>[0-9]{{2}}){_END}"
_NO_PLACE: Final = "".join(f"(?<!{place}{SPACE})" for place in PLACES)
_DAY_NUMBER: Final = (
    rf"(?=[0-9]){_NO_PLACE}(?<![0-9.,٫٬/])(?<![0-9]:)(?P<day>[0-9]{{1,2}})(?:[\u200c ]?ام|\u200c?م)?"
)
_MONTH_OF: Final = rf"(?:ماه{SPACE}(?:مبارک{SPACE})?(?=رمضان))?"
_DAY_OF_MONTH: Final = (
    rf"{_DAY_NUMBER}(?={SPACE}{_MONTH_OF}(?:{alternation(MONTH_NAMES)})(?:[\u200c ]?ماه)?{NOT_BEFORE_LETTER})"
)
_NO_VERB: Final = (
    rf"(?:[\u200c ]?ماه{NOT_BEFORE_LETTER}|{SPACE}(?:سال{SPACE})?[0-9]{{4}}(?![0-9])"
    rf"|{SPACE}(?:تا|الی|و){SPACE}|{SPACE}?(?:[.،,؛;:!؟?()«»/\n–—-]|\Z))"
)
_DAY_OF_MAY: Final = rf"(?<!{HOUR_WORD}{SPACE}){_DAY_NUMBER}(?={SPACE}{MAY}{_NO_VERB})"
_MAY: Final = (
    rf"(?:(?<!{HOUR_WORD}{SPACE}){_DAY_NUMBER}|{NOT_AFTER_LETTER}ماه){SPACE}(?P<may>{MAY})(?={_NO_VERB})"
)
_TIME: Final = (
    rf"{_START}(?P<hour>[01]?[0-9]|2[0-4])"
    rf"(?::|(?:(?<={HOUR_WORD}{SPACE}[0-9])|(?<={HOUR_WORD}{SPACE}[0-9]{{2}}))[/.])"
    rf"(?P<minute>[0-5][0-9])(?::(?P<second>[0-5][0-9]))?(?![0-9/]|:[0-9]|[.٫][0-9])"
    rf"(?:{SPACE}?دقیقه{NOT_BEFORE_LETTER})?"
)
_SECOND_TIME: Final = (
    rf"{HOUR_WORD}{SPACE}[0-9]{{1,2}}[:/.][0-5][0-9]{SPACE}(?:تا|الی){SPACE}"
    rf"(?P<clock>(?P<hour>[01]?[0-9]|2[0-4])[/.](?P<minute>[0-5][0-9])(?P<second>(?!))?)(?![0-9/]|[.٫:][0-9])"
)
_STAMP: Final = r"(?:[0-9]{1,4}([/.])[0-9]{1,2}\%d[0-9]{1,4}|[0-9]{1,2}:[0-9]{2}(?::[0-9]{2})?)"
_SPAN: Final = (
    rf"{_START}(?P<first>{_STAMP % 2})(?P<dash>{SPACE}?{DASH}{SPACE}?)"
    rf"(?=(?P<last>{_STAMP % 5})(?![0-9/]|:[0-9]))"
)
_ISO_GAP: Final = r"(?<=-[0-9]{2})T(?=[0-9]{2}:[0-9]{2})"
_HALF_DAY: Final = rf"(?<=[0-9])(?P<gap>{SPACE}?)(?P<half>{alternation(HALF_DAYS)})(?![A-Za-z0-9])"

DATE_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_colon_behind(RATIO_WORDS), lambda _: " به ", "colon"),
    pattern_rule(_colon_behind(VERSE_WORDS), lambda _: PAUSE, "colon"),
    pattern_rule(_SPAN, _say_span, "dash"),
    pattern_rule(_ISO_GAP, lambda _: PAUSE),
    *(pattern_rule(pattern, _say_date) for pattern in _NUMERIC_DATES),
    *(pattern_rule(pattern, _say_date) for pattern in _SHORT_YEARS),
    pattern_rule(_YEAR_MONTH, _say_month),
    pattern_rule(_DAY_OF_MONTH, _say_day),
    pattern_rule(_DAY_OF_MAY, _say_day),
    pattern_rule(_MAY, lambda _: MAY_SAID, "may"),
    pattern_rule(_TIME, _say_time),
    pattern_rule(_SECOND_TIME, _say_time, "clock"),
    pattern_rule(_HALF_DAY, lambda match: HALF_DAYS[match["half"]], "half"),
)
