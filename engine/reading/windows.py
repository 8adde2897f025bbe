"""A text of any length in pieces the tagger reads at once.

The tagger sees `horizon` segments to each side and no further, so a piece with that much more text around it
reads as it would inside the whole: seams change nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engine.reading.encoding import Encoded


@dataclass(frozen=True)
class Window:
    """A slice of an encoded text.

    Attributes:
        encoded: the slice, with positions of its own.
        first_character, first_segment: where the slice begins in the whole.
        keep: the segments of the slice, half-open, whose reading counts.
    """

    encoded: Encoded
    first_character: int
    first_segment: int
    keep: tuple[int, int]


def windows(encoded: Encoded, core: int, margin: int, opening: int | None = None) -> list[Window]:
    """Windows of `core` segments with `margin` more on each side; the kept parts cover the text in order.

    Args:
        opening: segments of the first window, if it is to be shorter than the others.
    """
    count = len(encoded.segments)
    start, end = 0, core if opening is None else opening
    if count <= end + 2 * margin:
        return [Window(encoded, 0, 0, (0, count))] if count else []
    found: list[Window] = []
    while start < count:
        first, last = max(0, start - margin), min(count, end + margin)
        piece, at = sliced(encoded, first, last)
        found.append(Window(piece, at, first, (start - first, min(end, count) - first)))
        start, end = end, end + core
    return found


def sliced(encoded: Encoded, first: int, last: int) -> tuple[Encoded, int]:
    """Segments first:last with the characters between them, and where these begin."""
    start = encoded.segments[first].start if first else 0
    end = encoded.segments[last].start if last < len(encoded.segments) else len(encoded.text)
    moved = tuple(replace(s, start=s.start - start, end=s.end - start) for s in encoded.segments[first:last])
    piece = Encoded(
        encoded.text[start:end],
        encoded.origin[start:end],
        encoded.marks[start:end],
        encoded.characters[start:end],
        encoded.mark_bits[start:end],
        encoded.segment[start:end] - first,
        moved,
    )
    return piece, start
