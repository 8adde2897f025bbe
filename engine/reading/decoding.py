"""Scores to readings, under the constraints of what the writer typed.

A typed mark narrows the labels of its letter before the best one is taken, so it is never overruled; what a
set phrase or an entry of the user's lexicon settles does so too. Ezafe is decided per word: typed marks on
its last letter decide it, otherwise the model does, and never on a bare final alef, which has to be spelled
with ی to take it.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.reading.candidates import CANDIDATES, COLUMNS, SOUNDS
from engine.reading.encoding import CHARACTER_IDS, HAMZA_SEATS, Encoded, Segment
from engine.reading.fixed import Fixed
from engine.reading.known import KnownReadings
from engine.reading.labels import LABELS, SILENT
from engine.reading.scheme import EZAFE_AFTER_CONSONANT, EZAFE_AFTER_VOWEL, ends_in_vowel
from engine.reading.spelling import misspelled, respelled
from engine.reading.typed import typed_ezafe, typed_labels
from engine.reading.weighing import weigh
from engine.text.chars import KASRA, SHADDA, ZWNJ

_NO_EZAFE_FINALS: Final = frozenset("اآ")
_ARTICLE: Final = "ال"
_DOUBT: Final = 0.98  # words surer than this have no alternatives


@dataclass(slots=True)
class DecodedWord:
    """One word as decoded.

    Attributes:
        segment: the word.
        places: its letters, indices into the characters.
        labels: one label id a letter.
        confidences: the probability of each.
        confidence: that of all together.
        phonemes: the sounds of the labels together.
        ezafe: "", "e" or "ye".
        ezafe_probability: of ezafe being there.
        alternatives: (phonemes, probability), most probable first.
        known: whether training saw the word's form, or a lexicon has the word.
        lexicon: whether the user's lexicon settled it.
    """

    segment: Segment
    places: Sequence[int]
    labels: tuple[int, ...]
    confidences: Sequence[float]
    confidence: float
    phonemes: str
    ezafe: str
    ezafe_probability: float
    alternatives: tuple[tuple[str, float], ...]
    known: bool
    lexicon: bool


@dataclass(frozen=True)
class _Letters:
    """The N letters of the words of a text, non-joiners left out.

    Attributes:
        places: where each stands among the characters, (N,).
        characters: its character id, (N,).
        bounds: for each word the first of its letters and one past the last.
        words: number of the word of each letter, (N,).
    """

    places: NDArray[np.int64]
    characters: NDArray[np.int64]
    bounds: tuple[tuple[int, int], ...]
    words: NDArray[np.int64]


def decode(
    encoded: Encoded,
    logits: NDArray[np.float32],
    ezafe: NDArray[np.float32],
    fixed: Mapping[int, Fixed],
    known: KnownReadings,
) -> list[DecodedWord]:
    """The words of a text, best label by letter, settled among the known readings of the word.

    Args:
        encoded: the text, T characters and W segments.
        logits: of each character's candidate labels, (T, K); see `engine.reading.candidates`.
        ezafe: ezafe logits, (W,).
        fixed: what is settled about words, by segment; typed marks go before it.
        known: the readings of words that training saw.
    """
    numbers = [number for number, segment in enumerate(encoded.segments) if segment.word]
    if not numbers:
        return []
    segments = [encoded.segments[number] for number in numbers]
    letters = _letters(encoded, segments)
    probabilities = _probabilities(encoded, letters, segments, numbers, fixed, logits)
    best = probabilities.argmax(-1)
    labels = CANDIDATES[letters.characters, best]
    unspelled = _unspelled(letters, labels)
    places, taken = letters.places.tolist(), labels.tolist()
    confidences = probabilities[np.arange(len(best)), best].tolist()
    chances = (1.0 / (1.0 + np.exp(-ezafe.astype(np.float64)))).tolist()
    words: list[DecodedWord] = []
    for n, (number, segment, (a, b)) in enumerate(zip(numbers, segments, letters.bounds, strict=True)):
        own = tuple(taken[a:b])
        settled = own
        if n in unspelled:
            settled = respelled(own, places[a:b], letters.characters[a:b], probabilities[a:b])
        readings = known.under_marks(segment.word, settled)
        if readings and settled not in readings:
            settled = known.settle(
                segment.word, settled, _of_labels(letters.characters[a:b], probabilities[a:b])
            )
        sure: Sequence[float] = confidences[a:b]
        if settled != own:
            sure = probabilities[np.arange(a, b), COLUMNS[letters.characters[a:b], settled]].tolist()
        confidence = math.prod(sure)
        others: tuple[tuple[str, float], ...] = ()
        if confidence < _DOUBT:
            weighed = weigh(settled, readings, letters.characters[a:b], probabilities[a:b])
            sure, confidence, others = weighed.letters, weighed.confidence, weighed.alternatives
        phonemes = "".join([SOUNDS[label] for label in settled])
        said = fixed.get(number)
        linked = said.ezafe if said else None
        typed = typed_ezafe(encoded, places[a:b])
        if typed and said and _is_arabic(encoded, segment, said, fixed.get(number + 1)):
            typed = False
        certain = linked if typed is None else typed
        kind, chance = _ezafe(encoded, places[a:b], settled, phonemes, certain, chances[number])
        seen = bool(readings) or bool(said and said.labels) or segment.word in known
        words.append(
            DecodedWord(
                segment=segment,
                places=places[a:b],
                labels=settled,
                confidences=sure,
                confidence=confidence,
                phonemes=phonemes,
                ezafe=kind,
                ezafe_probability=chance,
                alternatives=others,
                known=seen,
                lexicon=said is not None and said.lexicon,
            )
        )
    return words


def _letters(encoded: Encoded, segments: Sequence[Segment]) -> _Letters:
    starts = np.array([segment.start for segment in segments])
    ends = np.array([segment.end for segment in segments])
    inside = np.zeros(len(encoded.text) + 1, dtype=np.int64)
    inside[starts] += 1
    inside[ends] -= 1
    within = inside[:-1].cumsum() == 1
    places = np.flatnonzero(within & (encoded.characters != CHARACTER_IDS[ZWNJ]))
    firsts, lasts = np.searchsorted(places, starts), np.searchsorted(places, ends)
    return _Letters(
        places,
        encoded.characters[places],
        tuple(zip(firsts.tolist(), lasts.tolist(), strict=True)),
        np.repeat(np.arange(len(segments)), lasts - firsts),
    )


def _probabilities(
    encoded: Encoded,
    letters: _Letters,
    segments: Sequence[Segment],
    numbers: Sequence[int],
    fixed: Mapping[int, Fixed],
    logits: NDArray[np.float32],
) -> NDArray[np.float32]:
    """Of each letter's candidates, (N, K); 0 for those that typed marks or what is settled rules out."""
    scores = logits[letters.places]
    marked = set(letters.words[encoded.mark_bits[letters.places] != 0].tolist())
    for n, number in enumerate(numbers):
        if n in marked or number in fixed:
            first, last = letters.bounds[n]
            said = fixed[number].labels if number in fixed else ()
            wanted = _wanted(encoded, segments[n].word, letters.places[first:last].tolist(), said)
            for i, labels in wanted.items():
                columns = COLUMNS[letters.characters[first + i], labels]
                kept = scores[first + i, columns]
                scores[first + i] = -np.inf
                scores[first + i, columns] = kept
    scores -= scores.max(-1, keepdims=True)
    np.exp(scores, out=scores)
    scores /= scores.sum(-1, keepdims=True)
    return scores


def _wanted(
    encoded: Encoded, word: str, places: Sequence[int], fixed: tuple[int, ...]
) -> dict[int, tuple[int, ...]]:
    """The labels that the letters of one word may take, by letter; a letter left out may take any."""
    letters = word.replace(ZWNJ, "")
    marks = [encoded.marks[place] for place in places]
    if typed_ezafe(encoded, places):
        marks[-1] = marks[-1].replace(KASRA, "")
    if letters[0] != encoded.text[places[0]]:
        marks[0] += HAMZA_SEATS[encoded.text[places[0]]]
    for n in range(1, len(fixed)):
        if fixed[n - 1] == SILENT and letters[n - 1] == "ل" and not LABELS[fixed[n]].doubled:
            marks[n] = marks[n].replace(SHADDA, "")  # الرَّحمن: the article's tashdid is not heard here
    wanted = typed_labels(letters, marks)
    for n, label in enumerate(fixed):
        if n not in wanted or label in wanted[n]:
            wanted[n] = (label,)
    return wanted


def _unspelled(letters: _Letters, labels: NDArray[np.int64]) -> frozenset[int]:
    """The words in which two labels in a row spell no Persian."""
    wrong = misspelled(letters.characters[1:], labels[:-1], labels[1:])
    wrong &= (letters.words[1:] == letters.words[:-1]) & (letters.places[1:] == letters.places[:-1] + 1)
    return frozenset(letters.words[1:][wrong].tolist())


def _of_labels(characters: NDArray[np.int64], probabilities: NDArray[np.float32]) -> NDArray[np.float32]:
    """Probabilities of candidates, (N, K), as those of all labels, (N, number of labels)."""
    spread = np.zeros((len(characters), len(LABELS) + 1), dtype=probabilities.dtype)
    np.put_along_axis(spread, CANDIDATES[characters], probabilities, axis=1)
    return spread[:, :-1]


def _is_arabic(encoded: Encoded, segment: Segment, said: Fixed, following: Fixed | None) -> bool:
    """Whether the kasra at the end of a word of a set phrase is a vowel or a case ending, and no ezafe.

    A vowel is one that the phrase has there (عَلَیهِ) or at the beginning of its next word (بِسمِ before ellAh);
    a case ending is that of a last word with the article that is marked elsewhere too (الرَّحِیمِ).
    """
    if not said.labels:
        return False
    if not said.lexicon and not said.ezafe and segment.word.startswith(_ARTICLE):
        marked = sum(1 for marks in encoded.marks[segment.start : segment.end] if marks)
        if marked > 1:
            return True
    opening = SOUNDS[following.labels[0]] if following and following.labels else ""
    return said.ezafe is False and EZAFE_AFTER_CONSONANT in (LABELS[said.labels[-1]].nucleus, opening)


def _ezafe(
    encoded: Encoded,
    places: Sequence[int],
    labels: tuple[int, ...],
    phonemes: str,
    settled: bool | None,
    chance: float,
) -> tuple[str, float]:
    """The ezafe of a word, "", "e" or "ye", and how probable any is; what is settled goes before `chance`."""
    if settled is not None:
        chance = float(settled)
    elif encoded.text[places[-1]] in _NO_EZAFE_FINALS or len(places) == 1:
        chance = 0.0
    if chance <= 0.5:
        return "", chance
    ye = ends_in_vowel(phonemes) or written_ye(encoded, places, labels)
    return EZAFE_AFTER_VOWEL if ye else EZAFE_AFTER_CONSONANT, chance


def written_ye(encoded: Encoded, places: Sequence[int], labels: Sequence[int]) -> bool:
    """Whether the word's final ی is the sound of its ezafe.

    It is a y after a vowel that it forms no diphthong with (هوای, خانه‌ی), or a word of its own (خانه ی).
    """
    if encoded.text[places[-1]] != "ی":
        return False
    if len(places) == 1:
        return SOUNDS[labels[-1]] == EZAFE_AFTER_VOWEL
    if SOUNDS[labels[-1]] != "y":
        return False
    before = "".join(SOUNDS[i] for i in labels[:-1])
    return ends_in_vowel(before) and (before[-1] in "Aui" or SOUNDS[labels[-2]] == "")
