"""From the phonemic scheme of `engine.reading` to phones: allophones and stress."""

from __future__ import annotations

from collections.abc import Iterable

from engine.speech.phones import PHONES
from engine.speech.phrases import Segment, word_segments

IPA = {
    "b": "b", "p": "p", "t": "t", "s": "s", "j": "dʒ", "C": "tʃ", "h": "h", "x": "x", "d": "d", "z": "z",
    "r": "ɾ", "Z": "ʒ", "S": "ʃ", "q": "ɢ", "f": "f", "k": "k", "g": "g", "l": "l", "m": "m", "n": "n",
    "v": "v", "y": "j", "w": "w", "?": "ʔ", "a": "æ", "e": "e", "o": "o", "A": "ɒ", "i": "i", "u": "u",
}  # fmt: skip

UNSTRESSED = frozenset(
    ("va", "o", "ke", "be", "bA", "az", "dar", "rA", "tA", "bar", "yA", "ham", "ye", "ro")
)  # leaning words


def segments(phonemes: str, ezafe: str = "") -> tuple[Segment, ...]:
    """Phones of one word.

    Stress falls on the last vowel of the word without its ezafe (Persian nouns, adjectives and most
    verb forms); the words of UNSTRESSED have none. ق/غ is a stop at the edges of words and beside
    consonants, a fricative between vowels. A word-final glottal stop is not said. Characters that are
    no phonemes are passed over.

    Args:
        phonemes: One token of the scheme, without ezafe.
        ezafe: What is said behind its stress: "", "e", "ye", or the o of «و».
    """
    bare = _phones(phonemes)
    names = _softened([*bare, *_phones(ezafe)])
    vowels = [index for index, name in enumerate(bare) if PHONES[name].vowel]
    stressed = vowels[-1] if vowels and phonemes not in UNSTRESSED else None
    return word_segments(names, stressed)


def _phones(phonemes: Iterable[str]) -> list[str]:
    names = [IPA[symbol] for symbol in phonemes if symbol in IPA]
    while len(names) > 1 and names[-1] == "ʔ":
        names.pop()
    return names


def _softened(names: list[str]) -> list[str]:
    """The same phones with ɢ between vowels as ɣ."""

    def vowel(index: int) -> bool:
        return 0 <= index < len(names) and PHONES[names[index]].vowel

    return [
        "ɣ" if name == "ɢ" and vowel(index - 1) and vowel(index + 1) else name
        for index, name in enumerate(names)
    ]
