"""Where sentences begin and end.

A sentence ends at a line break, or after a run of stops (. ! ? ؟ …) with the closing quotes and brackets
behind it. A full stop does not end one inside a number or an address, after an abbreviation, an initial or
the number of a list item; a stop inside quotes does not when the sentence around them plainly goes on.
Commas, colons and semicolons never do.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from engine.text.abbreviations import LATIN_STOPS, LIST_LETTERS
from engine.text.chars import DIGITS, INNER_JOINERS, LETTERS, MARKS, char_class


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open span of code points."""

    start: int
    end: int


CONTINUATIONS: Final = frozenset(
    (
        *("و", "که", "را", "یا", "تا", "است", "بود", "شد", "گفت", "گفتم", "گفتند", "گفته", "می‌گوید", "می‌گفت"),
        *("پرسید", "پرسیدم", "پرسیدند", "پاسخ", "جواب", "فریاد", "نوشت"),
    )
)
"""Words that carry a sentence on behind a quotation that ended in a stop: «کجا می‌روی؟» پرسید."""

_STOPS: Final = ".!?؟…۔"
_CLOSERS: Final = "»”’)]}›〉"
_LINE: Final = re.compile(r"[^\n\r\x0b\x0c\x1c-\x1e\x85\u2028\u2029]+")
_STOP: Final = re.compile(
    rf"[{_STOPS}]++(?:[ \u00a0]?[{_STOPS}{re.escape(_CLOSERS)}]|[\"'{char_class(INNER_JOINERS)}\ufe0f])*+"
)
_PERSIAN: Final = char_class(LETTERS | MARKS) + "\u200c"
_GLUED: Final = re.compile(rf"[{_PERSIAN}]{{3}}\.[{_PERSIAN}]{{2}}")
_NEXT_WORD: Final = re.compile(rf"\s*([{_PERSIAN}]*)")
_LAST_TOKEN: Final = re.compile(rf"(?<![{_PERSIAN}])[{_PERSIAN}]+\Z|(?<![A-Za-z.])[A-Za-z.]+\Z")
_LIST_NUMBER: Final = re.compile(rf"\s*[(\[]?([{char_class(DIGITS)}]{{1,3}}|[A-Za-z])[)\]]?\Z")
_REACH: Final = 16
"""Code points looked back at before a stop: more than the longest abbreviation; it bounds the work."""


def sentences(text: str) -> tuple[Span, ...]:
    """The sentences of a text: trimmed of space, ordered, non-overlapping; linear in the text's length.

    Every code point that is neither space nor invisible is in exactly one of them. What holds no letter and
    no digit (emoji, dashes) goes with the sentence before it on its line.
    """
    return tuple(span for line in _LINE.finditer(text) for span in _of_line(text, line.start(), line.end()))


def _of_line(text: str, start: int, end: int) -> Iterator[Span]:
    last: Span | None = None
    for piece in _pieces(text, start, end):
        if last is not None and any(map(str.isalnum, text[piece.start : piece.end])):
            yield last
            last = piece
        else:
            last = piece if last is None else Span(last.start, piece.end)
    if last is not None:
        yield last


def _pieces(text: str, start: int, end: int) -> Iterator[Span]:
    for stop in _STOP.finditer(text, start, end):
        if _closes(text, start, stop, end):
            yield from _trimmed(text, start, stop.end())
            start = stop.end()
    yield from _trimmed(text, start, end)


def _closes(text: str, start: int, stop: re.Match[str], line_end: int) -> bool:
    """Whether a run of stops ends the sentence that began at `start`."""
    if stop.end() == line_end:
        return True
    run = stop.group()
    following = text[stop.end()]
    if not following.isspace():
        if run == ".":
            return _GLUED.match(text, stop.start() - 3) is not None
        return run[0] in "!؟…" and following in LETTERS
    if any(closer in run for closer in _CLOSERS + "\"'"):
        word = _NEXT_WORD.match(text, stop.end(), min(line_end, stop.end() + _REACH))
        return word is None or word[1] not in CONTINUATIONS
    before = text[max(start, stop.start() - _REACH) : stop.start()]
    return run != "." or not _belongs_to_word(before, at_start=stop.start() - start <= _REACH)


def _belongs_to_word(before: str, *, at_start: bool) -> bool:
    """Whether a full stop is that of an abbreviation, an initial or, at the sentence's start, a list item."""
    if at_start and (_LIST_NUMBER.match(before) or before.strip() in LIST_LETTERS):
        return True
    token = _LAST_TOKEN.search(before)
    if token is None:
        return False
    word = token.group()
    return len(word) == 1 or word in LATIN_STOPS


def _trimmed(text: str, start: int, end: int) -> Iterator[Span]:
    while start < end and (text[start].isspace() or text[start] in INNER_JOINERS):
        start += 1
    while end > start and (text[end - 1].isspace() or text[end - 1] in INNER_JOINERS):
        end -= 1
    if start < end:
        yield Span(start, end)
