"""Cutting a long text into pieces that one request can hold (section 1.7 of the contract)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Final

from engine.text.chars import MARKS
from engine.text.sentences import sentences

DEFAULT_LIMIT: Final = 6000
"""Code points of one request (section 8 of the contract)."""

_PARAGRAPH_END: Final = re.compile(r"\n\s*\n|\n(?!\s*\n)|\r(?!\n)|\u2029")
_SPACE: Final = re.compile(r"\s+")
_STICKY: Final = MARKS | frozenset("\u200c\u200d\ufe0e\ufe0f\u20e3")
_STICKY_RANGES: Final = (("\U0001f3fb", "\U0001f3ff"), ("\U000e0020", "\U000e007f"))


def split_text(text: str, limit: int = DEFAULT_LIMIT) -> tuple[str, ...]:
    """Pieces of at most `limit` code points which joined give the text back; none for an empty text.

    A cut falls, as late as it can, after a paragraph, else after a sentence, else after a space, else between
    any two code points that are not one combining sequence (letter and marks, emoji and modifiers). Only a
    combining sequence longer than the limit is itself cut. Linear in the length of the text.

    Raises:
        ValueError: the limit is below 1.
    """
    if limit < 1:
        raise ValueError(f"limit must be at least 1, not {limit}")
    pieces: list[str] = []
    start = 0
    while len(text) - start > limit:
        end = _cut(text, start, start + limit)
        pieces.append(text[start:end])
        start = end
    if start < len(text):
        pieces.append(text[start:])
    return tuple(pieces)


def _cut(text: str, start: int, end: int) -> int:
    """The best place to end a piece that begins at `start` and may reach to `end`."""
    window = text[start : end + 1]
    reach = end - start
    for places in _PLACES:
        for at in reversed(places(window)):
            if 0 < at <= reach and not _inside_sequence(window, at):
                return start + at
    return end


def _after_matches(pattern: re.Pattern[str]) -> Callable[[str], list[int]]:
    return lambda window: [match.end() for match in pattern.finditer(window)]


def _after_sentences(window: str) -> list[int]:
    """Where sentences begin, so that the space between two stays with the first."""
    return [span.start for span in sentences(window)]


def _anywhere(window: str) -> list[int]:
    return list(range(1, len(window)))


_PLACES: Final = (
    _after_matches(_PARAGRAPH_END),
    _after_sentences,
    _after_matches(_SPACE),
    _anywhere,
)


def _inside_sequence(window: str, at: int) -> bool:
    """Whether a cut before window[at] would part a base from what combines with it."""
    if at >= len(window):
        return False
    char, before = window[at], window[at - 1]
    return (
        char in _STICKY
        or before == "\u200d"
        or (before == "\r" and char == "\n")
        or any(first <= char <= last for first, last in _STICKY_RANGES)
        or (_is_flag_half(char) and _is_flag_half(before) and _flag_halves_before(window, at) % 2 == 1)
    )


def _is_flag_half(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"


def _flag_halves_before(window: str, at: int) -> int:
    count = 0
    while at - count > 0 and _is_flag_half(window[at - count - 1]):
        count += 1
    return count
