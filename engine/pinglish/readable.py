"""The readable style: phonemes in the Latin letters Iranians type."""

from __future__ import annotations

from itertools import groupby

from engine.contract.names import VowelNotation
from engine.pinglish.rules import (
    APOSTROPHE,
    ARTICLE,
    BARE_LETTERS,
    DIGRAPH_FIRSTS,
    DIGRAPH_SECOND,
    EZAFE_MARKS,
    HE,
    HYPHEN,
    JOINED_PREFIXES,
    JOINED_SUFFIXES,
    LETTER_NAMES,
    LONG_A,
    READABLE_SOUNDS,
    WAW,
    YE,
)
from engine.pinglish.spelling import Spelled, spelling
from engine.reading.scheme import EZAFE_AFTER_CONSONANT, GLOTTAL_STOP, VOWELS
from engine.reading.types import WordReading
from engine.text.chars import ZWNJ


def readable_word(word: WordReading, notation: VowelNotation) -> str:
    """One word with its ezafe: «گفت‌وگوی» is ``goft-o-gu-ye``.

    Of what the writer parted with non-joiners, affixes and clitics are joined and the rest is hyphenated.
    A word that says nothing is written letter by letter; the ی of «خانه ی» is ``ye``.
    """
    spelled = spelling(word)
    if spelled == [Spelled(YE, "")] and word.ezafe:
        return word.ezafe
    parts = [readable_phonemes(part, notation) for part in _parts(spelled)]
    written = HYPHEN.join(filter(None, parts)) or "".join(_bare(part.letter, notation) for part in spelled)
    return written + EZAFE_MARKS[word.ezafe]


def readable_phonemes(phonemes: str, notation: VowelNotation) -> str:
    """A word's phonemes in Latin letters.

    A glottal stop is an apostrophe inside a word and nothing at its edges. A doubled consonant is single
    where no vowel follows, where its sign has two letters (deghat, bache), and y behind i (jam'iyat). An
    apostrophe parts vowels, and letters that would look like one sound.
    """
    core = phonemes.strip(GLOTTAL_STOP)
    written = "".join(_sign(core, at) for at in range(len(core)))
    return written.replace(READABLE_SOUNDS["A"], LONG_A[notation])


def _sign(phonemes: str, at: int) -> str:
    """What is written for one phoneme where it stands."""
    before, phoneme, following = phonemes[at - 1 : at], phonemes[at], phonemes[at + 1 : at + 2]
    sign = READABLE_SOUNDS.get(phoneme, phoneme)
    if phoneme == before and phoneme not in VOWELS:
        is_heard = following != "" and following in VOWELS and phoneme != GLOTTAL_STOP
        return sign if is_heard and len(sign) == 1 and phonemes[at - 2 : at] != "iy" else ""
    vowels_meet = before != "" and before in VOWELS and phoneme in VOWELS
    looks_like_one = before != "" and before in DIGRAPH_FIRSTS and phoneme == DIGRAPH_SECOND
    return APOSTROPHE + sign if vowels_meet or looks_like_one else sign


def _bare(letter: str, notation: VowelNotation) -> str:
    return BARE_LETTERS.get(letter, letter).replace(READABLE_SOUNDS["A"], LONG_A[notation])


def _parts(spelled: list[Spelled]) -> list[str]:
    """The phonemes of a word in the parts that hyphens stand between."""
    between = [list(group) for joins, group in groupby(spelled, key=_is_joiner) if not joins]
    parts: list[str] = []
    before: list[Spelled] = []
    for letters in between:
        phonemes = "".join(part.sound for part in letters)
        if before and _joins(before, letters):
            parts[-1] += phonemes
        elif before and letters[0] == Spelled(WAW, "o"):
            parts += ["o", phonemes[1:]]
        elif _ends_in_ezafe(before):
            parts[-1:] = [parts[-1][:-1], "e", phonemes]
        else:
            parts.append(phonemes)
        before = letters
    return parts


def _is_joiner(part: Spelled) -> bool:
    return part.letter == ZWNJ


def _joins(before: list[Spelled], letters: list[Spelled]) -> bool:
    """Whether a part is one with the part before it: behind mi-, as a suffix, or an Arabic article."""
    spelling_before, spelling_here = ("".join(part.letter for part in parts) for parts in (before, letters))
    leans = spelling_here.startswith(ARTICLE) and letters[0].sound == ""  # صعب‌العبور
    sound = "".join(part.sound for part in letters)
    is_suffix = JOINED_SUFFIXES.fullmatch(spelling_here) and sound.strip(GLOTTAL_STOP) not in LETTER_NAMES
    return leans or bool(is_suffix) or JOINED_PREFIXES.fullmatch(spelling_before) is not None


def _ends_in_ezafe(letters: list[Spelled]) -> bool:
    """Whether a part of a word ends in an e that no letter writes: دست‌کم."""
    return (
        len(letters) > 1
        and letters[-1].letter != HE
        and letters[-1].sound[1:].endswith(EZAFE_AFTER_CONSONANT)
    )
