"""What a romanised text cannot be sure of, as lines with a stable form.

    KIND at START-END: WORD (read READING, also ALTERNATIVE, ...)

Positions are code points of the source; readings are in the readable style, without ezafe.

| Kind | When |
|---|---|
| unknown word | training never saw the word's form; its reading comes from its letters alone |
| ambiguous word | a homograph, or a word of several pronunciations, whose alternative is likely |
| uncertain word | no alternative is likely, and yet the reading is in doubt |
| known name | a foreign name in its established spelling, "(spelled LATIN)" in place of a reading |
| guessed name | a foreign name that the model spelled, "(spelled LATIN)" in place of a reading |
| passed through | a Latin word, an address or an emoji that stands as it was, no reading in brackets |
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final
from unicodedata import category

from engine.contract.names import VowelNotation
from engine.pinglish.readable import readable_phonemes
from engine.pinglish.spelled_name import SpelledName
from engine.reading.types import WordReading
from engine.text.words import Word, WordKind

LIKELY: Final = 0.15
"""An alternative reading at least this probable is told."""

SURE: Final = 0.5
"""A word read with less confidence than this is told."""


def doubts(word: Word, readings: tuple[WordReading, ...], notation: VowelNotation) -> Iterator[str]:
    """The lines about one word of the source, none as a rule."""
    place = f"at {word.start}-{word.end}: {word.text}"
    for one in readings:
        taken = readable_phonemes(one.phonemes, notation)
        others = _alternatives(one, taken, notation)
        kind = _kind(one, others)
        if kind:
            also = f", also {', '.join(others)}" if others else ""
            yield f"{kind} word {place} (read {taken}{also})"
    if not readings and _is_span(word):
        yield f"passed through {place}"


def name_doubt(word: Word, name: SpelledName) -> str:
    """The line about a word that is spelled as a foreign name."""
    kind = "guessed" if name.guessed else "known"
    return f"{kind} name at {word.start}-{word.end}: {word.text} (spelled {name.latin})"


def _kind(one: WordReading, others: list[str]) -> str:
    if not one.known:
        return "unknown"
    if others:
        return "ambiguous"
    return "uncertain" if one.confidence < SURE else ""


def _alternatives(one: WordReading, taken: str, notation: VowelNotation) -> list[str]:
    """The likely other readings that look different; one letter may say nothing, which is no reading."""
    likely = (other.phonemes for other in one.alternatives if other.probability >= LIKELY)
    written = dict.fromkeys(readable_phonemes(phonemes, notation) for phonemes in likely)
    return [other for other in written if other not in ("", taken)]


def _is_span(word: Word) -> bool:
    """False for numbers, and for single signs that are no picture: they have a Latin twin or need none."""
    is_sign = word.kind is WordKind.SYMBOL and len(word.text) == 1 and category(word.text) != "So"
    return word.kind is not WordKind.NUMBER and not is_sign
