"""Sentences written for this project by large language models: English and its Persian, every ezafe marked.

Of the kinds of text that the other data hold little of: articles (travel guides, encyclopedias for the
young, reports), everyday text (chat, dialogues, letters) and plain talk (a phrase book). They train the
translator, and as text whose every ezafe is known the reading tagger.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from training.digest import digest

FOLDER: Final = Path(__file__).parent
SETS: Final = ("articles", "everyday", "plain")
ORIGIN: Final = "written for this project by large language models"

Pair = tuple[str, str]


def pairs(*sets: str) -> list[Pair]:
    """Persian, its ezafes marked as in «خانهٔ بزرگِ ما», and English: all sentences, or those of these sets."""
    found: list[Pair] = []
    for name in sets or SETS:
        with lzma.open(file_of(name), "rt", encoding="utf-8") as lines:
            rows = (line.rstrip("\n").split("\t") for line in lines)
            found += [(persian, english) for persian, english in rows]
    return found


def taught(*sets: str) -> list[Pair]:
    """Those to train on."""
    return [pair for pair in pairs(*sets) if not _is_held_out(pair)]


def held_out(*sets: str) -> list[Pair]:
    """Those to measure with and never to train on: one in fifty."""
    return [pair for pair in pairs(*sets) if _is_held_out(pair)]


def _is_held_out(pair: Pair) -> bool:
    return int(digest(pair[0]), 16) % 50 == 0


def store(name: str, found: Iterable[Pair]) -> None:
    """Writes the file of a set anew."""
    with lzma.open(file_of(name), "wt", encoding="utf-8", preset=9) as lines:
        lines.writelines(f"{persian}\t{english}\n" for persian, english in found)


def file_of(name: str) -> Path:
    """Where the sentences of a set are."""
    return FOLDER / f"{name}.tsv.xz"
