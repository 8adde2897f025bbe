"""What a rule of reading aloud is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache, lru_cache
from typing import Final

from engine.text.chars import DIGIT_VALUE, LETTERS, MARKS, TATWEEL, ZWNJ, char_class
from engine.text.mapped import Edit

Rule = Callable[[str], Iterator[Edit]]
"""Takes a canonical text and yields, in order, what it would say for spans of it."""

KASRA: Final = "\u0650"
L: Final = char_class(LETTERS | MARKS | {TATWEEL})
"""The inside of a character class: what Persian words are made of."""

SPACE: Final = "[ \u00a0]"
NOT_AFTER_LETTER: Final = f"(?<![{L}{ZWNJ}])"
NOT_BEFORE_LETTER: Final = f"(?![{L}{ZWNJ}])"
ALONE: Final = r"(?<![0-9.,٫٬/])"
STAMP_START: Final = r"(?<![0-9/])(?<![0-9][.:])"
"""Where a date or time may begin."""
NO_MORE: Final = r"(?![0-9])"
DASH: Final = r"[-–—ـ]"
NUMBER: Final = r"(?:[0-9]{1,3}(?:[,٬،][0-9]{3})++(?![0-9])|[0-9]++)(?:[.٫][0-9]++)?"

_LOOKALIKES: Final = {"ي": "ی", "ى": "ی", "ك": "ک", "−": "-", "’": "'", "μ": "µ", "º": "°", "˚": "°"}
_SUBSCRIPTS: Final = {chr(0x2080 + digit): str(digit) for digit in range(10)}
_CANONICAL: Final = str.maketrans(
    {digit: str(value) for digit, value in DIGIT_VALUE.items()} | _LOOKALIKES | _SUBSCRIPTS
)


def canonical(text: str) -> str:
    """The text with ASCII digits on the line, Persian ye and kaf, one sign each for minus, micro and degree.

    Every code point stays in its place.
    """
    return text.translate(_CANONICAL)


Places = Callable[[str], tuple[int, ...]]
"""The places in a text where a pattern may match, in order."""


def places(pattern: str) -> Places:
    """Where the pattern matches; the last text's places are kept, as many rules ask for the same ones."""
    compiled = re.compile(pattern)

    @lru_cache(maxsize=1)
    def found(text: str) -> tuple[int, ...]:
        return tuple(match.start() for match in compiled.finditer(text))

    return found


NUMBERS: Final = places("[0-9]+")
"""Where numbers begin."""

WORDS_AND_NUMBERS: Final = places("[A-Za-z]+|[0-9]+")
"""Where Latin words and numbers begin."""

DIGITS: Final = "0123456789"


def matches(pattern: re.Pattern[str], text: str, at: Places) -> Iterator[re.Match[str]]:
    """The matches that begin at one of the places, without overlap."""
    end = 0
    for start in at(text):
        match = pattern.match(text, start) if start >= end else None
        if match:
            end = match.end()
            yield match


def pattern_rule(
    pattern: str,
    say: Callable[[re.Match[str]], str | None],
    part: int | str = 0,
    *,
    at: Places | None = None,
    needs: str = "",
) -> Rule:
    """A rule that says something for a group of each match; None leaves the match to later rules.

    To save time, a pattern that can match nowhere else is looked for `at` some places only, and one that
    cannot match without some code point only in texts that hold one of those it `needs`. A pattern is
    compiled when a text first asks for it: there are many, and few texts ask for all.
    """

    @cache
    def compiled() -> re.Pattern[str]:
        return re.compile(pattern)

    def rule(text: str) -> Iterator[Edit]:
        if (needs and not any(char in text for char in needs)) or (at and not at(text)):
            return
        for match in matches(compiled(), text, at) if at else compiled().finditer(text):
            said = say(match)
            if said is not None:
                yield Edit(match.start(part), match.end(part), said)

    return rule


def table_rule(table: dict[str, str], before: str = "", after: str = "") -> Rule:
    """A rule that says what a table has for its keys, where the patterns before and behind them hold."""
    pattern = f"{before}(?P<key>{alternation(table)}){after}"
    needs = "".join({key[0] for key in table})
    return pattern_rule(pattern, lambda match: table[match["key"]], "key", needs=needs)


def alternation(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest that fits."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
