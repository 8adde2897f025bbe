"""The names of English text: the spellings that a guess may have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path


class EnglishNames:
    """Names with their counts, and how the model's chunks of letters make them up.

    Args:
        counts: how often English text has each name; lower case.
        chunks: the chunks by id.
    """

    def __init__(self, counts: Mapping[str, int], chunks: Sequence[str]) -> None:
        self.counts = counts
        self._chunks = chunks
        self._beginnings = {name[:end] for name in counts for end in range(len(name) + 1)}
        self._known: dict[str, tuple[tuple[int, ...], tuple[str, ...]]] = {}

    def continuations(self, beginning: str) -> tuple[tuple[int, ...], tuple[str, ...]]:
        """Ids of the chunks that may follow the beginning of a name, and the longer beginnings they make."""
        found = self._known.get(beginning)
        if found is None:
            longer = ((number, beginning + chunk) for number, chunk in enumerate(self._chunks))
            fitting = [(number, text) for number, text in longer if text in self._beginnings]
            found = tuple(number for number, _ in fitting), tuple(text for _, text in fitting)
            self._known[beginning] = found
        return found

    @classmethod
    def load(cls, path: Path, chunks: Sequence[str]) -> EnglishNames:
        """Reads lines of name and count."""
        lines = (line.split() for line in path.read_text(encoding="utf-8").splitlines())
        return cls({name: int(count) for name, count in lines}, chunks)
