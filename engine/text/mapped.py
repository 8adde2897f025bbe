"""Text that remembers where each of its code points came from."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Mapped:
    """A text made from an original, with the origin of every code point.

    Attributes:
        text: the made text.
        starts: for output code point i, the first original code point it stands for.
        ends: for output code point i, one past the last original code point it stands for.

    Both tuples have the length of `text` and never decrease; every span holds at least one code point.
    """

    text: str
    starts: tuple[int, ...]
    ends: tuple[int, ...]

    def span(self, i: int, j: int) -> tuple[int, int]:
        """The original span (start, end) that the output slice i:j stands for.

        An empty slice gives an empty span at the place where it stands.
        """
        if i >= j:
            at = self.starts[i] if i < len(self.starts) else (self.ends[-1] if self.ends else 0)
            return at, at
        return self.starts[i], self.ends[j - 1]

    def compose(self, inner: Mapped) -> Mapped:
        """This text mapped through to the original of `inner`, where this one was made from `inner.text`."""
        return Mapped(
            self.text,
            tuple(inner.starts[start] for start in self.starts),
            tuple(inner.ends[end - 1] for end in self.ends),
        )


@dataclass(frozen=True, slots=True)
class Edit:
    """Original code points start:end give way to `replacement`, of which each stands for all of them."""

    start: int
    end: int
    replacement: str


def identity(text: str) -> Mapped:
    """The text as it is, every code point standing for itself."""
    return Mapped(text, tuple(range(len(text))), tuple(range(1, len(text) + 1)))


def edited(text: str, edits: Iterable[Edit]) -> Mapped:
    """Apply edits, ordered and non-overlapping, to a text; what lies between them is kept as it is.

    Raises:
        ValueError: an edit is empty, out of order, overlapping or out of range.
    """
    parts: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    at = 0
    for edit in edits:
        if not at <= edit.start < edit.end <= len(text):
            raise ValueError(f"edit {edit.start}:{edit.end} after {at} in a text of {len(text)} code points")
        parts += (text[at : edit.start], edit.replacement)
        starts += range(at, edit.start)
        ends += range(at + 1, edit.start + 1)
        starts += [edit.start] * len(edit.replacement)
        ends += [edit.end] * len(edit.replacement)
        at = edit.end
    parts.append(text[at:])
    starts += range(at, len(text))
    ends += range(at + 1, len(text) + 1)
    return Mapped("".join(parts), tuple(starts), tuple(ends))
