"""Dates with the name of the month in English, said as Gregorian dates in Persian."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.calendars import GREGORIAN, LATIN_DAYS, LATIN_MONTHS, linked
from engine.text.aloud.rule import DASH, KASRA, WORDS_AND_NUMBERS, Rule, alternation, pattern_rule
from engine.text.numerals import PAUSE, TO, cardinal, ordinal

_MONTH: Final = rf"(?P<month>{alternation(LATIN_MONTHS)})(?![A-Za-z])\.?"
_DAY: Final = r"(?<![A-Za-z0-9.,٫٬/:])(?P<day>0?[1-9]|[12][0-9]|3[01])(?:st|nd|rd|th)?(?![0-9A-Za-z:%٪])"
_LAST: Final = rf"(?: ?{DASH} ?(?P<last>0?[1-9]|[12][0-9]|3[01])(?![0-9:]))?"
_YEAR: Final = r"(?P<year>(?:1[5-9]|20)[0-9]{2})(?![0-9:]|[.,٫٬/][0-9])"
_WEEKDAY: Final = rf"(?<![A-Za-z])(?:(?P<weekday>{alternation(LATIN_DAYS)})\.?[,،]? )?(?:the )?"
_GAP: Final = "[ -]"

_DAY_FIRST: Final = rf"{_WEEKDAY}{_DAY}{_GAP}(?:of )?{_MONTH}(?:[,،]?{_GAP}{_YEAR})?(?![A-Za-z])"
_MONTH_FIRST: Final = (
    rf"{_WEEKDAY}(?<![A-Za-z]){_MONTH} ?(?:the )?{_DAY}{_LAST}(?:[,،]? {_YEAR})?(?![.٫][0-9]|[A-Za-z])"
)
_MONTH_YEAR: Final = rf"(?<![A-Za-z]){_MONTH}[,،]?{_GAP}{_YEAR}(?![A-Za-z])"


def _say(match: re.Match[str]) -> str:
    """The parts that are there: day of the week, day or days, month, year."""
    parts = match.groupdict()
    month = GREGORIAN.months[LATIN_MONTHS[parts["month"]] - 1]
    said = f"{linked(month)} {cardinal(int(parts['year']))}" if parts["year"] else month
    if parts.get("last"):
        said = f"{cardinal(int(parts['day']))} {TO} {ordinal(int(parts['last']))}{KASRA} {said}"
    elif parts.get("day"):
        said = f"{ordinal(int(parts['day']))}{KASRA} {said}"
    return f"{LATIN_DAYS[parts['weekday']]}{PAUSE}{said}" if parts.get("weekday") else said


LATIN_DATE_RULES: Final[tuple[Rule, ...]] = tuple(
    pattern_rule(pattern, _say, at=WORDS_AND_NUMBERS) for pattern in (_DAY_FIRST, _MONTH_FIRST, _MONTH_YEAR)
)
"""In order; what one has claimed the later ones leave alone."""
