"""Persian put in a way that the translator knows: numbers in figures, abbreviations in full.

A slash or a point in a number means several things in Persian, and a model of this size does not tell them
apart: «۱۲/۵۰۰ تومان» is 12,500 tomans, «۴۵/۷ درصد» 45.7 percent, «۲/۳ جمعیت» two thirds. The rules by which
numbers are read aloud (`engine.text.aloud`) do, so what they say is put back into figures. Numbers of several
words lose a part when they are translated word by word; in figures they are copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.aloud.abbreviation_rules import ABBREVIATION_RULES
from engine.text.aloud.calendars import MONTH_NAMES
from engine.text.aloud.claims import claimed, spaced
from engine.text.aloud.clock import HOUR_WORD, MINUTES
from engine.text.aloud.decimal_rules import (
    HEIGHT_RULE,
    MARK_RULES,
    MISTYPED_RULE,
    SLASH_RULE,
    THOUSANDS_RULES,
)
from engine.text.aloud.era_rules import ERA_RULES
from engine.text.aloud.rule import (
    DIGITS,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    SPACE,
    Rule,
    alternation,
    canonical,
    pattern_rule,
)
from engine.text.mapped import Edit, edited
from engine.text.number_words import WORDS, figures, value_of
from engine.text.numerals import AND, POINT, ordinal
from engine.translation.preserve import PRESERVED
from engine.translation.terms import terms

_LEAST: Final = 100
"""Smaller numbers in words are translated well, and stay words."""

_WORD: Final = f"(?:{alternation(WORDS)}){NOT_BEFORE_LETTER}"
_NUMBER: Final = rf"{NOT_AFTER_LETTER}{_WORD}(?:(?:{AND}| ){_WORD})+(?: {POINT}(?: {_WORD}|{AND}{_WORD})+)?"
_HOURS: Final = alternation(word for word in WORDS if (value_of(word) or 13) <= 12)
_CLOCK: Final = (
    rf"(?<={HOUR_WORD}{SPACE})(?:(?:یک{SPACE})?ربع{SPACE}به{SPACE}(?P<next>{_HOURS}|[0-9]{{1,2}})"
    rf"|(?P<hour>{_HOURS}|[0-9]{{1,2}}){AND}(?:(?P<part>نیم|ربع)|(?P<minutes>(?:{_WORD}(?:{AND})?)+|[0-9]{{1,2}}){SPACE}{MINUTES}))"
    rf"{NOT_BEFORE_LETTER}"
)
_PARTS: Final = {"نیم": 30, "ربع": 15}
_DATE: Final = (
    rf"{NOT_AFTER_LETTER}(?:(?:در|به|از){SPACE})?(?P<word>(?:تاریخ|مورخ[هٔ]*){SPACE})"
    rf"(?=[0-9]{{1,4}}(?:/[0-9]|{SPACE}(?:{alternation(MONTH_NAMES)})))"
)
_DAYS: Final = {ordinal(day): day for day in range(1, 32)} | {"اول": 1}
_DAY: Final = (
    rf"{NOT_AFTER_LETTER}(?P<day>(?:{alternation(_DAYS)})\u0650?){SPACE}(?:ماه{SPACE})?(?:{alternation(MONTH_NAMES)})"
    rf"{NOT_BEFORE_LETTER}"
)


def _kept(text: str) -> Iterator[Edit]:
    """Addresses, code and the like, and terms, as they are; but not numbers with signs on them."""
    for match in PRESERVED.finditer(text):
        if not match["amount"]:
            yield Edit(*match.span(), match[0])
    for term in terms(text):
        yield Edit(term.start, term.end, text[term.start : term.end])


def _in_figures(rule: Rule) -> Rule:
    """A rule of reading aloud that writes a number in figures; a fraction stays as it is."""

    def written(text: str) -> Iterator[Edit]:
        for edit in rule(text):
            yield Edit(edit.start, edit.end, figures(edit.replacement) or text[edit.start : edit.end])

    return written


def _figures_of(match: re.Match[str]) -> str | None:
    """A number of several words with an «و» between; «سیصد هزار» and «دو میلیون» are translated well."""
    value = value_of(match[0].partition(f" {POINT} ")[0])
    return figures(match[0]) if value is not None and value >= _LEAST and AND in match[0] else None


def _clock_of(match: re.Match[str]) -> str | None:
    """A time of day: half past seven, a quarter to five."""
    if match["next"]:
        minutes = 60 * _count(match["next"]) - 15
    else:
        minutes = 60 * _count(match["hour"]) + (_PARTS.get(match["part"]) or _count(match["minutes"]))
    return f"{minutes // 60 or 12}:{minutes % 60:02}"


def _count(number: str) -> int:
    return int(number) if number.isdecimal() else value_of(number) or 0


RULES: Final[tuple[Rule, ...]] = (
    _kept,
    *ABBREVIATION_RULES,
    *ERA_RULES,
    *map(_in_figures, THOUSANDS_RULES),
    *MARK_RULES,
    *map(_in_figures, (HEIGHT_RULE, MISTYPED_RULE, SLASH_RULE)),
    pattern_rule(_DATE, lambda _: "", "word", needs=DIGITS),
    pattern_rule(_DAY, lambda match: str(_DAYS[match["day"].rstrip("\u0650")]), "day"),
    pattern_rule(_CLOCK, _clock_of, needs=HOUR_WORD[0]),
    pattern_rule(_NUMBER, _figures_of, needs="و"),
)


def rewritten(sentence: str) -> str:
    """A sentence with what the translator would misunderstand put in another way; most stay as they are."""
    return edited(sentence, spaced(sentence, claimed(canonical(sentence), RULES))).text
