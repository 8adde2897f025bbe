"""Letters behind a year or century that name its era, and the «م» that is metres."""

from __future__ import annotations

import re
from typing import Final

from engine.text.abbreviations import AFTER_YEAR, CENTURIES, LENGTHS, LIVES, METRE, UNDOTTED
from engine.text.aloud.calendars import LUNAR
from engine.text.aloud.rule import (
    DIGITS,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBER,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
    places,
    table_rule,
)
from engine.text.aloud.signs import LETTER_NAMES
from engine.text.numerals import ordinal

_LETTER: Final = f"[{''.join(LETTER_NAMES)}]"
_LETTER_ALONE: Final = rf"{NOT_BEFORE_LETTER}(?!\.{SPACE}?{_LETTER}{NOT_BEFORE_LETTER})"
_NUMBER_GAP: Final = "[\u200c \u00a0]?"
_LAST_STOP: Final = rf"(?:\.(?={SPACE}?[{L}0-9،)]))?"
_YEAR_LETTER: Final = (
    rf"(?:(?P<dated>(?:سال|{alternation(LUNAR.months)}){SPACE})"
    rf"|(?P<opened>\(|(?<=ق/)|(?<=ق{SPACE}/)|(?<=ق/{SPACE})))?(?<![0-9])"
    rf"(?P<thousands>[0-9]{{1,3}}(?:[,٬.٫/][0-9]{{3}})*[,٬.٫/])?"
    rf"(?P<number>(?(dated)[0-9]{{1,4}}|[0-9]{{3,4}})){_NUMBER_GAP}"
    rf"(?P<letter>(?P<key>{alternation(AFTER_YEAR)}){_LAST_STOP}){_LETTER_ALONE}"
)
_YEAR_PLACES: Final = places(rf"سال|{alternation(LUNAR.months)}|\(|[0-9]+")
"""Where the pattern may begin."""

_ORDINALS: Final = alternation(ordinal(number) for number in range(1, 22))
_CENTURY_LETTER: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(CENTURIES)}){SPACE}"
    rf"(?:(?:[0-9]{{1,2}}{SPACE}(?:و|تا){SPACE})?[0-9]{{1,2}}{_NUMBER_GAP}|(?:{_ORDINALS}){SPACE})"
    rf"(?P<letter>(?P<key>{alternation(AFTER_YEAR)}){_LAST_STOP}){_LETTER_ALONE}"
)
_MEASURED: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(LENGTHS)})(?:{SPACE}[{L}]++)?{SPACE}{NUMBER}{_NUMBER_GAP}"
    rf"(?P<metre>م{_LAST_STOP}){_LETTER_ALONE}"
)
_LIFE: Final = rf"\((?P<word>(?P<key>{alternation(LIVES)})\.?)(?={SPACE}?[0-9]{{3,4}}(?![0-9]))"


def _say_year_letter(match: re.Match[str]) -> str | None:
    """«میلادی» and the like behind a likely year; a «م» behind other numbers is metres."""
    said, years = AFTER_YEAR[match["key"]]
    number = int(match["number"])
    named = match["dated"] is not None or match["opened"] is not None
    likely = number in years or (named and number < years.stop)
    if likely and match["thousands"] is None:
        return said
    return METRE if match["key"] == "م" else None


ERA_RULES: Final[tuple[Rule, ...]] = (
    table_rule(UNDOTTED, rf"(?<=[0-9]{{3}}){SPACE}?", NOT_BEFORE_LETTER),
    pattern_rule(_LIFE, lambda match: LIVES[match["key"]], "word", needs="("),
    pattern_rule(_MEASURED, lambda _: METRE, "metre", needs=DIGITS),
    pattern_rule(_YEAR_LETTER, _say_year_letter, "letter", at=_YEAR_PLACES, needs=DIGITS),
    pattern_rule(_CENTURY_LETTER, lambda match: AFTER_YEAR[match["key"]][0], "letter"),
)
