"""The systematic style: every letter of a word by its own sign, so that the spelling can be read back."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.contract.names import VowelNotation
from engine.pinglish.recover import recover_word
from engine.pinglish.rules import (
    ALEF,
    ALEF_MADDA,
    AND_WORD,
    CONSONANT_SIGNS,
    EZAFE_MARKS,
    FINAL_VOWELS,
    GLIDE_SIGNS,
    HE,
    LONG_A,
    NON_JOINER_SIGN,
    SEPARATOR,
    SILENT_SIGNS,
    TANVIN_SIGN,
    UNWRITTEN_SIGNS,
    VOWEL_SIGNS,
    WAW,
    YE,
)
from engine.pinglish.spelling import Spelled, spelling
from engine.reading.scheme import GLOTTAL_STOP, SHORT_VOWELS
from engine.reading.types import WordReading
from engine.text.chars import ZWNJ


def systematic_word(word: WordReading, notation: VowelNotation) -> str:
    """One word with its ezafe: «هوایِ» is ``havāy-e``, «خانهٔ» ``ḫāne-ye``.

    The plain form is taken if the spelling can be read back from it, else one with separators.
    """
    spelled = spelling(word)
    ezafe = EZAFE_MARKS[word.ezafe]
    if word.ezafe == "ye" and spelled[-1] == Spelled(YE, ""):
        spelled[-1] = Spelled(YE, "y")
        ezafe = EZAFE_MARKS["e"]
    letters = "".join(part.letter for part in spelled)
    forms = (form.replace("ā", LONG_A[notation]) + ezafe for form in _forms(spelled))
    return next(form for form in forms if recover_word(form) == letters)


def _forms(spelled: list[Spelled]) -> Iterator[str]:
    """Ways to write a word, plain ones first."""
    plain = "".join(_signs(spelled))
    yield plain
    yield plain + SEPARATOR
    yield SEPARATOR + plain + SEPARATOR
    closed = plain.replace(NON_JOINER_SIGN, SEPARATOR + NON_JOINER_SIGN)
    yield closed
    yield closed + SEPARATOR
    parts = [NON_JOINER_SIGN if part.letter == ZWNJ else _sign(part, first=False) for part in spelled]
    yield SEPARATOR + SEPARATOR.join(parts) + SEPARATOR


def _signs(spelled: list[Spelled]) -> Iterator[str]:
    """The sign of each letter where it stands, with what need not be written left out."""
    if [(part.letter, part.sound) for part in spelled] == [AND_WORD]:
        yield AND_WORD[1]
        return
    before = ""
    for at, part in enumerate(spelled):
        following = spelled[at + 1] if at + 1 < len(spelled) else Spelled(ZWNJ, "")
        if part.letter == ZWNJ:
            sign = NON_JOINER_SIGN
        else:
            sign = _sign(part, first=before in ("", NON_JOINER_SIGN))
            if before in ("", NON_JOINER_SIGN) and _is_understood(part, following):
                sign = ""
            if part.letter == HE and following.letter == ZWNJ:
                sign = _final_he(part.sound, before)
            if before.endswith(_consonant(part.letter)) and sign.startswith(_consonant(part.letter)):
                sign = SEPARATOR + sign  # else two letters would read as one with tashdid
        yield sign
        before = sign or before


def _consonant(letter: str) -> str:
    """The sign doubled under tashdid; for letters without one a separator, with which no sign begins."""
    return CONSONANT_SIGNS.get(letter) or GLIDE_SIGNS.get(letter, SEPARATOR)[-1]


def _is_understood(part: Spelled, following: Spelled) -> bool:
    """Whether a first letter is a silent alef that the long vowel behind it implies."""
    silent_alef = part.letter == ALEF and part.sound.strip(GLOTTAL_STOP) == ""
    return silent_alef and (following.letter, following.sound) in ((YE, "i"), (WAW, "u"))


def _final_he(sound: str, before: str) -> str:
    """A word's last he: nothing where the vowel shows it."""
    if sound == "" and before[-1:] in FINAL_VOWELS and before:
        return ""
    return sound if sound and sound in FINAL_VOWELS else _sign(Spelled(HE, sound), first=False)


def _sign(part: Spelled, *, first: bool) -> str:
    """The sign of one letter with the vowels that it says but does not write.

    Args:
        part: the letter and its sound.
        first: whether the letter begins a word or stands behind a non-joiner.
    """
    letter, sound = part.letter, part.sound
    if letter in GLIDE_SIGNS and GLIDE_SIGNS[letter][0] in sound:
        phoneme, sign = GLIDE_SIGNS[letter]
        vowels_before, _, rest = sound.partition(phoneme)
        doubled = rest.startswith(phoneme)
        return _unwritten(vowels_before) + sign * (1 + doubled) + _unwritten(rest.lstrip(phoneme))
    if letter in CONSONANT_SIGNS:
        consonants = sound[: len(sound) - len(sound.lstrip("?bptsjChxdzrZSqfkglmnvyw"))]
        doubled = len(consonants) > 1 and consonants[-1] == consonants[-2]
        return CONSONANT_SIGNS[letter] * (1 + doubled) + _unwritten(sound[len(consonants) :])
    bare = sound.lstrip(GLOTTAL_STOP)
    if letter == ALEF_MADDA:
        return ("ā" if first and bare[:1] == "A" else SILENT_SIGNS[letter]) + _unwritten(bare[1:])
    if letter == ALEF:
        return _alef(bare, first=first)
    written = VOWEL_SIGNS.get((letter, bare[:1]))
    if written:
        return written + _unwritten(bare[1:])
    return SILENT_SIGNS.get(letter, letter) + _unwritten(bare)


def _alef(sound: str, *, first: bool) -> str:
    if sound[:1] == "A":
        return (SILENT_SIGNS[ALEF] if first else "") + VOWEL_SIGNS[ALEF, "A"] + _unwritten(sound[1:])
    if sound.endswith("n"):
        return _unwritten(sound[:-1]) + TANVIN_SIGN
    if first and sound[:1] and sound[0] in SHORT_VOWELS:
        return _unwritten(sound)
    return SILENT_SIGNS[ALEF] + _unwritten(sound)


def _unwritten(vowels: str) -> str:
    signs = "".join(UNWRITTEN_SIGNS.get(vowel, "") for vowel in vowels)
    return re.sub("a+", "a", signs)  # aa would be read as ā
