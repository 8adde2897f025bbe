"""A word letter by letter in normal Persian spelling, with what each letter says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter

from engine.pinglish.rules import ALEF, ARTICLE, CONSONANT_SIGNS, WAW
from engine.reading.scheme import SHORT_VOWELS, VOWELS
from engine.reading.types import WordReading
from engine.text.chars import LETTERS, ZWNJ
from engine.text.normalize import normalize


@dataclass(frozen=True, slots=True)
class Spelled:
    """One letter of normal Persian spelling, or a non-joiner, with what it says."""

    letter: str
    sound: str


def spelling(word: WordReading) -> list[Spelled]:
    """The letters of a word, marks and kashida left out, non-joiners kept.

    Of the letters of a ligature each but the last takes one phoneme of what it says. A vowel belongs to the
    letter that writes it: o to a silent و behind it (تو, خود, گفت‌وگو), a short vowel to a silent ا that a
    non-joiner parts from it (بمب‌افکن), if that is no Arabic article (صعب‌العبور).
    """
    spelled = list(_letters(word))
    written = spelled.copy()
    for at, after in pairwise(place for place, part in enumerate(spelled) if part.letter != ZWNJ):
        vowel = spelled[at].sound[-1:]
        if vowel and vowel in _taken_over(spelled, after):
            written[at] = Spelled(spelled[at].letter, spelled[at].sound[:-1])
            written[after] = Spelled(spelled[after].letter, spelled[after].sound + vowel)
    return written


def _taken_over(spelled: list[Spelled], at: int) -> str:
    """The vowels, any of which a silent letter takes over from the letter before it."""
    letter = spelled[at].letter
    if spelled[at].sound != "":
        return ""
    if letter == WAW:
        return "o"
    following = spelled[at + 1] if at + 1 < len(spelled) else Spelled("", "")
    begins_part = at > 0 and spelled[at - 1].letter == ZWNJ and letter + following.letter != ARTICLE
    needs_vowel = letter == ALEF and following.sound[:1] not in VOWELS  # "" is in it: nothing follows
    return SHORT_VOWELS if begins_part and needs_vowel else ""


def _letters(word: WordReading) -> Iterator[Spelled]:
    sounds = {letter.index - word.start: letter.sound for letter in word.letters}
    normal = normalize(word.text)
    for start, group in groupby(zip(normal.starts, normal.text, strict=True), key=itemgetter(0)):
        *first, last = [char for _, char in group if char in LETTERS or char == ZWNJ] or [""]
        sound = sounds.get(start, "")
        for at, letter in enumerate(first):
            yield Spelled(letter, sound[at : at + 1])
        if last:
            own = word.text[start]
            yield Spelled(own if own in CONSONANT_SIGNS and not first else last, sound[len(first) :])
