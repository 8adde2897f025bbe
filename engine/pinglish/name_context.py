"""Is a word that may be a name one here? The words beside it and its own reading speak for and against."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from engine.reading.scheme import GLOTTAL_STOP
from engine.text.name_key import key_of

EDGE: Final = "|"
"""Stands for the neighbour where a sentence ends or a sign of punctuation stands between."""

NAME: Final = "+"
"""Stands for a neighbour that is surely a foreign name."""


class Placed(Protocol):
    """A word at its place in a text."""

    @property
    def text(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...


@dataclass(frozen=True)
class ContextWeights:
    """What counts how much in the log-odds that a word is a name.

    Attributes:
        before, after: log-odds by key of the neighbour.
        beside: factor of both together.
        prior: factor of the name's own log-odds.
        agreeing, differing: added where the word is read as the name is, or otherwise.
    """

    before: Mapping[str, float]
    after: Mapping[str, float]
    beside: float = 1.0
    prior: float = 1.0
    agreeing: float = 0.0
    differing: float = 0.0

    def log_odds(self, prior: float, neighbours: tuple[str, str], agrees: bool) -> float:
        """Log-odds that a word is the name it may be.

        Args:
            prior: of the name, whatever stands beside it.
            neighbours: what `neighbours` says.
            agrees: whether the word is read as the name is.
        """
        before, after = neighbours
        beside = self.before.get(before, 0.0) + self.after.get(after, 0.0)
        return self.prior * prior + self.beside * beside + (self.agreeing if agrees else self.differing)


def neighbours(text: str, words: Sequence[Placed], at: int, sure: Container[str]) -> tuple[str, str]:
    """Keys of the words before and after a word, `EDGE` for none, `NAME` for one whose key is in `sure`."""
    before = at > 0 and adjacent(text, words[at - 1], words[at])
    after = at + 1 < len(words) and adjacent(text, words[at], words[at + 1])
    return (
        _sign(words[at - 1], sure) if before else EDGE,
        _sign(words[at + 1], sure) if after else EDGE,
    )


def _sign(word: Placed, sure: Container[str]) -> str:
    key = key_of(word.text)
    return NAME if key in sure else key


def adjacent(text: str, first: Placed, second: Placed) -> bool:
    """Whether nothing but spaces and what cannot be seen stands between two words."""
    return not text[first.end : second.start].strip(" \t\u00a0\u200c\u200b")


def same_sound(one: str, other: str) -> bool:
    """Whether two phoneme strings agree, glottal stops aside."""
    return one.replace(GLOTTAL_STOP, "") == other.replace(GLOTTAL_STOP, "")


def read_weights(path: Path) -> tuple[dict[str, float], dict[str, float]]:
    """Neighbour log-odds from lines of side (before, after), key and number."""
    found: dict[str, dict[str, float]] = {"before": {}, "after": {}}
    for line in path.read_text(encoding="utf-8").splitlines():
        side, key, weight = line.split("\t")
        found[side][key] = float(weight)
    return found["before"], found["after"]
