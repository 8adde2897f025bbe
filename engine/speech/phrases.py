"""What the acoustic model is given: phones in words in phrases, as one matrix of numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from engine.speech.phones import FEATURES, PHONES, SILENCE

_REACH = 20  # phones: how far from a phrase's edge a phone still feels it


class Ending(StrEnum):
    """How a phrase ends, which its melody tells from afar."""

    CONTINUES = "continues"
    STATEMENT = "statement"
    QUESTION = "question"
    EXCLAMATION = "exclamation"


_CONTEXT = ("stress", "word_initial", "word_final", "from_start", "to_end", *Ending)
N_FEATURES = len(FEATURES) + len(_CONTEXT)


@dataclass(frozen=True)
class Segment:
    """One phone in its place.

    Attributes:
        ipa: Key of PHONES.
        stress: Whether it is a stressed vowel.
        initial, final: Whether it begins or ends a word.
    """

    ipa: str
    stress: bool = False
    initial: bool = False
    final: bool = False


@dataclass(frozen=True)
class Phrase:
    """Phones between two pauses."""

    segments: tuple[Segment, ...]
    ending: Ending


def word_segments(names: Sequence[str], stressed: int | None) -> tuple[Segment, ...]:
    """Phones of one word with the vowel at index `stressed`, if any, marked."""
    last = len(names) - 1
    return tuple(
        Segment(name, index == stressed, index == 0, index == last) for index, name in enumerate(names)
    )


def matrix(phrases: Sequence[Phrase]) -> NDArray[np.float32]:
    """Features of a silence, then of each phrase's phones followed by a silence. Shape (N, N_FEATURES).

    N is `1 + sum(len(phrase.segments) + 1)`.
    """
    first = phrases[0].ending if phrases else Ending.STATEMENT
    rows = [_row(Segment(SILENCE), 0.0, 0.0, first)]
    for phrase in phrases:
        count = len(phrase.segments)
        for index, segment in enumerate(phrase.segments):
            start, end = min(index, _REACH) / _REACH, min(count - 1 - index, _REACH) / _REACH
            rows.append(_row(segment, start, end, phrase.ending))
        rows.append(_row(Segment(SILENCE), 0.0, 0.0, phrase.ending))
    return np.array(rows, dtype=np.float32)


def names(phrases: Sequence[Phrase]) -> list[str]:
    """Keys of PHONES, one for each row of `matrix(phrases)`."""
    found = [SILENCE]
    for phrase in phrases:
        found += [segment.ipa for segment in phrase.segments] + [SILENCE]
    return found


def silences(phrases: Sequence[Phrase]) -> NDArray[np.int64]:
    """Rows of `matrix(phrases)` that are silences: the one before, then one after each phrase."""
    return np.cumsum([0, *(len(phrase.segments) + 1 for phrase in phrases)])


def _row(segment: Segment, start: float, end: float, ending: Ending) -> tuple[float, ...]:
    edges = (float(segment.stress), float(segment.initial), float(segment.final), start, end)
    return (*PHONES[segment.ipa].vector, *edges, *(float(ending is kind) for kind in Ending))
