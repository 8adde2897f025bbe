"""Numbers: plain and grouped, ordinals, Roman numerals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.aloud.rule import (
    ALONE,
    DIGITS,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBER,
    NUMBERS,
    SPACE,
    L,
    Rule,
    alternation,
    matches,
    pattern_rule,
    places,
)
from engine.text.aloud.signs import ROMAN_NOUNS, ROMAN_SIGNS
from engine.text.mapped import Edit
from engine.text.numerals import MINUS, cardinal, decimal, integer, ordinal, roman_value, superlative_ordinal


def say_number(number: str) -> str:
    """A number as `NUMBER` matches it, in words; separators of thousands are left out."""
    whole, _, part = re.sub("[,٬،]", "", number).replace("٫", ".").partition(".")
    return decimal(whole, part) if part else integer(whole)


def _say_roman(numeral: str, *, counted: bool) -> str | None:
    """The ordinal, None for letters that are more likely something else; `counted` by a noun before them."""
    value = ROMAN_SIGNS.get(numeral) or roman_value(numeral)
    if not value or numeral in _NO_NUMERALS or (value >= 50 and not counted):
        return None
    return _FIRST if value == 1 else ordinal(value)


_FIRST: Final = "اول"
_NO_NUMERALS: Final = ("C", "D", "L", "M", "XL", "MIX", "CIVIL", "XXX")

_ORDINAL: Final = rf"{ALONE}(?P<number>[0-9]{{1,9}})(?:[\u200c -]?ا[\u064f]?م|\u200c?م){NOT_BEFORE_LETTER}"
_BEFORE_NOUN: Final = rf"{ALONE}(?P<number>[0-9]{{1,9}})[\u200c -]?(?:ا\u064f?)?مین{NOT_BEFORE_LETTER}"
_OF_TENS: Final = (
    rf"{ALONE}(?P<number>[24-9]0)\u200c?ی(?:{NOT_BEFORE_LETTER}|(?=\u200c?ها(?:ی|یی)?{NOT_BEFORE_LETTER}))"
)
_ENGLISH_ORDINAL: Final = r"(?<![A-Za-z0-9.,])(?P<number>[0-9]{1,4})(?:st|nd|rd|th)(?![A-Za-z0-9])"
_ROMAN: Final = re.compile(r"(?<![A-Za-z0-9])(?P<numeral>[IVXLCDM]++|[\u2160-\u216b])(?![A-Za-z0-9'&.+-])")
_ROMAN_PLACES: Final = places(r"[A-Za-z]+|[\u2160-\u216b]")
_NOUN_BEFORE: Final = re.compile(rf"{NOT_AFTER_LETTER}(?:{alternation(ROMAN_NOUNS)}){SPACE}\Z")
_PERSIAN_BEFORE: Final = re.compile(rf"[{L}]{SPACE}\Z")
_REACH: Final = 20
"""Code points before a Roman numeral in which its noun is looked for."""


def _romans(text: str) -> Iterator[Edit]:
    """Roman numerals behind a Persian word are ordinals; a single letter needs a noun that is counted."""
    for match in matches(_ROMAN, text, _ROMAN_PLACES):
        numeral = match["numeral"]
        before = text, max(0, match.start() - _REACH), match.start()
        noun = _NOUN_BEFORE.search(*before) is not None
        single = len(numeral) == 1 and numeral not in ROMAN_SIGNS
        said = _say_roman(numeral, counted=noun)
        if said and (noun or (not single and _PERSIAN_BEFORE.search(*before))):
            yield Edit(match.start(), match.end(), said)


_POWER_OF_TEN: Final = (
    r"(?<![A-Za-z0-9])[0-9]++(?:[.٫][0-9]++)?(?P<ten>e(?P<sign>[+-])?(?P<power>[0-9]{1,3}))(?![A-Za-z0-9])"
)
_AND_HALF: Final = rf"(?<=[0-9])(?P<half>{SPACE}?\u200c?و\u200c?نیم){NOT_BEFORE_LETTER}"


def _say_power_of_ten(match: re.Match[str]) -> str:
    minus = f"{MINUS} " if match["sign"] == "-" else ""
    return f"ضرب در ده به توان {minus}{integer(match['power'])}"


ROMAN_RULES: Final[tuple[Rule, ...]] = (
    _romans,
    pattern_rule(_POWER_OF_TEN, _say_power_of_ten, "ten", at=NUMBERS),
    pattern_rule(_ENGLISH_ORDINAL, lambda match: ordinal(int(match["number"])), at=NUMBERS),
)
NUMBER_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_ORDINAL, lambda match: ordinal(int(match["number"])), at=NUMBERS),
    pattern_rule(_BEFORE_NOUN, lambda match: superlative_ordinal(int(match["number"])), at=NUMBERS),
    pattern_rule(_AND_HALF, lambda _: " و نیم", "half", needs=DIGITS),
    pattern_rule(_OF_TENS, lambda match: f"{cardinal(int(match['number']))}ی", at=NUMBERS),
    pattern_rule(f"[{''.join(ROMAN_SIGNS)}]", lambda match: cardinal(ROMAN_SIGNS[match.group()])),
    pattern_rule(rf"(?<![0-9]){NUMBER}", lambda match: say_number(match.group()), at=NUMBERS),
    # what is left of a number that others cut
    pattern_rule("[0-9]++", lambda match: integer(match.group()), at=NUMBERS),
)
"""In order; what one has claimed the later ones leave alone."""
