"""Times of day, and colons between numbers that are none."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.clock import (
    HALF_DAYS,
    HOUR_WORD,
    HOUR_WORDS,
    MINUTES,
    RATIO_WORDS,
    SECONDS,
    VERSE_WORDS,
)
from engine.text.aloud.rule import (
    DASH,
    DIGITS,
    KASRA,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBERS,
    SPACE,
    STAMP_START,
    L,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.numerals import AND, PAUSE, TO, cardinal


def _colon_behind(words: tuple[str, ...]) -> str:
    """A pattern for the colon of two numbers behind one of the words, another word between at most."""
    other = rf"(?:{SPACE}(?!(?:به|{HOUR_WORD}){SPACE})[{L}]++)?"
    return (
        rf"{NOT_AFTER_LETTER}(?:{alternation(words)}){other}{SPACE}[0-9]++(?P<colon>:)(?=[0-9]++(?!:[0-9]))"
    )


def _say_time(match: re.Match[str]) -> str:
    """Hours, minutes and seconds; «ساعت» goes before them unless it stands there."""
    hour, *rest = map(int, re.findall("[0-9]+", match["clock"]))
    parts = [cardinal(hour)]
    parts += [f"{cardinal(n)} {unit}" for n, unit in zip(rest, (MINUTES, SECONDS), strict=False) if n]
    start = match.start("clock")
    named = _NAMED.search(match.string, max(0, start - _REACH), start)
    return AND.join(parts) if named else f"{HOUR_WORD}{KASRA} {AND.join(parts)}"


_REACH: Final = 40
"""Code points before a time in which «ساعت» is looked for, a word between at most."""
_NAMED: Final = re.compile(
    rf"(?:{alternation((HOUR_WORD, *HOUR_WORDS))})\u0650?(?:{SPACE}[{L}]++)?[ \u00a0\u200c]*+\Z"
)
_HOUR, _SIXTY = "(?:[01]?[0-9]|2[0-4])", "[0-5][0-9]"
_BEHIND_HOUR: Final = rf"(?:(?<={HOUR_WORD}{SPACE}[0-9])|(?<={HOUR_WORD}{SPACE}[0-9]{{2}}))"
_TIME: Final = (
    rf"{STAMP_START}(?P<clock>{_HOUR}(?:(?::|{_BEHIND_HOUR}[/.٫]){_SIXTY}(?::{_SIXTY})?|{_BEHIND_HOUR}:[0-9]))"
    rf"(?![0-9/]|:[0-9]|[.٫][0-9])(?:{SPACE}?{MINUTES}{NOT_BEFORE_LETTER})?"
)
_SECOND_TIME: Final = (
    rf"{HOUR_WORD}{SPACE}[0-9]{{1,2}}[:/.٫]{_SIXTY}{SPACE}(?:تا|الی){SPACE}"
    rf"(?P<clock>{_HOUR}[/.٫]{_SIXTY})(?![0-9/]|[.٫:][0-9])"
)
_TO_HOUR: Final = (
    rf"{STAMP_START}{_HOUR}:{_SIXTY}(?P<dash>{SPACE}?{DASH}{SPACE}?)(?={_HOUR}(?![0-9:/-]|[.٫][0-9]))"
)
_FROM_HOUR: Final = (
    rf"{NOT_AFTER_LETTER}(?:{HOUR_WORD}|از){SPACE}{_HOUR}(?P<dash>{SPACE}?{DASH}{SPACE}?)(?={_HOUR}:{_SIXTY})"
)
_HALF_DAY: Final = rf"(?<=[0-9])(?P<gap>{SPACE}?)(?P<half>{alternation(HALF_DAYS)})(?![A-Za-z0-9])"


CLOCK_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_colon_behind(RATIO_WORDS), lambda _: " به ", "colon", needs=":"),
    pattern_rule(_colon_behind(VERSE_WORDS), lambda _: PAUSE, "colon", needs=":"),
    pattern_rule(_TIME, _say_time, at=NUMBERS),
    pattern_rule(_SECOND_TIME, _say_time, "clock", needs=DIGITS),
    pattern_rule(_TO_HOUR, lambda _: f" {TO} ", "dash", at=NUMBERS),
    pattern_rule(_FROM_HOUR, lambda _: f" {TO} ", "dash", needs=DIGITS),
    pattern_rule(_HALF_DAY, lambda match: HALF_DAYS[match["half"]], "half", needs=DIGITS),
)
