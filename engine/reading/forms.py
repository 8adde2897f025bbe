"""The word forms the tagger knows by sight; every other word it reads from its letters alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from engine.text.chars import ZWNJ

UNKNOWN: Final = 0


class FormVocabulary:
    """Word form -> id from 1; a form is a word's letters without marks and non-joiners."""

    def __init__(self, forms: Iterable[str]) -> None:
        self._ids = {form: i for i, form in enumerate(forms, start=1)}

    def __len__(self) -> int:
        """Ids in use, the unknown form's included."""
        return len(self._ids) + 1

    def __iter__(self) -> Iterator[str]:
        return iter(self._ids)

    def __getitem__(self, word: str) -> int:
        return self._ids.get(word.replace(ZWNJ, ""), UNKNOWN) if word else UNKNOWN

    @classmethod
    def load(cls, path: Path) -> FormVocabulary:
        """Reads one form a line."""
        return cls(path.read_text(encoding="utf-8").splitlines())

    def save(self, path: Path) -> None:
        path.write_text("".join(f"{form}\n" for form in self._ids), encoding="utf-8")
