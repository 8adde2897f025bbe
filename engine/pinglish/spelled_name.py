"""A word of a foreign name in the spelling of the world, with what Persian adds to it."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract.names import VowelNotation
from engine.pinglish.readable import readable_phonemes
from engine.pinglish.rules import EZAFE_MARKS
from engine.reading.types import WordReading


@dataclass(frozen=True, slots=True)
class SpelledName:
    """The Latin letters of one word of a name.

    Attributes:
        latin: its part of the name's spelling.
        suffix: phonemes of an ending that is not part of the name, for the rules to write; often "".
        guessed: whether the model made the spelling up; False where the table has it.
    """

    latin: str
    suffix: str = ""
    guessed: bool = False


def spelled_word(name: SpelledName, word: WordReading, notation: VowelNotation) -> str:
    """One word of a name with its ending and ezafe: «نیویورکی‌های» is ``New Yorkihaa-ye``."""
    return name.latin + readable_phonemes(name.suffix, notation) + EZAFE_MARKS[word.ezafe]
