"""Durations: hours, minutes and seconds with colons between, known by the words around them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.aloud.clock import (
    CLOCK_WORDS,
    DAY_TIMES,
    DURATION_WORDS,
    HOUR_WORD,
    HOURS,
    LINKS,
    MINUTES,
    SECONDS,
    TAKEN_WORDS,
    TIMED_WORDS,
)
from engine.text.aloud.number_rules import say_number
from engine.text.aloud.rule import (
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBERS,
    SPACE,
    STAMP_START,
    L,
    Rule,
    alternation,
    matches,
    pattern_rule,
)
from engine.text.chars import ZWNJ
from engine.text.mapped import Edit
from engine.text.numerals import AND, cardinal, decimal

_REACH: Final = 60
"""Code points before a duration in which its word is looked for."""

_HOURS_OF_DAY: Final = 24
_SIXTY: Final = "[0-5][0-9]"
_DURATION: Final = re.compile(
    rf"{STAMP_START}(?P<parts>[0-9]{{1,3}}:{_SIXTY}(?P<third>:{_SIXTY})?(?P<point>[.٫][0-9]{{1,3}})?)"
    rf"(?![0-9/]|:[0-9]|[.٫][0-9])"
    rf"(?:{SPACE}?(?P<unit>{HOURS}|{MINUTES}|{SECONDS}){NOT_BEFORE_LETTER}(?!{SPACE}[0-9]))?"
    rf"(?:(?:(?P<of_day>{SPACE}?(?:{alternation(DAY_TIMES)})|{SPACE}(?:تا|الی){SPACE}[0-9]{{1,2}}:{_SIXTY})"
    rf"|(?P<clock>{SPACE}(?:{alternation(CLOCK_WORDS)}))"
    rf"|(?P<taken>{SPACE}(?:{alternation(TAKEN_WORDS)}))){NOT_BEFORE_LETTER})?"
)
_MINUTE: Final = (
    rf"{NOT_AFTER_LETTER}{MINUTES}(?:\u200c?ی|ٔ)?{SPACE}(?P<parts>[0-9]{{1,3}}:{_SIXTY})(?![0-9/]|[:.٫][0-9])"
)
_CHAPTER: Final = re.compile(rf"(?m:^)0?[0-3]:{_SIXTY}:{_SIXTY}(?={SPACE}?[-–]?{SPACE}?[{L}])")
"""A time at a line's beginning that says where in a recording the rest is."""

_LONG: Final = re.compile(
    rf"(?:(?m:^)|(?<=[\[(]))(?:2[5-9]|[3-9][0-9]|1[0-9]{{2}}):{_SIXTY}(?={SPACE}?[\])–-])"
)
"""More minutes than a day has hours, in brackets or before a dash."""


def _cue(words: tuple[str, ...], no_gap: tuple[str, ...]) -> re.Pattern[str]:
    """One of the words before a duration; between them up to four words or numbers, none of `no_gap`."""
    word = rf"(?!(?:{alternation(no_gap)}){NOT_BEFORE_LETTER})[{L}{ZWNJ}]++|[0-9:.٫]++"
    return re.compile(
        rf"{NOT_AFTER_LETTER}(?:{alternation(words)})(?:\u200c?ها)?(?:\u200c?ی|ٔ)?{NOT_BEFORE_LETTER}"
        rf"(?:{SPACE}(?:{word})[،,]?){{0,4}}{SPACE}?[:(]?{SPACE}?\Z"
    )


_CUE: Final = _cue(DURATION_WORDS, (HOUR_WORD, *CLOCK_WORDS, *LINKS))
_WIDE_CUE: Final = _cue((*DURATION_WORDS, *TIMED_WORDS), (HOUR_WORD,))
"""For three numbers, and for more minutes than a day has hours: these are seldom times of day."""


def _durations(text: str) -> Iterator[Edit]:
    for match in matches(_DURATION, text, NUMBERS):
        if _is_duration(match):
            end = match.end("unit") if match["unit"] else match.end("parts")
            yield Edit(match.start(), end, _say_duration(match))


def _is_duration(match: re.Match[str]) -> bool:
    """Whether it is no time of day: by its own form, a word behind it or one before."""
    if match["of_day"] or (match["clock"] and not match["third"]):
        return False
    if match["taken"] or match["unit"] in (HOURS, SECONDS) or match["point"]:
        return True
    if any(form.match(match.string, match.start()) for form in (_CHAPTER, _LONG)):
        return True
    wide = match["third"] or int(match["parts"].partition(":")[0]) > _HOURS_OF_DAY
    cue = _WIDE_CUE if wide else _CUE
    return cue.search(match.string, max(0, match.start() - _REACH), match.start()) is not None


def _say_duration(match: re.Match[str]) -> str:
    """Its parts with their units; «۹:۵۸ ثانیه» is a decimal number."""
    numbers = match["parts"].split(":")
    if match["unit"] == SECONDS and not (match["third"] or match["point"]):
        return f"{decimal(*numbers)} {SECONDS}"
    with_hours = match["third"] or match["unit"] == HOURS
    units = (HOURS, MINUTES, SECONDS) if with_hours else (MINUTES, SECONDS)
    parts = [
        f"{say_number(number.lstrip('0'))} {unit}"
        for number, unit in zip(numbers, units, strict=False)
        if number.strip("0.٫")
    ]
    return AND.join(parts) or f"{cardinal(0)} {units[-1]}"


def _say_minute(match: re.Match[str]) -> str:
    """The seconds behind «دقیقهٔ» and its number."""
    minute, second = map(int, match["parts"].split(":"))
    return f"{cardinal(minute)}{AND}{cardinal(second)} {SECONDS}" if second else cardinal(minute)


DURATION_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_MINUTE, _say_minute, "parts", needs=":"),
    _durations,
)
