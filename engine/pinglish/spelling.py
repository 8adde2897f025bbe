"""A word letter by letter in normal Persian spelling, with what each letter says."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from operator import itemgetter

from engine.pinglish.rules import CONSONANT_SIGNS, WAW
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

    Of the letters of a ligature each but the last takes one phoneme of what it says. A silent و behind an o
    writes that o: تو, خود, گفت‌وگو.
    """
    spelled = list(_letters(word))
    written = spelled.copy()
    for at, after in pairwise(place for place, part in enumerate(spelled) if part.letter != ZWNJ):
        if spelled[after] == Spelled(WAW, "") and spelled[at].sound.endswith("o"):
            written[at] = Spelled(spelled[at].letter, spelled[at].sound[:-1])
            written[after] = Spelled(WAW, "o")
    return written


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
