"""Names that are carried over in their English spelling, as Latin words are.

A small model has seen نوادا too seldom to write Nevada. The list holds names that are no common words and
that few training pairs hold (`training.translation.names`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from engine.text.name_key import key_of
from engine.text.words import Word, WordKind, words

_LONGEST = 4
"""Words of the longest name."""


@dataclass(frozen=True, slots=True)
class FoundName:
    """A name of the list and its key there; start and end are code points of the text it was found in."""

    start: int
    end: int
    key: str
    english: str


class NameList:
    """English spellings by Persian names: their words' keys (`engine.text.name_key`), spaces between."""

    def __init__(self, names: Mapping[str, str]) -> None:
        self._names = dict(names)

    @classmethod
    def load(cls, path: Path) -> "NameList":
        """Reads lines of Persian TAB English."""
        lines = path.read_text(encoding="utf-8").splitlines()
        return cls(dict(line.split("\t") for line in lines))

    def save(self, path: Path) -> None:
        """Writes what `load` reads."""
        lines = (f"{persian}\t{english}\n" for persian, english in self._names.items())
        path.write_text("".join(lines), encoding="utf-8")

    def find(self, text: str) -> Iterator[FoundName]:
        """The names in a text, in order, the longest where several begin at one word."""
        if not self._names:
            return
        persian = [word for word in words(text) if word.kind is WordKind.PERSIAN]
        keys = [_key(word.text) for word in persian]
        at = 0
        while at < len(persian):
            size = self._size(text, persian[at : at + _LONGEST], keys[at : at + _LONGEST])
            if size:
                key = " ".join(keys[at : at + size])
                yield FoundName(persian[at].start, persian[at + size - 1].end, key, self._names[key])
            at += max(1, size)

    def _size(self, text: str, following: list[Word], keys: list[str]) -> int:
        """Words of the longest name that begins here; 0 if none does."""
        reach = 1
        while reach < len(following) and text[following[reach - 1].end : following[reach].start] == " ":
            reach += 1
        return next((n for n in range(reach, 0, -1) if " ".join(keys[:n]) in self._names), 0)


_key = lru_cache(1 << 16)(key_of)

NO_NAMES = NameList({})
