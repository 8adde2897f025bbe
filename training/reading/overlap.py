"""What must never reach training: sentences of the dev sets, and what shares long runs of words with them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from engine.reading.encoding import encode
from engine.text.normalize import normalize
from training.reading.sources import letters_of, lines

DEV_FILES: Final = ("reading/sentences.dev.tsv", "reading/updt.dev.txt")
SHARED_RUN: Final = 8  # words
_SHORTEST: Final = 4  # words; three alone are no sentence that could be recognised


def plain_words(text: str) -> tuple[str, ...]:
    """The words of a text by their letters alone."""
    return tuple(letters_of(s.word) for s in encode(normalize(text).text).segments if s.word)


class DevOverlap:
    """Knows the dev sentences, and says whether a sequence of words shares too much with them."""

    def __init__(self, data: Path) -> None:
        self.whole: set[tuple[str, ...]] = set()
        self.runs: set[tuple[str, ...]] = set()
        for file in DEV_FILES:
            for row in lines(data / file):
                words = plain_words(row[0])
                self.whole.add(words)
                self.runs.update(words[i : i + SHARED_RUN] for i in range(len(words) - SHARED_RUN + 1))

    def __contains__(self, words: tuple[str, ...]) -> bool:
        if len(words) < _SHORTEST:
            return False
        return words in self.whole or any(
            words[i : i + SHARED_RUN] in self.runs for i in range(len(words) - SHARED_RUN + 1)
        )
