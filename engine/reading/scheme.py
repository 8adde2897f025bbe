"""The phonemic scheme, as data.

One character is one phoneme. The diphthongs ``ey`` and ``ow`` are a short vowel and a glide: the short
vowel belongs to the letter before (and is its mark), the glide is the sound of the written ی or و. A doubled
consonant is tashdid. Ezafe is written ``-e`` after a consonant and ``-ye`` after a vowel.
"""

from __future__ import annotations

from typing import Final

SHORT_VOWELS: Final = "aeo"
LONG_VOWELS: Final = "Aiu"
VOWELS: Final = SHORT_VOWELS + LONG_VOWELS
GLOTTAL_STOP: Final = "?"
GLIDE_W: Final = "w"  # only in the diphthong ow
CONSONANTS: Final = "bptsjChxdzrZSqfkglmnvy" + GLOTTAL_STOP
PHONEMES: Final = CONSONANTS + GLIDE_W + VOWELS

EZAFE_AFTER_CONSONANT: Final = "e"
EZAFE_AFTER_VOWEL: Final = "ye"


def ends_in_vowel(phonemes: str) -> bool:
    """Whether a word's phonemes end in a vowel; a diphthong's glide is no vowel."""
    return phonemes[-1:] != "" and phonemes[-1] in VOWELS


def with_ezafe(phonemes: str, ezafe: str) -> str:
    """The phonemes of a word and its ezafe in the scheme's notation: ``havA`` + ``ye`` = ``havA-ye``.

    A word that is nothing but the ezafe of the one before it (the ی of خانه ی) is ``ye``.
    """
    return f"{phonemes}-{ezafe}" if phonemes and ezafe else phonemes or ezafe
