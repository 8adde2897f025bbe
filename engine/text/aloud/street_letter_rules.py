"""Letters among the parts of a street address: خ آزادی ک بهار پ ۵، خیابان آزادی، م. انقلاب."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.abbreviations import NO_STREET_NAMES, STREET_LETTERS, STREET_NEIGHBOURS, STREET_WORDS
from engine.text.aloud.rule import NOT_AFTER_LETTER, NOT_BEFORE_LETTER, SPACE, L, Rule, alternation
from engine.text.chars import ZWNJ
from engine.text.mapped import Edit

_LETTER: Final = rf"(?:{alternation(STREET_LETTERS)})(?:\.{SPACE}?|{SPACE})"
_KEY: Final = rf"(?:(?:{alternation((*STREET_WORDS, STREET_LETTERS['م']))}){SPACE}|{_LETTER})"
_HEAD: Final = rf"(?:(?:{alternation(STREET_NEIGHBOURS)}){SPACE})?{_KEY}"
_WORD: Final = rf"(?!{_HEAD}|(?:{alternation(NO_STREET_NAMES)}){NOT_BEFORE_LETTER})[{L}{ZWNJ}0-9]++"
_NAME: Final = rf"{_WORD}(?:{SPACE}{_WORD}){{0,2}}"
_COMMA: Final = rf"{SPACE}?[،,؛-]{SPACE}?"
_END: Final = rf"(?=(?:{SPACE}?(?:[،,؛.()\n-]|\Z))|{SPACE}{_HEAD})"
_PART: Final = rf"{_HEAD}(?:{_NAME}{_END}|[0-9]++)"
_NEXT: Final = rf"(?:(?:{_COMMA}(?:{_NAME}{_COMMA}){{0,2}}|{SPACE}){_PART})"
_BEGINNING: Final = (
    rf"(?:(?m:^)(?!م[. ])|[،,:]{SPACE}?|{NOT_AFTER_LETTER}(?=(?:{alternation(STREET_WORDS)}|خ){SPACE}))"
)
_ADDRESS: Final = re.compile(rf"{_BEGINNING}{_PART}{_NEXT}{{1,8}}")
_ANCHOR: Final = re.compile(rf"{NOT_AFTER_LETTER}(?:(?:{alternation(STREET_WORDS)}){SPACE}|خ[. ])")
_ABBREVIATED: Final = re.compile(
    rf"{NOT_AFTER_LETTER}(?P<key>{alternation(STREET_LETTERS)})(?:\.|(?={SPACE}))"
)


def _street_letters(text: str) -> Iterator[Edit]:
    """Words for the letters of an address of two parts or more, of which one is plainly of a street."""
    for address in _ADDRESS.finditer(text):
        if _ANCHOR.search(address.group()):
            for letter in _ABBREVIATED.finditer(text, address.start(), address.end()):
                yield Edit(letter.start(), letter.end(), STREET_LETTERS[letter["key"]])


STREET_LETTER_RULES: Final[tuple[Rule, ...]] = (_street_letters,)
