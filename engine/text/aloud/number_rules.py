"""Numbers: plain and grouped, ordinals, Roman numerals."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.aloud.rule import (
    ALONE,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBER,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.aloud.signs import ROMAN_NOUNS, ROMAN_SIGNS
from engine.text.mapped import Edit
from engine.text.numerals import MINUS, cardinal, decimal, integer, ordinal, roman_value, superlative_ordinal


def say_number(number: str) -> str:
    """A number as `NUMBER` matches it, in words; separators of thousands are left out."""
    whole, _, part = re.sub("[,٬،]", "", number).replace("٫", ".").partition(".")
    return decimal(whole, part) if part else integer(whole)


def _say_roman(match: re.Match[str]) -> str | None:
    numeral = match["numeral"]
    value = ROMAN_SIGNS.get(numeral) or roman_value(numeral)
    if not value or numeral in _NO_NUMERALS or (value >= 50 and not match["noun"]):
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
_ROMAN: Final = (
    rf"(?P<noun>{NOT_AFTER_LETTER}(?:{alternation(ROMAN_NOUNS)}){SPACE})?"
    rf"(?<![A-Za-z0-9])(?P<numeral>[IVXLCDM]++|[\u2160-\u216b])(?![A-Za-z0-9'&.+-])"
)
_PERSIAN_BEFORE: Final = re.compile(rf"[{L}]{SPACE}\Z")


def _romans(text: str) -> Iterator[Edit]:
    """Roman numerals behind a Persian word are ordinals; a single letter needs a noun that is counted."""
    for match in re.finditer(_ROMAN, text):
        at = match.start("numeral")
        single = len(match["numeral"]) == 1 and match["numeral"] not in ROMAN_SIGNS
        said = _say_roman(match)
        if said and (match["noun"] or (not single and _PERSIAN_BEFORE.search(text[max(0, at - 2) : at]))):
            yield Edit(at, match.end("numeral"), said)


_POWER_OF_TEN: Final = (
    r"(?<![A-Za-z0-9])[0-9]++(?:[.٫][0-9]++)?(?P<ten>e(?P<sign>[+-])?(?P<power>[0-9]{1,3}))(?![A-Za-z0-9])"
)
_AND_HALF: Final = rf"(?<=[0-9])(?P<half>{SPACE}?\u200c?و\u200c?نیم){NOT_BEFORE_LETTER}"


def _say_power_of_ten(match: re.Match[str]) -> str:
    minus = f"{MINUS} " if match["sign"] == "-" else ""
    return f"ضرب در ده به توان {minus}{integer(match['power'])}"


ROMAN_RULES: Final[tuple[Rule, ...]] = (
    _romans,
    pattern_rule(_POWER_OF_TEN, _say_power_of_ten, "ten"),
    pattern_rule(_ENGLISH_ORDINAL, lambda match: ordinal(int(match["number"]))),
)
NUMBER_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_ORDINAL, lambda match: ordinal(int(match["number"]))),
    pattern_rule(_BEFORE_NOUN, lambda match: superlative_ordinal(int(match["number"]))),
    pattern_rule(_AND_HALF, lambda _: " و نیم", "half"),
    pattern_rule(_OF_TENS, lambda match: f"{cardinal(int(match['number']))}ی"),
    pattern_rule(f"[{''.join(ROMAN_SIGNS)}]", lambda match: cardinal(ROMAN_SIGNS[match.group()])),
    pattern_rule(rf"(?<![0-9]){NUMBER}", lambda match: say_number(match.group())),
    pattern_rule("[0-9]++", lambda match: integer(match.group())),  # what is left of a number that others cut
)
"""In order; what one has claimed the later ones leave alone."""
