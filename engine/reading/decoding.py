"""Scores to readings, under the constraints of what the writer typed.

A typed mark narrows the labels of its letter before the best one is taken, so it is never overruled; so does
an entry of the user's lexicon. Ezafe is decided per word: typed marks on its last letter decide it, otherwise
the model does, and never on a bare final alef, which has to be spelled with ی to take it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.reading.encoding import CHARACTER_COUNT, CHARACTER_IDS, Encoded, Segment
from engine.reading.known import KnownReadings
from engine.reading.labels import ALLOWED, LABELS, SILENT, permitted
from engine.reading.scheme import EZAFE_AFTER_CONSONANT, EZAFE_AFTER_VOWEL, ends_in_vowel
from engine.text.chars import HAMZA_ABOVE, KASRA, VOWEL_MARKS, ZWNJ

_NO_EZAFE_FINALS: Final = frozenset("اآ")
_DOUBT: Final = 0.98  # words surer than this have no alternatives
_LEAST_ALTERNATIVE: Final = 0.02
_MOST_ALTERNATIVES: Final = 3
_BEAM: Final = 8
_OPTIONS: Final = 4  # labels of a letter that alternatives are built from
_PAIR_OPTIONS: Final = 6


def _allowed_table() -> NDArray[np.bool_]:
    table = np.zeros((CHARACTER_COUNT, len(LABELS)), dtype=np.bool_)
    table[:, SILENT] = True
    for letter, labels in ALLOWED.items():
        table[CHARACTER_IDS[letter]] = False
        table[CHARACTER_IDS[letter], list(labels)] = True
    return table


_ALLOWED_TABLE: Final = _allowed_table()


@dataclass(frozen=True)
class DecodedWord:
    """One word as decoded.

    Attributes:
        segment: the word.
        places: its letters, indices into the characters.
        labels: one label id a letter.
        confidences: the probability of each.
        ezafe: "", "e" or "ye".
        ezafe_probability: of ezafe being there.
        alternatives: (phonemes, probability), most probable first.
        known: whether training saw the word's form, or a lexicon has the word.
    """

    segment: Segment
    places: tuple[int, ...]
    labels: tuple[int, ...]
    confidences: tuple[float, ...]
    ezafe: str
    ezafe_probability: float
    alternatives: tuple[tuple[str, float], ...]
    known: bool


def decode(
    encoded: Encoded,
    labels: NDArray[np.float32],
    ezafe: NDArray[np.float32],
    fixed: dict[int, tuple[int, ...]],
    known: KnownReadings,
) -> list[DecodedWord]:
    """The words of a text, best label by letter, settled among the known readings of the word.

    Args:
        encoded: the text, T characters and W segments.
        labels: label logits, (T, number of labels).
        ezafe: ezafe logits, (W,).
        fixed: labels that a lexicon wants, by segment; typed marks go before them.
        known: the readings of words that training saw.
    """
    scores = np.where(_ALLOWED_TABLE[encoded.characters], labels, -np.inf)
    constrained: dict[int, tuple[int, ...]] = {}
    for number, segment in enumerate(encoded.segments):
        if segment.word:
            _constrain(encoded, segment, fixed.get(number), constrained)
    for place, wanted in constrained.items():
        row = np.full(len(LABELS), -np.inf, dtype=scores.dtype)
        row[list(wanted)] = labels[place, list(wanted)]
        scores[place] = row
    scores = scores - scores.max(-1, keepdims=True)
    probabilities = np.exp(scores)
    probabilities /= probabilities.sum(-1, keepdims=True)
    best = probabilities.argmax(-1)
    chances = 1.0 / (1.0 + np.exp(-ezafe.astype(np.float64)))
    return [
        _word(encoded, segment, probabilities, best, float(chances[number]), known, number in fixed)
        for number, segment in enumerate(encoded.segments)
        if segment.word
    ]


def _letters(encoded: Encoded, segment: Segment) -> tuple[int, ...]:
    return tuple(i for i in range(segment.start, segment.end) if encoded.text[i] != ZWNJ)


def typed_ezafe(encoded: Encoded, places: Sequence[int]) -> bool | None:
    """What the marks typed on a word's last letter say about its ezafe, None if nothing.

    Kasra is one, on he hamza above too; another vowel sign says there is none. A word of one letter (بِ) wears
    its kasra as a vowel.
    """
    marks = encoded.marks[places[-1]]
    if HAMZA_ABOVE in marks and encoded.text[places[-1]] == "ه":
        return True
    if len(places) > 1 and KASRA in marks:
        return True
    return False if any(mark in VOWEL_MARKS for mark in marks) else None


def _constrain(
    encoded: Encoded, segment: Segment, wanted: tuple[int, ...] | None, into: dict[int, tuple[int, ...]]
) -> None:
    places = _letters(encoded, segment)
    for n, i in enumerate(places):
        following = encoded.text[places[n + 1]] if n + 1 < len(places) else ""
        marks = encoded.marks[i]
        if following == "" and typed_ezafe(encoded, places):
            marks = marks.replace(KASRA, "")
        if marks:
            into[i] = permitted(encoded.text[i], marks, following)
        if wanted is not None and (i not in into or wanted[n] in into[i]):
            into[i] = (wanted[n],)


def _word(
    encoded: Encoded,
    segment: Segment,
    probabilities: NDArray[np.float32],
    best: NDArray[np.int64],
    chance: float,
    known: KnownReadings,
    fixed: bool,
) -> DecodedWord:
    places = _letters(encoded, segment)
    spelled = _spelled(encoded, places, probabilities, best)
    labels = known.settle(segment.word, spelled, probabilities[list(places)])
    confidences = tuple(float(probabilities[i, label]) for i, label in zip(places, labels, strict=True))
    typed = typed_ezafe(encoded, places)
    has_ezafe = chance > 0.5 if typed is None else typed
    if typed is None and (encoded.text[places[-1]] in _NO_EZAFE_FINALS or len(places) == 1):
        has_ezafe, chance = False, 0.0
    phonemes = "".join(LABELS[i].sound for i in labels)
    kind = ""
    if has_ezafe:
        kind = EZAFE_AFTER_VOWEL if _ye_follows(encoded, places, labels, phonemes) else EZAFE_AFTER_CONSONANT
    certainty = chance if typed is None else float(typed)
    alternatives: tuple[tuple[str, float], ...] = ()
    if math.prod(confidences) < _DOUBT:
        alternatives = _alternatives(places, probabilities, phonemes)
    seen = fixed or segment.word in known
    return DecodedWord(segment, places, labels, confidences, kind, certainty, alternatives, seen)


def _spelled(
    encoded: Encoded, places: tuple[int, ...], probabilities: NDArray[np.float32], best: NDArray[np.int64]
) -> tuple[int, ...]:
    """The best label of each letter; where two in a row spell no Persian, the best two that do."""
    labels = [int(best[i]) for i in places]
    for n in range(1, len(places)):
        before, here = places[n - 1], places[n]
        if here != before + 1 or _spells(encoded.text[here], labels[n - 1], labels[n]):
            continue
        options = [
            (float(probabilities[before, a] * probabilities[here, b]), int(a), int(b))
            for a in np.argsort(probabilities[before])[-_PAIR_OPTIONS:]
            for b in np.argsort(probabilities[here])[-_PAIR_OPTIONS:]
            if _spells(encoded.text[here], int(a), int(b))
        ]
        likelihood, first, second = max(options, default=(0.0, labels[n - 1], labels[n]))
        if likelihood > 0.0:
            labels[n - 1 : n + 1] = [first, second]
    return tuple(labels)


def _spells(letter: str, before: int, label: int) -> bool:
    """Whether a label may follow another within a word: و and ی write no vowel right after a short one, and a
    w stands only after o."""
    vowel, sound = LABELS[before].nucleus, LABELS[label].sound
    if sound == "w":
        return vowel == "o"
    return not (letter in "وی" and sound in ("u", "i", "o", "e") and vowel in ("a", "e", "o"))


def written_ye(encoded: Encoded, places: Sequence[int], labels: Sequence[int]) -> bool:
    """Whether the word's final ی is a y after a vowel it does not form a diphthong with: هوای, خانه‌ی."""
    if len(places) < 2 or encoded.text[places[-1]] != "ی" or LABELS[labels[-1]].sound != "y":
        return False
    before = "".join(LABELS[i].sound for i in labels[:-1])
    return ends_in_vowel(before) and (before[-1] in "Aui" or LABELS[labels[-2]].sound == "")


def _ye_follows(encoded: Encoded, places: Sequence[int], labels: Sequence[int], phonemes: str) -> bool:
    return ends_in_vowel(phonemes) or written_ye(encoded, places, labels)


def _alternatives(
    places: tuple[int, ...], probabilities: NDArray[np.float32], taken: str
) -> tuple[tuple[str, float], ...]:
    """Other readings of a word with the probability of their letters together, by beam search."""
    beam: list[tuple[float, str]] = [(1.0, "")]
    for i in places:
        row = probabilities[i]
        likely = np.flatnonzero(row >= _LEAST_ALTERNATIVE / 2)
        options = [int(o) for o in likely[np.argsort(row[likely])[::-1][:_OPTIONS]]]
        grown = [(p * float(row[o]), s + LABELS[o].sound) for p, s in beam for o in options]
        beam = sorted(grown, reverse=True)[:_BEAM]
    merged: dict[str, float] = {}
    for probability, phonemes in beam:
        merged[phonemes] = merged.get(phonemes, 0.0) + probability
    others = sorted(((s, p) for s, p in merged.items() if s != taken), key=lambda item: -item[1])
    return tuple((s, p) for s, p in others if p >= _LEAST_ALTERNATIVE)[:_MOST_ALTERNATIVES]
