"""A reading as marked text and the operations that make it.

`marked` is the original with the mark of each operation inserted after the code point `source_index` and
after the marks that already stand there, in order; taking them out again gives the original back, code point
for code point. One operation is one code point; on one letter tashdid precedes the vowel, ezafe comes last.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engine.contract import Operation
from engine.reading.scheme import VOWELS
from engine.reading.types import LetterReading, Reading, WordReading
from engine.text.chars import SUKUN, is_mark


@dataclass(frozen=True, slots=True)
class Diacritized:
    """A text with its marks.

    Attributes:
        marked: the marked text.
        operations: the marks, in the order of the text.
        confidences: for each operation the probability that it is right, 0 to 1 (beyond the contract).
    """

    marked: str
    operations: tuple[Operation, ...]
    confidences: tuple[float, ...]


def diacritize(reading: Reading, include_ezafe: bool = True, sukun: bool = False) -> Diacritized:
    """Writes a reading's marks.

    Args:
        reading: how the text is read.
        include_ezafe: False leaves the ezafe operations out and changes nothing else.
        sukun: also mark the consonants inside a word that no vowel follows (beyond the contract).
    """
    found = [o for word in reading.words for o in _operations(reading.text, word, include_ezafe, sukun)]
    operations = tuple([operation for operation, _ in found])
    confidences = tuple([confidence for _, confidence in found])
    return Diacritized(inserted(reading.text, operations), operations, confidences)


def inserted(text: str, operations: tuple[Operation, ...]) -> str:
    """The text with the mark of each operation put in; operations come in the order of `source_index`."""
    parts: list[str] = []
    at = 0
    for operation in operations:
        after = operation.source_index + 1
        while after < len(text) and is_mark(text[after]):
            after += 1
        parts += (text[at:after], operation.mark)
        at = max(at, after)
    parts.append(text[at:])
    return "".join(parts)


def _operations(
    text: str, word: WordReading, include_ezafe: bool, sukun: bool
) -> Iterator[tuple[Operation, float]]:
    """The marks of one word, each with its confidence."""
    for n, letter in enumerate(word.letters):
        for mark in letter.marks:
            yield Operation(source_index=letter.index, mark=mark, type="reading"), letter.confidence
        if sukun and _rests(text, letter, word.letters[n + 1 :]):
            yield Operation(source_index=letter.index, mark=SUKUN, type="reading"), letter.confidence
    if include_ezafe and word.ezafe_mark and word.ezafe_index is not None:
        ezafe = Operation(source_index=word.ezafe_index, mark=word.ezafe_mark, type="ezafe")
        yield ezafe, word.ezafe_confidence


def _rests(text: str, letter: LetterReading, after: tuple[LetterReading, ...]) -> bool:
    """Whether a letter is an unmarked consonant that a consonant follows in the same word."""
    following = next((other.sound for other in after if other.sound), "")
    typed = text[letter.index + 1 : letter.index + 2]
    marked = letter.marks != "" or (typed != "" and is_mark(typed))
    consonant = letter.sound != "" and letter.sound[-1] not in VOWELS
    return consonant and not marked and following != "" and following[0] not in VOWELS
