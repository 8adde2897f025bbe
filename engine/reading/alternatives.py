"""The other readings that a doubtful word may have."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.reading.labels import LABELS

_LEAST: Final = 0.02  # probability of an alternative
_MOST: Final = 3
_BEAM: Final = 8
_OPTIONS: Final = 4  # labels of a letter that alternatives are built from


def alternatives(
    candidates: NDArray[np.int64], probabilities: NDArray[np.float32], taken: str
) -> tuple[tuple[str, float], ...]:
    """Other readings of a word with the probability of their letters together, by beam search.

    Args:
        candidates: label ids of each letter's candidates, (N, K).
        probabilities: theirs, (N, K).
        taken: phonemes of the reading taken.
    """
    beam: list[tuple[float, str]] = [(1.0, "")]
    for row, labels in zip(probabilities, candidates, strict=True):
        likely = np.flatnonzero(row >= _LEAST / 2)
        options = [int(o) for o in likely[np.argsort(row[likely])[::-1][:_OPTIONS]]]
        grown = [(p * float(row[o]), s + LABELS[labels[o]].sound) for p, s in beam for o in options]
        beam = sorted(grown, reverse=True)[:_BEAM]
    merged: dict[str, float] = {}
    for probability, phonemes in beam:
        merged[phonemes] = merged.get(phonemes, 0.0) + probability
    others = sorted(((s, p) for s, p in merged.items() if s != taken), key=lambda item: -item[1])
    return tuple((s, p) for s, p in others if p >= _LEAST)[:_MOST]
