"""How sure a doubtful word is, and what else it may be: letters are scored one by one, words are not read so.

Of a word's possible readings those that training saw count in full, and any other, a mixture of labels that
happen to be likely, by the share of words that have an unseen reading. So the probability of a word's whole
reading is that of its letters together, set right by Bayes' rule; each letter's follows from the readings
that agree on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.reading.candidates import CANDIDATES, COLUMNS, SOUNDS
from engine.reading.known import UNSEEN

_LEAST: Final = 0.02  # probability of an alternative
_MOST: Final = 3
_BEAM: Final = 8
_OPTIONS: Final = 4  # labels of a letter that unseen readings are built from
_LONGEST: Final = 64  # letters; what is longer is no word, and gets no unseen readings


@dataclass(frozen=True, slots=True)
class Weighed:
    """A word's reading among the others it may have.

    Attributes:
        confidence: probability of the reading taken.
        letters: probability of each of its letters' labels.
        alternatives: (phonemes, probability) of other readings, most probable first.
    """

    confidence: float
    letters: tuple[float, ...]
    alternatives: tuple[tuple[str, float], ...]


def weigh(
    taken: tuple[int, ...],
    readings: Sequence[tuple[int, ...]],
    characters: NDArray[np.int64],
    probabilities: NDArray[np.float32],
) -> Weighed:
    """Weighs the reading taken for a word of N letters against the others.

    Args:
        taken: its labels.
        readings: the label sequences that training saw of the word; none if it is unknown.
        characters: character ids, (N,).
        probabilities: of each letter's candidates, (N, K).
    """
    letters = np.arange(len(taken))
    seen = {r: float(probabilities[letters, COLUMNS[characters, r]].prod()) for r in readings}
    own = probabilities[letters, COLUMNS[characters, taken]].tolist()
    rare = UNSEEN if seen else 1.0
    known = min(1.0, sum(seen.values()))
    unseen = rare * (1.0 - known)
    whole = known + unseen
    others = _beam(characters, probabilities) if unseen >= _LEAST * whole else []
    shares = {labels: rare * p for p, labels in others}
    shares[taken] = rare * math.prod(own)
    shares |= seen
    agreeing = (sum(p for r, p in seen.items() if r[n] == label) for n, label in enumerate(taken))
    sure = tuple((a + rare * max(0.0, p - a)) / whole for p, a in zip(own, agreeing, strict=True))
    return Weighed(shares[taken] / whole, sure, _alternatives(taken, shares, whole))


def _alternatives(
    taken: tuple[int, ...], shares: dict[tuple[int, ...], float], whole: float
) -> tuple[tuple[str, float], ...]:
    said = {labels: "".join([SOUNDS[label] for label in labels]) for labels in shares}
    merged: dict[str, float] = {}
    for labels, share in shares.items():
        if said[labels] != said[taken]:
            merged[said[labels]] = merged.get(said[labels], 0.0) + share / whole
    likely = [(phonemes, p) for phonemes, p in merged.items() if p >= _LEAST and phonemes]
    return tuple(sorted(likely, key=lambda item: -item[1])[:_MOST])


def _beam(
    characters: NDArray[np.int64], probabilities: NDArray[np.float32]
) -> list[tuple[float, tuple[int, ...]]]:
    """The likeliest label sequences, with the probability of their letters together."""
    if len(characters) > _LONGEST:
        return []
    options: list[list[tuple[float, int]]] = [[] for _ in characters]
    for n, column in np.argwhere(probabilities >= _LEAST / 2).tolist():
        options[n].append((float(probabilities[n, column]), int(CANDIDATES[characters[n], column])))
    beam: list[tuple[float, tuple[int, ...]]] = [(1.0, ())]
    for some in options:
        likeliest = sorted(some, reverse=True)[:_OPTIONS]
        beam = [(p * q, (*labels, label)) for p, labels in beam for q, label in likeliest]
        if len(likeliest) > 1:
            beam = sorted(beam, reverse=True)[:_BEAM]
    return beam
