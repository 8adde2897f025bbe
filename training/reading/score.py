"""The scores of readings against references, engine apart: phonemes and marks as strings.

Phoneme protocol: one token a phoneme; ezafe is a token of its own (E, after a vowel y and E); the glottal
stop is dropped and `ow` counts as `o`; hypothesis and reference are aligned at least edit cost, where taking
an `e` for an ezafe costs half (so that it aligns) but is no error of the phoneme count.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

EZAFE: Final = "E"
_TOKENS: Final = frozenset("bptsjChxdzrZSqfkglmnvyAaeoiuw" + EZAFE)
_MARKS: Final = "\u064b\u064c\u064d\u064e\u064f\u0650\u0651\u0670\u0654"  # sukun is ignored


@dataclass(frozen=True)
class EzafeScore:
    """Precision, recall and their harmonic mean, each 0 to 1."""

    precision: float
    recall: float
    f1: float

    @classmethod
    def of(cls, right: int, said: int, wanted: int) -> EzafeScore:
        """From how many are right of those said, and how many there are."""
        return cls(right / max(1, said), right / max(1, wanted), 2 * right / max(1, said + wanted))


def tokens(phonemes: str) -> list[str]:
    """The tokens of a transcription."""
    plain = phonemes.replace("'", "?").replace("ow", "o")
    plain = re.sub(r"-e\b", EZAFE, re.sub(r"-ye\b", "y" + EZAFE, plain))
    return [c for c in plain if c in _TOKENS]


def _swap(a: str, b: str) -> float:
    if a == b:
        return 0.0
    return 0.5 if {a, b} == {"e", EZAFE} else 1.0


def aligned(hypothesis: Sequence[str], reference: Sequence[str]) -> list[tuple[str | None, str | None]]:
    """Tokens side by side at least edit cost; None where one side has nothing."""
    n, m = len(hypothesis), len(reference)
    cost = [[float(i + j) if i == 0 or j == 0 else 0.0 for j in range(m + 1)] for i in range(n + 1)]
    for i in range(1, n + 1):
        row, above, token = cost[i], cost[i - 1], hypothesis[i - 1]
        for j in range(1, m + 1):
            row[j] = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + _swap(token, reference[j - 1]))
    pairs: list[tuple[str | None, str | None]] = []
    i, j = n, m
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + _swap(hypothesis[i - 1], reference[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((hypothesis[i], reference[j]))
        elif i and cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
            pairs.append((hypothesis[i], None))
        else:
            j -= 1
            pairs.append((None, reference[j]))
    return pairs[::-1]


def phoneme_error_rate(hypotheses: Iterable[str], references: Iterable[str]) -> float:
    """Errors for each reference token over all sentences."""
    errors = total = 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        wanted = tokens(reference)
        pairs = aligned(tokens(hypothesis), wanted)
        errors += sum(a != b and {a, b} != {"e", EZAFE} for a, b in pairs)
        total += len(wanted)
    return errors / total


def ezafe_score(hypotheses: Iterable[str], references: Iterable[str]) -> EzafeScore:
    """Ezafe tokens found, by the same alignment."""
    right = said = wanted = 0
    for hypothesis, reference in zip(hypotheses, references, strict=True):
        for a, b in aligned(tokens(hypothesis), tokens(reference)):
            right += a == EZAFE == b
            said += a == EZAFE
            wanted += b == EZAFE
    return EzafeScore.of(right, said, wanted)


def holds_reading(hypothesis: str, reading: str) -> bool:
    """Whether a word's reading occurs in a hypothesis; glottal stops, hyphens and spaces are ignored."""
    heard = re.sub(r"[^A-Za-z]", "", hypothesis.replace("ow", "o"))
    stem = re.sub(r"-y?e$", "", reading.replace("ow", "o"))
    return re.sub(r"[^A-Za-z]", "", stem) in heard


def counted_marks(marks: str) -> frozenset[str]:
    """The marks of one letter that count: all but sukun, whatever their order."""
    return frozenset(mark for mark in marks if mark in _MARKS)


def diacritic_errors(hypothesis: Sequence[str], reference: Sequence[str]) -> tuple[int, int]:
    """(letters whose marks differ, letters); an item holds one letter's marks, sukun and order ignored."""
    pairs = zip(hypothesis, reference, strict=True)
    return sum(counted_marks(h) != counted_marks(r) for h, r in pairs), len(reference)
