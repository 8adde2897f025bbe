"""What a rule of reading aloud is."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
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


def pattern_rule(pattern: str, say: Callable[[re.Match[str]], str | None], part: int | str = 0) -> Rule:
    """A rule that says something for a group of each match; None leaves the match to later rules."""
    compiled = re.compile(pattern)

    def rule(text: str) -> Iterator[Edit]:
        for match in compiled.finditer(text):
            said = say(match)
            if said is not None:
                yield Edit(match.start(part), match.end(part), said)

    return rule


def table_rule(table: dict[str, str], before: str = "", after: str = "") -> Rule:
    """A rule that says what a table has for its keys, where the patterns before and behind them hold."""
    keys = alternation(table)
    return pattern_rule(f"{before}(?P<key>{keys}){after}", lambda match: table[match["key"]], "key")


def alternation(words: Iterable[str]) -> str:
    """A pattern for any of the words, the longest that fits."""
    return "|".join(map(re.escape, sorted(words, key=lambda word: (-len(word), word))))
