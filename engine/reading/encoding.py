"""Text as the tagger takes it: characters, the marks typed on them, and the segments they form.

Marks are no characters here: each one is a bit on the letter it stands on, so a marked and an unmarked text
have the same length and differ only where the writer said more.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.reading.labels import ONSETS
from engine.text.chars import (
    DAMMA,
    DAMMATAN,
    DIGITS,
    FATHA,
    FATHATAN,
    HAMZA_ABOVE,
    HAMZA_BELOW,
    KASRA,
    KASRATAN,
    LETTERS,
    MARKS,
    SHADDA,
    SUKUN,
    SUPERSCRIPT_ALEF,
    ZWNJ,
)
from engine.text.words import WordKind, words

MARK_BITS: Final = {
    mark: 1 << bit
    for bit, mark in enumerate(
        (FATHA, KASRA, DAMMA, SHADDA, SUKUN, FATHATAN, KASRATAN, DAMMATAN, SUPERSCRIPT_ALEF, HAMZA_ABOVE)
    )
}
MARK_COUNT: Final = len(MARK_BITS)

HAMZA_SEATS: Final = {"أ": "", "إ": HAMZA_BELOW}
"""What begins a word as an alef does, with the mark of its own that says something about the vowel."""

_BITS: Final = MARK_BITS | {HAMZA_BELOW: MARK_BITS[KASRA]}

_PUNCTUATION: Final = '\n.،؛:!؟«»()-"/'
_CHARACTERS: Final = ("", " ", ZWNJ, *ONSETS, *_PUNCTUATION)  # "" is padding
CHARACTER_IDS: Final = {char: i for i, char in enumerate(_CHARACTERS)}
_DIGIT, _LATIN, _OTHER_LETTER, _OTHER = range(len(_CHARACTERS), len(_CHARACTERS) + 4)
CHARACTER_COUNT: Final = len(_CHARACTERS) + 4

_SAME_AS: Final = {
    "?": "؟",
    ",": "،",
    ";": "؛",
    "–": "-",
    "—": "-",
    "“": "«",
    "”": "»",
    "[": "(",
    "]": ")",
    "\r": "\n",
}


@dataclass(frozen=True)
class Segment:
    """A word, a punctuation mark or another run of characters: half-open, in characters.

    Attributes:
        start, end: its characters.
        word: the letters and non-joiners of a Persian word, "" for anything else; a hamza seat that begins
            the word is an alef here.
    """

    start: int
    end: int
    word: str


@dataclass(frozen=True)
class Encoded:
    """One normalised text of T characters in W segments.

    Attributes:
        text: the characters, marks taken out (T code points).
        origin: for each character its index in the normalised text, (T,).
        marks: for each character the marks typed on it, in order.
        characters: character ids, (T,) int64; a hamza seat that begins a word has that of alef.
        mark_bits: marks as bits, those of hamza seats that begin a word among them, (T,) int64.
        segment: index of each character's segment; a space belongs to the segment before it, (T,) int64.
        segments: the segments in order, at least one for a text that is not empty.
    """

    text: str
    origin: tuple[int, ...]
    marks: tuple[str, ...]
    characters: NDArray[np.int64]
    mark_bits: NDArray[np.int64]
    segment: NDArray[np.int64]
    segments: tuple[Segment, ...]


@lru_cache(maxsize=4096)
def character_id(char: str) -> int:
    """The id of one code point that is no mark."""
    known = CHARACTER_IDS.get(_SAME_AS.get(char, char))
    if known is not None:
        return known
    if char in DIGITS:
        return _DIGIT
    if char in LETTERS:
        return _OTHER_LETTER
    if char.isspace():
        return CHARACTER_IDS[" "]
    return _LATIN if char.isalpha() else _OTHER


def encode(text: str) -> Encoded:
    """Encodes a text that `engine.text.normalize` has made; time and memory are linear in its length."""
    kept: list[int] = []
    marks: list[str] = []
    place = [0] * (len(text) + 1)  # code point -> character
    for i, char in enumerate(text):
        place[i] = len(kept)
        if char not in MARKS:
            kept.append(i)
            marks.append("")
        elif marks:
            marks[-1] += char
    place[len(text)] = len(kept)
    plain = "".join(text[i] for i in kept)
    segments = _segments(plain, [(place[w.start], place[w.end], w.kind) for w in words(text)])
    segment = np.zeros(len(kept), dtype=np.int64)
    for i, s in enumerate(segments):
        until = segments[i + 1].start if i + 1 < len(segments) else len(kept)
        segment[s.start : until] = i
    characters = np.fromiter(map(character_id, plain), dtype=np.int64, count=len(plain))
    bits = np.fromiter((mark_bits(m) for m in marks), dtype=np.int64, count=len(plain))
    for s in segments:
        if s.word and s.word[0] != plain[s.start]:
            characters[s.start] = character_id(s.word[0])
            bits[s.start] |= mark_bits(HAMZA_SEATS[plain[s.start]])
    return Encoded(
        plain,
        tuple(kept),
        tuple(marks),
        characters,
        bits,
        segment,
        tuple(segments),
    )


@lru_cache(maxsize=4096)
def mark_bits(marks: str) -> int:
    """The marks on one letter as a bit set; unknown marks have no bit."""
    bits = 0
    for mark in marks:
        bits |= _BITS.get(mark, 0)
    return bits


def _segments(plain: str, found: list[tuple[int, int, WordKind]]) -> list[Segment]:
    """The words as segments, and each other character between them that is no space as one of its own."""
    segments: list[Segment] = []
    at = 0
    for start, end, kind in (*found, (len(plain), len(plain), WordKind.SYMBOL)):
        segments += (Segment(i, i + 1, "") for i in range(at, start) if plain[i] != " ")
        if end > start:
            segments.append(Segment(start, end, _word(plain[start:end]) if kind == WordKind.PERSIAN else ""))
        at = max(at, end)
    if not segments and plain:
        segments.append(Segment(0, len(plain), ""))
    return segments


def _word(letters: str) -> str:
    return "ا" + letters[1:] if letters[0] in HAMZA_SEATS and len(letters) > 1 else letters
