"""The data of this training, and which kinds of name are spelled by convention.

A name is respelled where it is a proper name or an abbreviation, where its home is not the Arabic script, and
where the Latin spelling is the same name, not a translation. Common nouns (کامپیوتر, پیتزا) are Persian words
and stay with the rules, and so do the names Iranians bear and the places they live in.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from engine.text.name_key import key_of
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


ENGLISH: Final = (
    ("mono/en/modern.txt.xz", "public text, no licence stated"),
    ("mono/en/technical.txt.xz", "open documentation"),
    ("mono/en/classic-books.txt.xz", "public domain"),
)
"""Files of English text whose names are counted, with licences; none of them need be there."""


@dataclass(frozen=True, slots=True)
class Name:
    """One name of a list.

    Attributes:
        persian: its Persian spelling.
        latin: its established Latin spelling.
        phonemes: how it is read; "" where that is not known.
        kind: what bears it.
        is_certain: whether our own list has it: foreign, the same name in both spellings, and no common word
            unless it has words in `beside`.
        beside: keys of words beside which it is surely the name; where there are any, the form is first of
            all something else.
    """

    persian: str
    latin: str
    phonemes: str
    kind: str
    is_certain: bool = False
    beside: frozenset[str] = frozenset()

    @property
    def is_transliteration(self) -> bool:
        """Whether both spellings say the same name (False for آلمان, Germany)."""
        key = key_of(self.persian)
        return self.is_certain or (is_same_name(key, self.latin) and same_ending(key, self.latin))


def names(data: Path) -> list[Name]:
    """The rows of pinglish/names.tsv, then those of `more_names.tsv`, with the phonemes of the former."""
    lines = (data / "pinglish" / "names.tsv").read_text(encoding="utf-8").splitlines()
    rows = [*map(_row, filter(None, lines))]
    read = {(key_of(name.persian), name.latin): name.phonemes for name in rows}
    more = map(_more, _lines("more_names.tsv"))
    return [*rows, *(replace(one, phonemes=read.get((key_of(one.persian), one.latin), "")) for one in more)]


def _row(line: str) -> Name:
    persian, latin, phonemes, kind = line.split("\t")
    return Name(persian, latin, phonemes, kind)


def _more(line: str) -> Name:
    persian, latin, kind, *beside = line.split("\t")
    return Name(persian, latin, "", kind, True, frozenset(map(key_of, " ".join(beside).split())))


def listed(file: str) -> frozenset[str]:
    """Keys of the names in a list of this folder: "persian_names.txt" or "foreign_names.txt"."""
    return frozenset(map(key_of, _lines(file)))


def _lines(file: str) -> list[str]:
    lines = (Path(__file__).parent / file).read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


def lexicon(data: Path) -> dict[str, set[str]]:
    """The pronunciation lexicon: phonemes of each key."""
    found: dict[str, set[str]] = {}
    for line in (data / "reading" / "zaya_lexicon.tsv").read_text(encoding="utf-8").splitlines():
        word, phonemes = line.split("\t")[:2]
        found.setdefault(key_of(word), set()).add(phonemes)
    return found


def english(data: Path) -> Iterator[str]:
    """Lines of English text."""
    for name, _ in ENGLISH:
        if (data / name).exists():
            with lzma.open(data / name, "rt", encoding="utf-8") as file:
                yield from file


def pairs(data: Path) -> Iterator[tuple[str, str]]:
    """Persian sentences with their translations."""
    for name, _ in GOLD:
        with lzma.open(data / "translation" / "gold" / f"{name}.tsv.xz", "rt", encoding="utf-8") as file:
            for line in file:
                persian, english = line.rstrip("\n").split("\t")[:2]
                yield persian, english
