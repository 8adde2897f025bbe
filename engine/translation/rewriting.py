"""Persian put in a way that the translator knows: numbers, times and days in figures, abbreviations in full.

A slash or a point in a number means several things in Persian, and a model of this size does not tell them
apart: «۱۲/۵۰۰ تومان» is 12,500 tomans, «۴۵/۷ درصد» 45.7 percent. The rules by which numbers are read aloud
(`engine.text.aloud`) do, so what they say is put back into figures. Numbers of several words lose a part when
they are translated word by word; in figures they are copied.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final

from engine.text.aloud.abbreviation_rules import EXPANSION_RULES
from engine.text.aloud.calendars import MONTH_NAMES
from engine.text.aloud.claims import claimed, spaced
from engine.text.aloud.clock import HOUR_WORD, MINUTES
from engine.text.aloud.decimal_rules import (
    HEIGHT_RULE,
    MARK_RULES,
    MEASURED_RULE,
    MISTYPED_RULE,
    THOUSANDS_RULES,
)
from engine.text.aloud.era_rules import ERA_RULES
from engine.text.aloud.letter_rules import LETTER_RULES
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
from engine.text.aloud.units import COUNTED
from engine.text.chars import ZWNJ
from engine.text.mapped import Edit, edited
from engine.text.number_words import WORDS, figures, value_of
from engine.text.numerals import AND, POINT, SCALE_WORDS, cardinal, ordinal
from engine.translation.preserve import PRESERVED
from engine.translation.terms import terms

_LEAST: Final = 100
"""Smaller numbers in words are translated well, and stay words."""


def _not_behind(words: Iterable[str]) -> str:
    """A pattern that fails right behind one of the words and a space."""
    return "".join(f"(?<!{re.escape(word)} )" for word in words)


_WORD: Final = f"(?:{alternation(WORDS)}){NOT_BEFORE_LETTER}"
_SOME: Final = (
    *("چند", "چندین", "ده‌ها", "صدها", "هزاران", "نیم", "هر", "این", "آن", "هیچ", "گروه", "شماره", "شمارهٔ"),
    POINT,
)
"""Words behind which a number word may be theirs: هر یک هزار تومان دادند."""
_PARTS_OF: Final = ("دهم", "صدم", "هزارم", "میلیونم")
_NUMBER: Final = (
    rf"{NOT_AFTER_LETTER}{_not_behind((*_SOME, *WORDS))}(?<![0-9.,٫٬/])(?<![0-9]{SPACE})"
    rf"(?:(?P<figure>[0-9]{{1,3}}){SPACE}(?=(?:{alternation(SCALE_WORDS)}){NOT_BEFORE_LETTER}))?+"
    rf"(?P<words>{_WORD}(?:(?:{AND}| ){_WORD})++)"
    rf"(?!{ZWNJ}|{AND}(?:[0-9]|{alternation(WORDS)})| (?:{alternation((POINT, *_PARTS_OF))}))"
)
_HOUR: Final = rf"(?:{alternation(cardinal(hour) for hour in range(1, 13))}|[0-9]{{1,2}})"
_MINUTE: Final = rf"(?:{alternation(cardinal(minute) for minute in range(1, 60))}|[0-9]{{1,2}})"
_CLOCK: Final = (
    rf"(?<![0-9] )(?<!{ZWNJ}){_not_behind((*_SOME, *WORDS))}{NOT_AFTER_LETTER}{HOUR_WORD}{SPACE}"
    rf"(?P<clock>(?:یک{SPACE})?ربع{SPACE}به{SPACE}(?P<next>{_HOUR})"
    rf"|(?P<hour>{_HOUR}){AND}(?:(?P<part>نیم|ربع)|(?P<minute>{_MINUTE}){SPACE}{MINUTES}))"
    rf"{NOT_BEFORE_LETTER}(?!{SPACE}(?:مانده|{alternation((*COUNTED, 'کیلو', 'برابر'))}))"
)
_PARTS: Final = {"نیم": 30, "ربع": 15}
_MONTHS: Final = alternation(month for month in MONTH_NAMES if month != "صفر")
_DATE: Final = (
    rf"{NOT_AFTER_LETTER}(?:در|به|از|تا){SPACE}(?P<word>(?:تاریخ|مورخ|مورخه|مورخهٔ|مورخه‌ی){SPACE})"
    rf"(?=[0-9]{{1,4}}(?:/[0-9]{{1,2}}/[0-9]|{SPACE}(?:{_MONTHS}){NOT_BEFORE_LETTER}))"
)
_DAYS: Final = {ordinal(day): day for day in range(1, 32)} | {"اول": 1}
_DAY: Final = (
    rf"(?:\A|[،,.؛:(]{SPACE}?|(?:روز|در|از|تا|به|تاریخ|شنبه|جمعه)\u0650?{SPACE})"
    rf"(?P<day>(?:{alternation(_DAYS)})\u0650?){SPACE}(?:{_MONTHS})(?:[ {ZWNJ}]?ماه)?{NOT_BEFORE_LETTER}"
)


def _kept(text: str) -> Iterator[Edit]:
    """Addresses, code and the like, and terms; but not numbers with signs on them."""
    for match in PRESERVED.finditer(text):
        if not match["amount"]:
            yield Edit(*match.span(), match[0])
    for term in terms(text):
        yield Edit(term.start, term.end, text[term.start : term.end])


def _left_alone(rule: Rule) -> Rule:
    """A rule that keeps what it finds from the rules behind it, and changes nothing."""
    return lambda text: (Edit(edit.start, edit.end, text[edit.start : edit.end]) for edit in rule(text))


def _in_figures(rule: Rule) -> Rule:
    """A rule of reading aloud, with the numbers that it says in words in figures."""

    def written(text: str) -> Iterator[Edit]:
        for edit in rule(text):
            yield Edit(edit.start, edit.end, figures(edit.replacement) or text[edit.start : edit.end])

    return written


def _figures_of(match: re.Match[str]) -> str | None:
    """A number of several words with an «و» between; «سیصد هزار» and «دو میلیون» are translated well."""
    words = match["words"]
    if match["figure"]:
        words = f"{cardinal(int(match['figure']))} {words}"
    value = value_of(words)
    return figures(words) if value is not None and value >= _LEAST and AND in match["words"] else None


def _clock_of(match: re.Match[str]) -> str | None:
    """A time of day: half past seven, a quarter to five; None for what cannot be one."""
    if match["next"]:
        hour, minute = _count(match["next"]) - 1 or 12, 45
    else:
        hour, minute = _count(match["hour"]), _PARTS.get(match["part"]) or _count(match["minute"])
    return f"{hour}:{minute:02}" if hour <= 24 and minute < 60 else None


def _count(number: str) -> int:
    return int(number) if number.isdecimal() else value_of(number) or 0


RULES: Final[tuple[Rule, ...]] = (
    _kept,
    *map(_left_alone, LETTER_RULES),
    *EXPANSION_RULES,
    *ERA_RULES,
    *map(_in_figures, THOUSANDS_RULES),
    *MARK_RULES,
    *map(_in_figures, (HEIGHT_RULE, MISTYPED_RULE, MEASURED_RULE)),
    pattern_rule(_DATE, lambda _: "", "word", needs=DIGITS),
    pattern_rule(_DAY, lambda match: str(_DAYS[match["day"].rstrip("\u0650")]), "day"),
    pattern_rule(_CLOCK, _clock_of, "clock", needs=HOUR_WORD[0]),
    pattern_rule(_NUMBER, _figures_of, needs="و"),
)


def rewritten(sentence: str) -> str:
    """A sentence with what the translator would misunderstand put in another way; most stay as they are."""
    text = canonical(sentence)
    edits = [edit for edit in claimed(text, RULES) if edit.replacement != text[edit.start : edit.end]]
    return edited(sentence, spaced(sentence, edits)).text
