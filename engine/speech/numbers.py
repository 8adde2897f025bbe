"""The «و» of a number as it is spoken: o, and one with the word before it (bisto panj, siyo se, dovo nim).

References transcribe it va, and so does the reading; nobody says it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from engine.text.chars import MARKS, ZWNJ
from engine.text.normalize import normalize
from engine.text.numerals import CARDINAL_WORDS, MINUS, POINT

_AND: Final = "و"
_SPACE: Final = f" \u00a0{ZWNJ}"
_COLLOQUIAL: Final = ("شیش", "پونزده", "شونزده", "هیفده", "هیجده", "دیویست", "پونصد", "شیشصد")
_NUMBERS: Final = CARDINAL_WORDS.union(_COLLOQUIAL) - {POINT, MINUS}
_ENDINGS: Final = ("", "م", "مین", "تا", "ساله")
_AFTER_AND: Final = frozenset(number + ending for number in _NUMBERS for ending in _ENDINGS) | {
    *("سوم", "سومین", "نیم", "ربع", "اندی", "خرده"),
}
_NO_NUMBERS: Final = frozenset((("نه", "na"),))
_GLIDES: Final = {"i": "y", "e": "y", "o": "v", "u": "v"}
"""What parts the o from the vowel before it."""


class Spoken(Protocol):
    """A word with its phonemes, as `engine.reading.phonemes` gives it.

    Its ezafe is what is said behind it without stress; here it may be the o of a number too.
    """

    @property
    def text(self) -> str: ...
    @property
    def start(self) -> int: ...
    @property
    def end(self) -> int: ...
    @property
    def phonemes(self) -> str: ...
    @property
    def ezafe(self) -> str: ...
    @property
    def after(self) -> str: ...


@dataclass(frozen=True, slots=True)
class _Joined:
    """A number with the «و» behind it."""

    text: str
    start: int
    end: int
    phonemes: str
    ezafe: str
    after: str


def with_joined_numbers(text: str, words: Iterable[Spoken]) -> Iterator[Spoken]:
    """The words of a text, each «و» between two words of one number joined to the first of them."""
    held: list[Spoken] = []
    for word in words:
        held.append(word)
        if len(held) == 3:
            if _joins(text, *held):
                held[:2] = [_joined(held[0], held[1])]
            yield held.pop(0)
    yield from held


def _joins(text: str, number: Spoken, conjunction: Spoken, following: Spoken) -> bool:
    if conjunction.text != _AND or number.ezafe or number.after:
        return False
    first = _bare(number.text)
    return (
        first in _NUMBERS
        and (first, number.phonemes) not in _NO_NUMBERS
        and _bare(following.text).partition(ZWNJ)[0] in _AFTER_AND
        and not text[number.end : conjunction.start].strip(_SPACE)
        and not text[conjunction.end : following.start].strip(_SPACE)
    )


def _bare(word: str) -> str:
    return "".join(char for char in normalize(word).text if char not in MARKS)


def _joined(number: Spoken, conjunction: Spoken) -> Spoken:
    said = _GLIDES.get(number.phonemes[-1:], "") + "o"
    return _Joined(number.text, number.start, conjunction.end, number.phonemes, said, conjunction.after)
