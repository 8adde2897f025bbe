"""Targets of a text: for every letter the set of labels it may have, for every word its ezafe.

A set is a number: 0 says nothing is known, 1 + i is label i alone, higher numbers are sets of several labels.
The loss asks that the probability falls inside the set, so sources that say only part can teach that part.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from engine.reading.labels import LABELS


@dataclass
class Example:
    """One text with its targets; all lists have one entry for each character (marks are no characters).

    Attributes:
        text: normalised characters without marks.
        marks: bits of the marks typed on each character.
        targets: number of each character's label set.
        ezafe: at the last character of a word 1, 0 or -1 (unknown); -1 elsewhere.
        source: name of the source.
    """

    text: str
    marks: list[int]
    targets: list[int]
    ezafe: list[int]
    source: str


@dataclass
class LabelSets:
    """Numbers sets of labels."""

    sets: list[frozenset[int]] = field(default_factory=list)
    numbers: dict[frozenset[int], int] = field(default_factory=dict)

    def number(self, labels: Iterable[int]) -> int:
        """The number of a set; the empty set says nothing."""
        wanted = frozenset(labels)
        if len(wanted) <= 1:
            return 1 + next(iter(wanted)) if wanted else 0
        if wanted not in self.numbers:
            self.numbers[wanted] = 1 + len(LABELS) + len(self.sets)
            self.sets.append(wanted)
        return self.numbers[wanted]

    def table(self) -> NDArray[np.bool_]:
        """Row n is set number n as a mask over the labels, (sets, labels); row 0 holds all labels."""
        rows = np.zeros((1 + len(LABELS) + len(self.sets), len(LABELS)), dtype=np.bool_)
        rows[0] = True
        rows[1 : 1 + len(LABELS)] = np.eye(len(LABELS), dtype=np.bool_)
        for n, wanted in enumerate(self.sets):
            rows[1 + len(LABELS) + n, list(wanted)] = True
        return rows
