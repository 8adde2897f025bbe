"""The «و» of numbers and set pairs as it is spoken: o, and one with the word before (bisto panj, Abo havA).

References transcribe it va, and so does the reading; nobody says it so.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final, Protocol

from engine.speech.binomials import PAIRS
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
_PAIR_ENDINGS: Final = frozenset(
    (
        *("", "ی", "یی", "ها", "های", "هایی", "ات", "اتی", "م", "ت", "ش", "ه", "ست", "تر"),
        *("مان", "تان", "شان", "مون", "تون", "شون"),
    )
)
"""What may be joined to the second word of a pair: آب و هوایی."""
_GLIDES: Final = {"i": "y", "e": "y", "o": "v", "u": "v"}
"""What parts the o from the vowel before it."""


class Spoken(Protocol):
    """A word with its phonemes, as `engine.reading.phonemes` gives it.

    Its ezafe is what is said behind it without stress; here it may be the o of «و» too.
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
    """A word with the «و» behind it."""

    text: str
    start: int
    end: int
    phonemes: str
    ezafe: str
    after: str


def with_joined_pairs(text: str, words: Iterable[Spoken]) -> Iterator[Spoken]:
    """The words of a text, each «و» inside a number or a set pair joined to the word before it."""
    held: list[Spoken] = []
    for word in words:
        held.append(word)
        if len(held) == 3:
            if _joins(text, *held):
                held[:2] = [_joined(held[0], held[1])]
            yield held.pop(0)
    yield from held


def _joins(text: str, word: Spoken, conjunction: Spoken, following: Spoken) -> bool:
    if conjunction.text != _AND or word.ezafe or word.after:
        return False
    first, second = _bare(word.text), _bare(following.text).partition(ZWNJ)[0]
    of_number = first in _NUMBERS and (first, word.phonemes) not in _NO_NUMBERS and second in _AFTER_AND
    return (
        (of_number or _is_pair(first, second))
        and not text[word.end : conjunction.start].strip(_SPACE)
        and not text[conjunction.end : following.start].strip(_SPACE)
    )


def _is_pair(first: str, second: str) -> bool:
    return any(
        second.startswith(one) and second.removeprefix(one) in _PAIR_ENDINGS for one in PAIRS.get(first, ())
    )


def _bare(word: str) -> str:
    return "".join(char for char in normalize(word).text if char not in MARKS)


def _joined(word: Spoken, conjunction: Spoken) -> Spoken:
    said = _GLIDES.get(word.phonemes[-1:], "") + "o"
    return _Joined(word.text, word.start, conjunction.end, word.phonemes, said, conjunction.after)
