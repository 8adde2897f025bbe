"""What a reading is: for every letter its marks and its sound, for every word its ezafe.

All positions are code-point indices into the text that was read. Spans are half-open.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class LetterReading:
    """How one letter is read.

    Attributes:
        index: code point of the letter in the text, of a lengthened one (سلاااام) the last.
        letter: the letter as it stands in the text.
        marks: marks to add on this letter, tashdid before vowel; "" if none or if they are typed already.
        sound: phonemes of this letter and of the short vowel after it, "" for a silent letter.
        confidence: probability of ``sound``, 0 to 1; of the whole word's readings those that agree on it.
    """

    index: int
    letter: str
    marks: str
    sound: str
    confidence: float


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another way to read a word, ezafe left out, with its probability (0 to 1)."""

    phonemes: str
    probability: float


@dataclass(frozen=True, slots=True)
class WordReading:
    """How one word is read.

    Attributes:
        text: the word as it stands, ``reading.text[start:end]``.
        start, end: its span.
        letters: one entry for each letter of the word, in order; one for those of a ligature or of a run.
        ezafe: "" (none), "e" (after a consonant) or "ye" (after a vowel).
        ezafe_index: code point of the letter that carries the ezafe mark; None without ezafe.
        ezafe_mark: U+0650 or U+0654; "" without ezafe or when the writer typed it.
        ezafe_confidence: probability of the decision taken about the ezafe, 0 to 1.
        confidence: probability of the letters' sounds together, 0 to 1.
        alternatives: other readings of the letters, most probable first; with the one taken at most 1 in all.
        known: whether training saw the word's form, or a lexicon has the word.
        lexicon: whether the user's lexicon settled the reading.
    """

    text: str
    start: int
    end: int
    letters: tuple[LetterReading, ...]
    ezafe: str
    ezafe_index: int | None
    ezafe_mark: str
    ezafe_confidence: float
    confidence: float
    alternatives: tuple[Alternative, ...] = ()
    known: bool = True
    lexicon: bool = False

    @property
    def phonemes(self) -> str:
        """The sounds of the letters joined, without the ezafe."""
        return "".join(letter.sound for letter in self.letters)


@dataclass(frozen=True, slots=True)
class Reading:
    """How a text is read: its Persian words in order, whatever stands between them left alone."""

    text: str
    words: tuple[WordReading, ...]
