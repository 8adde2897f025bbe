"""Diacritic error rate: which letters count is the protocol, so each protocol has a name here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from pathlib import Path
from typing import Final

from engine.reading.encoding import Encoded, encode
from engine.text.chars import HAMZA_ABOVE, KASRA, MARKS, SHADDA, ZWNJ
from engine.text.normalize import normalize
from training.reading.score import counted_marks
from training.reading.sources import lines, respaced


@dataclass(frozen=True)
class Letter:
    """One letter of a Persian word.

    Attributes:
        letter: the letter.
        rest: the letters after it in its word, non-joiners left out.
        ours, theirs: the marks on it, sukun left out, in the system's text and in the reference.
        marked_word: whether the reference marks any letter of the word, be it by a sukun.
    """

    letter: str
    rest: str
    ours: frozenset[str]
    theirs: frozenset[str]
    marked_word: bool


STRICT: Final = "letters of words that the reference marks at all (the project's protocol)"
VARIANTS: Final[dict[str, Callable[[Letter], bool]]] = {
    STRICT: lambda letter: letter.marked_word,
    "the same, last letter of each word left out": lambda letter: letter.marked_word and letter.rest != "",
    "every letter (Fadel, including no diacritic)": lambda letter: True,
    "every letter but the last of each word (Fadel, without case ending)": lambda letter: letter.rest != "",
    "letters that carry a mark in the reference (Fadel, excluding no diacritic)": lambda letter: (
        letter.theirs != frozenset()
    ),
    "letters that carry a mark, last of each word left out": lambda letter: (
        letter.theirs != frozenset() and letter.rest != ""
    ),
}
"""Which letters each protocol counts."""

_EZAFE_MARKS: Final = frozenset((KASRA, HAMZA_ABOVE))
PLACES: Final[tuple[tuple[str, Callable[[Letter], bool]], ...]] = (
    ("tashdid alone", lambda letter: letter.ours ^ letter.theirs == {SHADDA}),
    (
        "ezafe: kasra or hamza on the last letter",
        lambda letter: letter.rest == "" and letter.ours ^ letter.theirs <= _EZAFE_MARKS,
    ),
    ("on an alef", lambda letter: letter.letter in "اآأإ" and letter.rest != ""),
    ("before و", lambda letter: letter.rest[:1] == "و"),
    ("before ی", lambda letter: letter.rest[:1] == "ی"),
    ("before ا", lambda letter: letter.rest[:1] == "ا"),
    ("before a final ه", lambda letter: letter.rest == "ه"),
    ("last letter, not ezafe", lambda letter: letter.rest == ""),
    ("elsewhere", lambda letter: True),
)
"""Where an error is; the first that holds."""

SIDES: Final = ("reference has less", "reference has more", "they differ")


def references(data: Path) -> list[str]:
    """The normalised lines of `reading/updt.dev.txt`, with their marks."""
    return [normalize(respaced(row[0])).text for row in lines(data / "reading" / "updt.dev.txt")]


def bare(text: str) -> str:
    """A text without its marks."""
    return "".join(char for char in text if char not in MARKS)


def letters(reference: str, marked: str) -> Iterator[Letter]:
    """The letters of a reference's Persian words, with the marks a system's text has on the same letters.

    Both are normalised texts. Letters that the system changed count as without marks.
    """
    theirs = encode(reference)
    ours = _on_letters_of(encode(marked), theirs.text)
    for segment in theirs.segments:
        if not segment.word:
            continue
        places = [i for i in range(segment.start, segment.end) if theirs.text[i] != ZWNJ]
        word = "".join(theirs.text[i] for i in places)
        marked_word = any(theirs.marks[i] for i in places)
        for n, i in enumerate(places):
            marks = counted_marks(ours[i]), counted_marks(theirs.marks[i])
            yield Letter(theirs.text[i], word[n + 1 :], *marks, marked_word)


def _on_letters_of(marked: Encoded, text: str) -> Sequence[str]:
    """The marks of `marked` for each character of `text`, "" where it has another character."""
    if marked.text == text:
        return marked.marks
    found = [""] * len(text)
    for block in SequenceMatcher(None, text, marked.text, autojunk=False).get_matching_blocks():
        found[block.a : block.a + block.size] = marked.marks[block.b : block.b + block.size]
    return found


def error_rates(all_letters: Sequence[Letter]) -> dict[str, tuple[float, int]]:
    """For each protocol of `VARIANTS` the share of wrong letters, and how many letters it counts."""
    rates = {}
    for name, counts in VARIANTS.items():
        chosen = [letter.ours != letter.theirs for letter in all_letters if counts(letter)]
        rates[name] = (sum(chosen) / max(1, len(chosen)), len(chosen))
    return rates


def breakdown(all_letters: Iterable[Letter]) -> dict[str, dict[str, int]]:
    """Errors of the project's protocol by place (`PLACES`) and side (`SIDES`)."""
    found: Counter[tuple[str, str]] = Counter()
    for letter in filter(VARIANTS[STRICT], all_letters):
        if letter.ours != letter.theirs:
            place = next(name for name, holds in PLACES if holds(letter))
            found[place, _side(letter)] += 1
    return {place: {side: found[place, side] for side in SIDES} for place, _ in PLACES}


def _side(letter: Letter) -> str:
    less, more, differ = SIDES
    if letter.theirs < letter.ours:
        return less
    return more if letter.ours < letter.theirs else differ
