"""Persian text without labels: for what words keep company, for decisions, for guessing hidden words.

A line is kept if it is mostly Persian letters, occurs once and does not overlap the dev sets. It is
normalised as at inference, and its marks are taken out.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.reading.encoding import encode
from engine.text.normalize import normalize
from training.reading.overlap import DevOverlap
from training.reading.sources import letters_of

_SHORTEST, _LONGEST = 12, 420  # characters of a line
_LEAST_PERSIAN: Final = 0.65  # share of its characters that stand in Persian words


@dataclass(frozen=True)
class Unlabelled:
    """One source of text.

    Attributes:
        name: as in the manifest.
        file: path below the data folder, tab-separated if it has columns.
        licence: under which it may be used.
        open: whether a build of open licences only may use it.
        most: characters taken at most, where a source repeats itself or is archaic.
        column: where the text stands.
    """

    name: str
    file: str
    licence: str
    open: bool
    most: float = float("inf")
    column: int = 0


@dataclass(frozen=True, slots=True)
class Plain:
    """One line: its characters without marks, its words by their letters, the number of its source."""

    text: str
    words: tuple[str, ...]
    source: int


UNLABELLED: Final = (
    Unlabelled("press", "translation/gold/press.tsv.xz", "collected for this project", True),
    Unlabelled("modern", "mono/fa/modern.txt.xz", "public text, no licence stated", False),
    Unlabelled("colloquial", "mono/fa/colloquial.txt.xz", "public text, no licence stated", False),
    Unlabelled("summaries", "mono/fa/literary-summaries.txt.xz", "no licence stated", False, 3e6),
    Unlabelled("classical", "mono/fa/classical-prose.txt.xz", "no licence stated", False, 1e6),
    Unlabelled("homographs_human", "reading/homographs_human.tsv", "CC0 (HomoRich)", True, column=2),
    Unlabelled("homographs_llm", "reading/homographs_llm.tsv", "CC0 (HomoRich)", True, column=2),
    Unlabelled("tatoeba", "translation/gold/tatoeba.tsv.xz", "CC BY 2.0 (Tatoeba)", True),
)
"""Sheets name a line by its number in all of them (`training.reading.doubts`): new ones go to the end."""


def unlabelled(data: Path, open_only: bool) -> Iterator[Plain]:
    """The lines of all sources that are at hand."""
    overlap = DevOverlap(data)
    seen: set[int] = set()
    for number, source in enumerate(UNLABELLED):
        if (open_only and not source.open) or not (data / source.file).exists():
            continue
        taken = 0
        packed = source.file.endswith(".xz")
        with (lzma.open if packed else open)(data / source.file, "rt", encoding="utf-8") as file:
            for line in file:
                if taken > source.most:
                    break
                found = _usable(line.split("\t")[source.column].strip(), number)
                if found is None:
                    continue
                key = hash(found.words)
                if key not in seen and found.words not in overlap:
                    seen.add(key)
                    taken += len(found.text)
                    yield found


def _usable(line: str, source: int) -> Plain | None:
    if not _SHORTEST <= len(line) <= _LONGEST:
        return None
    found = encode(normalize(line).text)
    words = tuple(letters_of(s.word) for s in found.segments if s.word)
    if sum(map(len, words)) < _LEAST_PERSIAN * len(found.text):
        return None
    return Plain(found.text, words, source)
