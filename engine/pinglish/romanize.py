"""A reading in Latin letters, aligned word by word."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from operator import attrgetter
from typing import Final

from engine.contract.names import PinglishStyle, VowelNotation
from engine.contract.responses import AlignmentItem
from engine.pinglish.doubts import doubts, name_doubt
from engine.pinglish.readable import readable_word
from engine.pinglish.rules import SEPARATOR_TABLE
from engine.pinglish.spelled_name import SpelledName, spelled_word
from engine.pinglish.systematic import systematic_word
from engine.reading.types import Reading, WordReading
from engine.text.normalize import normalize
from engine.text.words import Word, WordKind, words

STYLES: Final[dict[PinglishStyle, Callable[[WordReading, VowelNotation], str]]] = {
    "readable": readable_word,
    "systematic": systematic_word,
}


@dataclass(frozen=True, slots=True)
class Romanization:
    """A romanised text (section 2.7 of the contract).

    Attributes:
        pinglish: the whole text. It is the items' pinglish, with what stands between them in the source
            passed through `engine.pinglish.rules.SEPARATOR_TABLE`.
        alignment: one item for each word, number, address and emoji, in order; positions are code points.
        warnings: one line for each doubt, in order, in the form of `engine.pinglish.doubts`.
    """

    pinglish: str
    alignment: tuple[AlignmentItem, ...]
    warnings: tuple[str, ...]


def romanize(
    reading: Reading,
    style: PinglishStyle,
    vowel_notation: VowelNotation,
    names: Mapping[int, SpelledName] | None = None,
) -> Romanization:
    """Write a reading in Latin letters.

    Latin words, addresses and emoji pass through whole, numbers with Latin digits. Linear in the text.

    Args:
        reading: what to write.
        style, vowel_notation: how to write it.
        names: words with a spelling of their own, by the code point they start at
            (`engine.pinglish.names.Names.spell`); the systematic style leaves them to its rules.
    """
    own_spelling = names if names and style == "readable" else {}
    written: list[str] = []
    items: list[AlignmentItem] = []
    warnings: list[str] = []
    at = 0
    for word, readings in _with_readings(reading):
        name = own_spelling.get(word.start)
        if name is not None and len(readings) == 1:
            pinglish = spelled_word(name, readings[0], vowel_notation)
            warnings.append(name_doubt(word, name))
        else:
            by_rules = " ".join(STYLES[style](one, vowel_notation) for one in readings)
            pinglish = by_rules or _passed_through(word)
            warnings += doubts(word, readings, vowel_notation)
        items.append(
            AlignmentItem(source_start=word.start, source_end=word.end, source=word.text, pinglish=pinglish)
        )
        written += (reading.text[at : word.start].translate(SEPARATOR_TABLE), pinglish)
        at = word.end
    written.append(reading.text[at:].translate(SEPARATOR_TABLE))
    return Romanization("".join(written), tuple(items), tuple(warnings))


def _with_readings(reading: Reading) -> Iterator[tuple[Word, tuple[WordReading, ...]]]:
    """Each word of the text with its readings: one as a rule, several for a ligature of words (ﷺ)."""
    starts = [word.start for word in reading.words]
    for word in words(reading.text):
        first, last = bisect_left(starts, word.start), bisect_left(starts, word.end)
        if word.kind is WordKind.PERSIAN:
            yield word, _apart(reading.words[first:last])
        else:
            yield word, ()


def _apart(readings: tuple[WordReading, ...]) -> tuple[WordReading, ...]:
    """The readings of a word, those that share a ligature each with its own word of what that stands for."""
    if len(readings) < 2:
        return readings
    apart: list[WordReading] = []
    for _, group in groupby(readings, key=attrgetter("start")):
        sharing = tuple(group)
        stands_for = normalize(sharing[0].text).text.split()
        if len(stands_for) == len(sharing) > 1:
            sharing = tuple(replace(one, text=text) for one, text in zip(sharing, stands_for, strict=True))
        apart += sharing
    return tuple(apart)


def _passed_through(word: Word) -> str:
    own_form = word.kind is WordKind.NUMBER or (word.kind is not WordKind.LATIN and len(word.text) == 1)
    return word.text.translate(SEPARATOR_TABLE) if own_form else word.text
