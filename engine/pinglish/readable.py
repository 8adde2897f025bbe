"""The readable style: phonemes in the Latin letters Iranians type."""

from __future__ import annotations

from engine.contract.names import VowelNotation
from engine.pinglish.rules import (
    APOSTROPHE,
    DIGRAPH_FIRSTS,
    DIGRAPH_SECOND,
    EZAFE_MARKS,
    LONG_A,
    READABLE_SOUNDS,
)
from engine.reading.scheme import GLOTTAL_STOP, VOWELS
from engine.reading.types import WordReading


def readable_word(word: WordReading, notation: VowelNotation) -> str:
    """One word with its ezafe: «کتابِ» is ``ketaab-e``."""
    return readable_phonemes(word.phonemes, notation) + EZAFE_MARKS[word.ezafe]


def readable_phonemes(phonemes: str, notation: VowelNotation) -> str:
    """A word's phonemes in Latin letters.

    A glottal stop is an apostrophe inside a word and nothing at its edges. A doubled consonant is single at
    the end, and where its sign has two letters (deghat, bache). An apostrophe parts vowels, and letters that
    would look like one sound.
    """
    core = phonemes.strip(GLOTTAL_STOP)
    if len(core) > 1 and core[-1] == core[-2] and core[-1] not in VOWELS:
        core = core[:-1]
    written: list[str] = []
    before = ""
    for phoneme in core:
        sign = READABLE_SOUNDS.get(phoneme, phoneme)
        if phoneme != before or (len(sign) == 1 and phoneme != GLOTTAL_STOP):
            written.append(_parting(before, phoneme) + sign)
        before = phoneme
    return "".join(written).replace(READABLE_SOUNDS["A"], LONG_A[notation])


def _parting(before: str, phoneme: str) -> str:
    if before and before in VOWELS and phoneme in VOWELS:
        return APOSTROPHE
    return APOSTROPHE if before and before in DIGRAPH_FIRSTS and phoneme == DIGRAPH_SECOND else ""
