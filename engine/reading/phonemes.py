"""A text as it is spoken: numbers, dates, signs and Latin words too, word by word in the phonemic scheme."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from engine.reading.reader import Reader
from engine.reading.scheme import EZAFE_AFTER_CONSONANT, EZAFE_AFTER_VOWEL, ends_in_vowel, with_ezafe
from engine.reading.types import Alternative, Reading, WordReading
from engine.text.aloud.latin import latin_sounds
from engine.text.mapped import Mapped
from engine.text.numerals import AND, CARDINAL_WORDS
from engine.text.spoken import spoken

_PARTS: Final = "، "  # what spelling out puts between the groups of a number
_NUMBER_WORDS: Final = {"نه": "noh"}  # in ordinary text also na; what spells out a number leaves no doubt

_NUMBER_GOES_ON: Final = CARDINAL_WORDS | {AND.strip()}
_LATIN: Final = re.compile("[A-Za-z]")
_NEXT_WORD: Final = re.compile(r" (\w+)")


@dataclass(frozen=True, slots=True)
class PhonemizedWord:
    """One spoken word.

    Attributes:
        text: the word as spoken, in Persian script; of a spelled-out number one of its words.
        start, end: what it stands for in the original, half-open; a number's words have its span.
        phonemes: in the scheme of `engine.reading.scheme`, without ezafe.
        ezafe: "", "e" or "ye".
        confidence: probability of the phonemes under the model, 0 to 1.
        alternatives: other readings, most probable first.
        after: what stands between it and the next word of its span where that is not a mere space: the comma
            between the groups of a phone number; "" else.
    """

    text: str
    start: int
    end: int
    phonemes: str
    ezafe: str
    confidence: float
    alternatives: tuple[Alternative, ...]
    after: str = ""

    @property
    def notation(self) -> str:
        """Phonemes and ezafe together: ``havA-ye``."""
        return with_ezafe(self.phonemes, self.ezafe)


def phonemize(reader: Reader, text: str) -> list[PhonemizedWord]:
    """The spoken words of one text, in order."""
    return phonemize_many(reader, [text])[0]


def phonemize_along(reader: Reader, text: str) -> Iterator[PhonemizedWord]:
    """The spoken words of one text, each as soon as it is read."""
    said = spoken(text)
    for reading in reader.read_along(said.text):
        yield from _words(text, said, reading)


def phonemize_many(reader: Reader, texts: Sequence[str]) -> list[list[PhonemizedWord]]:
    """The spoken words of several texts, read as one batch."""
    said = [spoken(text) for text in texts]
    readings = reader.read_many([mapped.text for mapped in said])
    return [
        _words(text, mapped, reading) for text, mapped, reading in zip(texts, said, readings, strict=True)
    ]


def _words(text: str, mapped: Mapped, reading: Reading) -> list[PhonemizedWord]:
    words = [_word(text, mapped, word) for word in reading.words if word.phonemes or word.ezafe]
    return [
        replace(word, ezafe="") if following and _is_latin(text, word, following) else word
        for word, following in zip_longest(words, words[1:])
    ]


def _is_latin(text: str, word: PhonemizedWord, following: PhonemizedWord) -> bool:
    """Whether both stand for Latin letters side by side, between which nobody says an ezafe."""
    between = text[word.end : following.start]
    return not between.strip() and all(
        _LATIN.search(text, one.start, one.end) is not None for one in (word, following)
    )


def _word(text: str, mapped: Mapped, word: WordReading) -> PhonemizedWord:
    start, end = mapped.span(word.start, word.end)
    after = _after(mapped, word.end)
    found = PhonemizedWord(
        word.text, start, end, word.phonemes, word.ezafe, word.confidence, word.alternatives, after
    )
    if mapped.starts[word.start] != mapped.starts[word.end - 1]:
        return found
    return _of_number(mapped, word, _of_latin(text, found))


def _of_latin(text: str, found: PhonemizedWord) -> PhonemizedWord:
    """A word that may stand for Latin letters, with their sounds where those are known."""
    if not _LATIN.search(text, found.start, found.end):
        return found
    sounds = latin_sounds(text[found.start : found.end]).get(found.text)
    return found if sounds is None else _settled(found, sounds)


def _of_number(mapped: Mapped, word: WordReading, found: PhonemizedWord) -> PhonemizedWord:
    """A word that a number may be made of, with what is then beyond doubt."""
    if _number_goes_on(mapped, word):
        found = replace(found, ezafe="")
    said = _NUMBER_WORDS.get(word.text)
    return found if said is None else _settled(found, said)


def _settled(found: PhonemizedWord, phonemes: str) -> PhonemizedWord:
    """The word with phonemes that are beyond doubt."""
    ezafe = found.ezafe and (EZAFE_AFTER_VOWEL if ends_in_vowel(phonemes) else EZAFE_AFTER_CONSONANT)
    return replace(found, phonemes=phonemes, ezafe=ezafe, confidence=1.0, alternatives=())


def _number_goes_on(mapped: Mapped, word: WordReading) -> bool:
    """Whether the next word is of the same number, sign included, so that no ezafe binds this one to it."""
    following = _NEXT_WORD.match(mapped.text, word.end)
    if word.text not in CARDINAL_WORDS or following is None or following[1] not in _NUMBER_GOES_ON:
        return False
    return mapped.ends[word.end - 1] >= mapped.starts[following.start(1)]


def _after(mapped: Mapped, end: int) -> str:
    """The punctuation behind a word in the spoken text that stands for the same span as the word."""
    at = end
    while at < len(mapped.text) and mapped.starts[at] == mapped.starts[end - 1] and mapped.text[at] in _PARTS:
        at += 1
    return mapped.text[end:at].strip()
