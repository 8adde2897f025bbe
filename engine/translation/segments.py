"""A text as what is translated and what stays: sentences, and the layout around and before them.

A segment is at most one sentence: packing several into one loses content. A sentence too long for the model
is cut at the best place there is: after a semicolon, after a comma, before a conjunction, at a space. Columns
and the halves of a verse are cut at the gap between them, which stays.
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.contract.persian import has_persian_letter
from engine.text.chars import PERSIAN_LETTERS, is_mark
from engine.text.sentences import sentences
from engine.translation.formulas import label
from engine.translation.preserve import ENCLOSED, PRESERVED_OR_NUMBER, SLOT_COUNT, protect

LONGEST = 300
"""Code points of a segment; about 90 pieces, as long as the longest training pairs."""

_NUMBER = "[0-9۰-۹٠-٩]{1,3}"
_MARKER = re.compile(
    r"(?:[-–—•*▪●◦·>]\s+|\#{1,6}\s+"
    r"|\[[ xX]\]\s+"  # a task, to do or done
    rf"|[(\[]?{_NUMBER}(?:[.-]{_NUMBER})*[.)\]-]\s+"
    rf"|{_NUMBER}(?:[.-]{_NUMBER}){{2,}}\s+"  # two numbers and no sign behind them may be a decimal
    rf"|[(\[]?(?:الف|[{PERSIAN_LETTERS}][\u0640\u200d]?|[A-Za-z])[)\]-]\s+)+"
)
LABEL = re.compile(
    rf"(?P<before>[*_]{{0,3}})(?P<words>[{PERSIAN_LETTERS}][^:\n*]{{0,30}}?) ?"
    r"(?P<after>[*_]{0,3}:[*_]{0,3})(?P<space>\s+|\Z)"
)
"""What may be the label of a form."""
_FENCED = re.compile(r"^[ \t]*(`{3,}|~{3,})[^`\n]*\n(?:.*?\n)??[ \t]*\1[ \t]*$", re.DOTALL | re.MULTILINE)
"""A block of code: whole lines, from one fence to the next."""
_GAP = re.compile(
    r"[ \u00a0]*\t\s*|[ \u00a0]{3,}\s*"
    r"|[ \u00a0]*(?:(?<![A-Za-z0-9])\||\|(?![A-Za-z0-9]))[ \u00a0|]*"  # a bar, but not that of x|y
)
"""What stands between columns, between the cells of a table, or between the halves of a verse."""
_CUTS = (
    re.compile(r"[؛;:]\s+"),
    re.compile(r"[،,]\s+"),
    re.compile(r"\s+(?=(?:و|که|اما|ولی|زیرا|چون|تا|اگر|یا)\s)"),
    re.compile(r"\s+"),
)
"""Where a long sentence may be cut, the better places first; a cut is at the end of the match."""


class Kind(StrEnum):
    """What becomes of a segment."""

    KEPT = "kept"
    """Space between sentences, and sentences without a Persian letter."""
    MARKER = "marker"
    """The bullet or number of a list item."""
    LABEL = "label"
    """The label of a form, with its colon and the signs of emphasis round it."""
    FIGURES = "figures"
    """Nothing that the model is needed for: numbers, punctuation, terms, what is preserved."""
    TRANSLATED = "translated"


@dataclass(frozen=True, slots=True)
class Segment:
    """One stretch of the original, [start, end), of one kind."""

    start: int
    end: int
    kind: Kind


def segments(text: str) -> tuple[Segment, ...]:
    """The whole text, in order and without a gap."""
    found: list[Segment] = []
    at = 0
    for span in sentences(_without_inner_ends(text)):
        marker = _MARKER.match(text, span.start, span.end)
        start = marker.end() if marker else span.start
        found.append(Segment(at, span.start, Kind.KEPT))
        found.append(Segment(span.start, start, Kind.MARKER))
        found.extend(_of_sentence(text, start, span.end))
        at = span.end
    found.append(Segment(at, len(text), Kind.KEPT))
    return tuple(segment for segment in found if segment.end > segment.start)


def _without_inner_ends(text: str) -> str:
    """As long a text, in which blocks of code are blank lines and code in a line is a word."""
    text = _FENCED.sub(lambda block: "\n" * len(block[0]), text)
    return ENCLOSED.sub(lambda code: "x" * len(code[0]), text)


def _of_sentence(text: str, start: int, end: int) -> Iterator[Segment]:
    """The segments of [start, end), one sentence without its marker."""
    whole = protect(text[start:end])
    persian = bool(whole.named) or has_persian_letter(whole.text)
    if behind := _label_end(text, start, end):
        yield Segment(start, behind, Kind.LABEL)
        start = behind
    without_persian = Kind.FIGURES if persian else Kind.KEPT
    items = list(_items(text, start, end))
    for first, last, gap in _columns(text, start, end, items):
        for part in _parts(text, first, last, _within(items, first, last)):
            yield Segment(*part, Kind.TRANSLATED if _is_persian(text[slice(*part)]) else without_persian)
        yield Segment(last, gap, Kind.KEPT)


def _label_end(text: str, start: int, end: int) -> int:
    """The end of the label that [start, end) begins with, the space behind it too; 0 if there is none."""
    match = LABEL.match(text, start, end)
    return match.end() if match and label(match["words"]) else 0


def _is_persian(text: str) -> bool:
    """Whether there is something to translate; a hashtag may be Persian and still comes out as it went in."""
    return has_persian_letter(protect(text).text)


@dataclass(frozen=True, slots=True)
class _Item:
    """What may take a slot, [start, end). Lists of them are in order and searched by halves."""

    start: int
    end: int
    number: bool


def _items(text: str, start: int, end: int) -> Iterator[_Item]:
    for match in PRESERVED_OR_NUMBER.finditer(text, start, end):
        yield _Item(*match.span(), match.lastgroup == "number")


def _order(items: list[_Item], place: int) -> int:
    """How many items begin before a place."""
    return bisect_left(items, place, key=lambda item: item.start)


def _within(items: list[_Item], start: int, end: int) -> list[_Item]:
    """The items that begin in [start, end)."""
    return items[_order(items, start) : _order(items, end)]


def _inside(items: list[_Item], place: int) -> bool:
    """Whether a cut at this place would go through an item."""
    before = _order(items, place)
    return before > 0 and place < items[before - 1].end


def _columns(text: str, start: int, end: int, items: list[_Item]) -> Iterator[tuple[int, int, int]]:
    """Start and end of each column of [start, end), and the end of the gap behind it."""
    for gap in _GAP.finditer(text, start, end):
        if not _inside(items, gap.start()):
            yield start, gap.start(), gap.end()
            start = gap.end()
    yield start, end, end


def _parts(text: str, start: int, end: int, items: list[_Item]) -> Iterator[tuple[int, int]]:
    """Cut [start, end) into stretches that fit the model: short, with no more items than slots."""
    while (limit := _reach(start, end, items)) < end:
        cut = _cut(text, start, limit, items)
        yield start, cut
        start = cut
    if end > start:
        yield start, end


def _reach(start: int, end: int, items: list[_Item]) -> int:
    """How far a stretch from `start` may go; an item counts as a slot, and a number by its length as well."""
    free, at = LONGEST, start
    first = _order(items, start)
    for order, item in enumerate(items[first : first + SLOT_COUNT + 1]):
        if order == SLOT_COUNT:
            end = item.start
            break
        if item.number:
            continue
        if item.start - at > free:
            break
        free -= item.start - at
        at = item.end
    return min(end, at + free)


def _cut(text: str, start: int, limit: int, items: list[_Item]) -> int:
    """The last place of the best kind in the second half before the limit, outside preserved items."""
    for kind in _CUTS:
        places = [match.end() for match in kind.finditer(text, start + (limit - start) // 2, limit)]
        places = [place for place in places if not _inside(items, place)]
        if places:
            return places[-1]
    half = start + (limit - start) // 2
    return next((place for place in range(limit, half, -1) if not is_mark(text[place])), limit)
