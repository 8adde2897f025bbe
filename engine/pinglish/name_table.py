"""The names whose spelling is known, by the letters of their words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

PART_SEPARATOR: Final = "|"
LONGEST_NAME: Final = 4
"""Words of the longest name that is looked up."""


@dataclass(frozen=True, slots=True)
class KnownName:
    """One known name.

    Attributes:
        keys: the key of each of its Persian words.
        latin: the part of its Latin spelling that belongs to each word.
        phonemes: how a name of one word is read; "" where that is not known.
        log_odds: that the word is this name, whatever stands beside it; None where there is no doubt.
        beside: keys of words that leave no doubt where one of them stands beside it (جشنواره کن).
    """

    keys: tuple[str, ...]
    latin: tuple[str, ...]
    phonemes: str = ""
    log_odds: float | None = None
    beside: frozenset[str] = frozenset()


class NameTable:
    """Known names, found by the keys of their words."""

    def __init__(self, names: Iterable[KnownName]) -> None:
        self._names = {name.keys: name for name in names}
        self.sure = frozenset(
            keys[0] for keys, name in self._names.items() if len(keys) == 1 and name.log_odds is None
        )

    def __iter__(self) -> Iterator[KnownName]:
        return iter(self._names.values())

    def __len__(self) -> int:
        return len(self._names)

    def find(self, keys: tuple[str, ...]) -> KnownName | None:
        """The name of these words, one key each."""
        return self._names.get(keys)

    @classmethod
    def load(cls, path: Path) -> NameTable:
        """Reads what `save` wrote."""
        return cls(_parsed(line) for line in path.read_text(encoding="utf-8").splitlines())

    def save(self, path: Path) -> None:
        """Writes a line a name: keys, Latin parts, phonemes, log-odds or nothing, keys beside it."""
        path.write_text("".join(f"{_line(name)}\n" for name in self), encoding="utf-8")


def _parsed(line: str) -> KnownName:
    keys, latin, phonemes, log_odds, beside = line.split("\t")
    return KnownName(
        tuple(keys.split()),
        tuple(latin.split(PART_SEPARATOR)),
        phonemes,
        float(log_odds) if log_odds else None,
        frozenset(beside.split()),
    )


def _line(name: KnownName) -> str:
    log_odds = "" if name.log_odds is None else f"{name.log_odds:.1f}"
    beside = " ".join(sorted(name.beside))
    return "\t".join((" ".join(name.keys), PART_SEPARATOR.join(name.latin), name.phonemes, log_odds, beside))
