"""A text as what is translated and what stays: sentences, and the layout around and before them.

A segment is at most one sentence: packing several into one loses content. A sentence too long for the model
is cut at the best place there is: after a semicolon, after a comma, before a conjunction, at a space.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from engine.contract.persian import has_persian_letter
from engine.text.chars import is_mark
from engine.text.sentences import sentences
from engine.translation.preserve import PRESERVED, SLOT_COUNT, protect

LONGEST = 300
"""Code points of a segment; about 90 pieces, as long as the longest training pairs."""

_MARKER = re.compile(r"(?:[-–—•*▪●◦·>]\s+|\#{1,6}\s+|[(\[]?[0-9۰-۹٠-٩]{1,3}[.)\]-](?=\s)\s+)+")
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
    for span in sentences(text):
        marker = _MARKER.match(text, span.start, span.end)
        start = marker.end() if marker else span.start
        found.append(Segment(at, span.start, Kind.KEPT))
        found.append(Segment(span.start, start, Kind.MARKER))
        for part in _parts(text, start, span.end):
            # A hashtag may be Persian and still come out as it went in.
            persian = has_persian_letter(protect(text[slice(*part)]).text)
            kind = Kind.TRANSLATED if persian else Kind.KEPT
            found.append(Segment(*part, kind))
        at = span.end
    found.append(Segment(at, len(text), Kind.KEPT))
    return tuple(segment for segment in found if segment.end > segment.start)


def _parts(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    """Cut [start, end) into stretches that fit the model: short, with no more preserved items than slots."""
    items = [match.span() for match in PRESERVED.finditer(text, start, end)]
    while (limit := _reach(start, end, items)) < end:
        cut = _cut(text, start, limit, items)
        yield start, cut
        start = cut
        items = [item for item in items if item[0] >= start]
    if end > start:
        yield start, end


def _reach(start: int, end: int, items: list[tuple[int, int]]) -> int:
    """How far a stretch from `start` may go; an item counts as a slot, not by its length."""
    free, at = LONGEST, start
    for number, (first, last) in enumerate(items):
        if number == SLOT_COUNT:
            return first
        if first - at > free:
            break
        free -= first - at
        at = last
    return min(end, at + free)


def _cut(text: str, start: int, limit: int, items: list[tuple[int, int]]) -> int:
    """The last place of the best kind in the second half before the limit, outside preserved items."""
    for kind in _CUTS:
        places = [match.end() for match in kind.finditer(text, start + (limit - start) // 2, limit)]
        places = [place for place in places if not any(first < place < last for first, last in items)]
        if places:
            return places[-1]
    half = start + (limit - start) // 2
    return next((place for place in range(limit, half, -1) if not is_mark(text[place])), limit)
