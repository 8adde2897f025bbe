"""Sentences written for this project by large language models: English and its Persian, every ezafe marked.

Of the kinds of text that the other data hold little of: travel guides, encyclopedias for the young, reports.
They train the translator, and as text whose every ezafe is known the reading tagger.
"""

from __future__ import annotations

import lzma
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from training.digest import digest

FILE: Final = Path(__file__).with_name("pairs.tsv.xz")
ORIGIN: Final = "written for this project by large language models"

Pair = tuple[str, str]


def articles() -> list[Pair]:
    """Persian, its ezafes marked as in «خانهٔ بزرگِ ما», and English of every sentence."""
    with lzma.open(FILE, "rt", encoding="utf-8") as lines:
        rows = (line.rstrip("\n").split("\t") for line in lines)
        return [(persian, english) for persian, english in rows]


def taught() -> list[Pair]:
    """Those to train on."""
    return [pair for pair in articles() if not _is_held_out(pair)]


def held_out() -> list[Pair]:
    """Those to measure with and never to train on: one in fifty."""
    return [pair for pair in articles() if _is_held_out(pair)]


def _is_held_out(pair: Pair) -> bool:
    return int(digest(pair[0]), 16) % 50 == 0


def store(pairs: Iterable[Pair]) -> None:
    """Writes the file anew."""
    with lzma.open(FILE, "wt", encoding="utf-8", preset=9) as lines:
        lines.writelines(f"{persian}\t{english}\n" for persian, english in pairs)
