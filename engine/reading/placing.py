"""Decoded words at their places in the original text, with the marks that are still to be written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from engine.reading.candidates import SOUNDS
from engine.reading.decoding import DecodedWord, written_ye
from engine.reading.encoding import Encoded
from engine.reading.labels import LABELS, marks_of
from engine.reading.scheme import EZAFE_AFTER_CONSONANT
from engine.reading.types import Alternative, LetterReading, Reading, WordReading
from engine.text.chars import FATHATAN, HAMZA_ABOVE, KASRA, SHADDA, VOWEL_MARKS, is_letter
from engine.text.mapped import Mapped
from engine.text.normalize import PHRASE_LIGATURES


def placed(text: str, normal: Mapped, encoded: Encoded, words: Sequence[DecodedWord]) -> Reading:
    """The reading of a text.

    Args:
        text: the original.
        normal: its normalised form.
        encoded: that form, encoded.
        words: its words.
    """
    spans = [(normal.starts[i], normal.ends[i]) for i in encoded.origin]
    indices = [start if end - start == 1 else _bearer(text, start, end) for start, end in spans]
    return Reading(text, tuple([_word(text, normal, encoded, indices, word) for word in words]))


def _bearer(text: str, start: int, end: int) -> int:
    """The code point that bears the marks of a letter: the last letter that it stands for (سلاااام)."""
    return next((i for i in range(end - 1, start, -1) if is_letter(text[i])), start)


def _word(
    text: str, normal: Mapped, encoded: Encoded, indices: Sequence[int], word: DecodedWord
) -> WordReading:
    last = word.places[-1]
    start = normal.starts[encoded.origin[word.segment.start]]
    end = normal.ends[encoded.origin[last] + len(encoded.marks[last])]
    sure = word.ezafe_probability if word.ezafe else 1.0 - word.ezafe_probability
    return WordReading(
        text=text[start:end],
        start=start,
        end=end,
        letters=_letters(text, encoded, indices, word),
        ezafe=word.ezafe,
        ezafe_index=indices[last] if word.ezafe else None,
        ezafe_mark=_ezafe_mark(encoded, word, text[indices[last]]) if word.ezafe else "",
        ezafe_confidence=sure,
        confidence=word.confidence,
        alternatives=tuple([Alternative(phonemes, p) for phonemes, p in word.alternatives]),
        known=word.known,
        lexicon=word.lexicon,
    )


def _ezafe_mark(encoded: Encoded, word: DecodedWord, written: str) -> str:
    """The mark that is still to be written, on the code point `written`, which must stand for one word."""
    last = word.places[-1]
    if written in PHRASE_LIGATURES or any(mark in encoded.marks[last] for mark in (KASRA, HAMZA_ABOVE)):
        return ""
    silent_he = encoded.text[last] == "ه" and SOUNDS[word.labels[-1]] == ""
    return HAMZA_ABOVE if silent_he else KASRA


def _letters(
    text: str, encoded: Encoded, indices: Sequence[int], word: DecodedWord
) -> tuple[LetterReading, ...]:
    """The letters of a word; those of one ligature share a code point and are one letter, without marks."""
    letters: list[LetterReading] = []
    before, at = "", -1  # marks and code point of the letter before
    for place, label, confidence in zip(word.places, word.labels, word.confidences, strict=True):
        typed = encoded.marks[place]
        marks, sound = _marks(encoded.text[place], label), SOUNDS[label]
        if typed or before:
            marks = _missing(marks, typed, before)
        index = indices[place]
        if index == at:
            earlier = letters.pop()
            sound, marks = earlier.sound + sound, ""
            confidence *= earlier.confidence
        letters.append(LetterReading(index, text[index], marks, sound, confidence))
        before, at = typed, index
    if word.ezafe and written_ye(encoded, word.places, word.labels):  # the ی is the sound of the ezafe itself
        sound = letters[-1].sound.removesuffix(EZAFE_AFTER_CONSONANT).removesuffix("y")
        letters[-1] = replace(letters[-1], sound=sound, marks="")
    return tuple(letters)


@cache
def _marks(letter: str, label: int) -> str:
    return marks_of(letter, LABELS[label])


def _missing(marks: str, typed: str, typed_before: str) -> str:
    """The marks of a label that are still to be added: where a vowel is typed, the writer's stands alone."""
    if marks == FATHATAN and FATHATAN in typed_before:
        return ""
    vowel_typed = any(mark in VOWEL_MARKS for mark in typed)
    return "".join(
        m for m in marks if (m == SHADDA and SHADDA not in typed) or (m != SHADDA and not vowel_typed)
    )
