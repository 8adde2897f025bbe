"""English phones as Persian ears hear them, in the scheme of the readings.

Persian writes and says loan words by their spelling where English has a reduced vowel (standard: estAndArd,
doctor: dAktor), so each phone is aligned with the letters it is spelled with, and reduced vowels are read
off those.
"""

from __future__ import annotations

import re
from typing import Final

_VOWEL_LETTERS: Final = "aeiouy"
_CONSONANTS: Final = {
    "B": "b", "CH": "C", "D": "d", "DH": "d", "F": "f", "G": "g", "HH": "h", "JH": "j", "K": "k", "L": "l",
    "M": "m", "N": "n", "P": "p", "R": "r", "S": "s", "SH": "S", "T": "t", "TH": "t", "V": "v", "Y": "y",
    "Z": "z", "ZH": "Z",
}  # fmt: skip
_VOWELS: Final = {
    "AA": "A", "AE": "a", "AH": "A", "AO": "A", "AW": "Av", "AY": "Ay", "EH": "e", "ER": "er", "EY": "ey",
    "IH": "i", "IY": "i", "OW": "o", "OY": "oy", "UH": "u", "UW": "u",
}  # fmt: skip
_REDUCED: Final = {
    "AH": {"a": "A", "e": "e", "i": "i", "o": "o", "u": "u", "y": "i"},
    "ER": {"a": "Ar", "o": "or"},
    "IH": {"a": "e", "e": "e"},
}
"""Unstressed vowels by the letter that spells them."""
_SHAPES: Final = (
    (r"AH . (SH|ZH|CH) [io] N", "e"),  # station
    (r"AH . JH o N", "e"),  # region
    (r"AH . (SH|ZH) [ia] L", "A"),  # special
    (r"AH . Y [^aeio]? \S*", "u"),  # regular
    (r"AH 0 \S* a JH", "e"),  # message
    (r"AH 0 M a N", "a"),  # woman
    (r"AH 1  a \S*", "a"),  # about
    (r"AH 1 K o [MN]", "A"),  # computer
    (r"AH 1 \S* u \S*", "A"),  # support, unknown
    (r"AH . \S* [^aeiouy]? \S*", "e"),  # rhythm
    (r"IH 1  e \S*", "e"),  # example
    (r"IH 1 \S* \S* \S*", "i"),  # design
    (r"IH . \S* \S* NG", "i"),  # being
)
"""Unstressed vowels by what is around them: phone, whether it is the first vowel, before, letter, behind."""
_SPELLED_BY: Final = {
    "B": "b", "CH": "ct", "D": "d", "DH": "t", "F": "fp", "G": "g", "HH": "h", "JH": "gjd", "K": "ckqx",
    "L": "l", "M": "m", "N": "n", "NG": "n", "P": "p", "R": "r", "S": "scxz", "SH": "sctx", "T": "td",
    "TH": "t", "V": "vf", "W": "wuo", "Y": "yiue", "Z": "zsx", "ZH": "szg",
}  # fmt: skip
_SKIPPED_LETTER: Final = 2
_SILENT_LETTER: Final = 1
"""An e, a repeated consonant or a second vowel is left out more easily than another letter."""
_UNSPELLED_PHONE: Final = 3
_MISMATCH: Final = 5


def persian_sounds(word: str, phones: list[str]) -> str:
    """What a Persian reader says for an English word.

    Args:
        word: its letters, in lower case.
        phones: ARPAbet with stress digits, as in the CMU pronouncing dictionary.
    """
    spelled = _aligned(word, phones)
    return "".join(_heard(word, phones, spelled, at) for at in range(len(phones)))


def _heard(word: str, phones: list[str], spelled: list[int | None], at: int) -> str:
    """The phonemes for the phone at a place."""
    phone, stress = phones[at].rstrip("012"), phones[at][-1]
    before = phones[at - 1].rstrip("012") if at else ""
    behind = phones[at + 1].rstrip("012") if at + 1 < len(phones) else ""
    place = spelled[at]
    letter = "" if place is None else word[place]
    if phone in _CONSONANTS:
        return _CONSONANTS[phone]
    if phone == "NG":
        return "n" if behind in ("K", "G") else "ng"
    if phone == "W":
        return "u" if before and before not in _VOWELS and (at == 1 or letter == "u") else "v"
    if phone == "AO" and behind == "R":
        return "A" if before == "W" else "o"
    if phone == "UW" and before == "N" and word[place or 0 :].startswith(("ew", "eu")):
        return "iyu"
    if phone not in _REDUCED or (stress != "0" and (phone, before) != ("ER", "W")):
        return _VOWELS[phone]
    first = not any(one[-1].isdigit() for one in phones[:at])
    found = (
        said
        for shape, said in _SHAPES
        if re.fullmatch(shape, f"{phone} {first:d} {before} {letter} {behind}")
    )
    return next(found, _REDUCED[phone].get(letter, _VOWELS[phone]))


def _aligned(word: str, phones: list[str]) -> list[int | None]:
    """For each phone the letter that spells it, or None; the cheapest monotonic alignment."""
    best: dict[tuple[int, int], tuple[int, tuple[int | None, ...]]] = {(0, 0): (0, ())}
    for letter in range(len(word) + 1):
        for phone in range(len(phones) + 1):
            if (letter, phone) == (0, 0):
                continue
            ways = []
            if letter:
                cost, way = best[letter - 1, phone]
                ways.append((cost + _skip(word, letter - 1), way))
            if phone:
                cost, way = best[letter, phone - 1]
                ways.append((cost + _UNSPELLED_PHONE, (*way, None)))
            if letter and phone:
                cost, way = best[letter - 1, phone - 1]
                ways.append((cost + _match(word[letter - 1], phones[phone - 1]), (*way, letter - 1)))
            best[letter, phone] = min(ways, key=lambda one: one[0])
    return list(best[len(word), len(phones)][1])


def _skip(word: str, at: int) -> int:
    """The cost of a letter that spells no phone of its own."""
    doubled = at > 0 and (word[at] == word[at - 1] or {word[at], word[at - 1]} <= set(_VOWEL_LETTERS))
    return _SILENT_LETTER if doubled or word[at] in "eh" else _SKIPPED_LETTER


def _match(letter: str, phone: str) -> int:
    """The cost of a letter for a phone."""
    if phone[-1].isdigit():
        return 0 if letter in _VOWEL_LETTERS else _MISMATCH
    return 0 if letter in _SPELLED_BY[phone] else _MISMATCH
