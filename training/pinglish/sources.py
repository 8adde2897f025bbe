"""The data of this training, and which kinds of name are spelled by convention.

A name is respelled where it is a proper name or an abbreviation, where its home is not the Arabic script, and
where the Latin spelling is the same name, not a translation. Common nouns (کامپیوتر, پیتزا) are Persian words
and stay with the rules, and so do the names Iranians bear and the places they live in.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.pinglish.name_key import key_of
from training.pinglish.transliteration import is_same_name, same_ending

FOREIGN_KINDS: Final = frozenset(
    ("foreign-first", "foreign-surname", "company", "product", "capital", "city", "country")
)
"""Kinds whose members are foreign unless `persian_names.txt` names them."""

PERSIAN_KINDS: Final = frozenset(
    (
        "male", "female", "surname", "iran-city", "province",
        "month", "religion", "people", "holiday", "currency",
    )
)  # fmt: skip
"""Kinds that stay with the rules."""

MIXED_KINDS: Final = frozenset(
    (
        "politician", "writer", "artist", "scientist", "athlete", "historical", "newspaper", "organisation",
        "university", "region", "river", "sea", "island", "mountain",
    )
)  # fmt: skip
"""Kinds with both: `origin.py` decides name by name."""

ABBREVIATION: Final = "abbreviation"

GOLD: Final = (
    ("sentences", "ours"),
    ("press", "ours"),
    ("tatoeba", "CC-BY 2.0 FR"),
)
"""Files of `translation/gold` that names are mined from, with licences."""


@dataclass(frozen=True, slots=True)
class Name:
    """A row of names.tsv: Persian, established Latin spelling, phonemes, kind."""

    persian: str
    latin: str
    phonemes: str
    kind: str

    @property
    def is_transliteration(self) -> bool:
        """Whether both spellings say the same name (False for آلمان, Germany)."""
        key = key_of(self.persian)
        return is_same_name(key, self.latin) and same_ending(key, self.latin)


def names(data: Path) -> list[Name]:
    """The rows of pinglish/names.tsv."""
    lines = (data / "pinglish" / "names.tsv").read_text(encoding="utf-8").splitlines()
    return [Name(*line.split("\t")) for line in lines if line]


def listed(file: str) -> frozenset[str]:
    """Keys of the names in a list of this folder: "persian_names.txt" or "foreign_names.txt"."""
    lines = (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines()
    return frozenset(key_of(line) for line in lines if line and not line.startswith("#"))


def lexicon(data: Path) -> dict[str, set[str]]:
    """The pronunciation lexicon: phonemes of each key."""
    found: dict[str, set[str]] = {}
    for line in (data / "reading" / "zaya_lexicon.tsv").read_text(encoding="utf-8").splitlines():
        word, phonemes = line.split("\t")[:2]
        found.setdefault(key_of(word), set()).add(phonemes)
    return found


def pairs(data: Path) -> Iterator[tuple[str, str]]:
    """Persian sentences with their translations."""
    for name, _ in GOLD:
        with lzma.open(data / "translation" / "gold" / f"{name}.tsv.xz", "rt", encoding="utf-8") as file:
            for line in file:
                persian, english = line.rstrip("\n").split("\t")[:2]
                yield persian, english
