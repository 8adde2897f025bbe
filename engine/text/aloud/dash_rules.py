"""Dashes between and behind numbers: ranges, scores, sums, groups of digits, a minus written behind."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.abbreviations import AFTER_YEAR, ERAS
from engine.text.aloud.abbreviation_rules import dotted
from engine.text.aloud.number_rules import say_number
from engine.text.aloud.rule import (
    ALONE,
    DASH,
    NOT_BEFORE_LETTER,
    NUMBER,
    SPACE,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.aloud.units import COUNTED, CURRENCIES, UNITS
from engine.text.mapped import Edit
from engine.text.numerals import MINUS, PAUSE, digit_groups

TO, BY, LESS = "تا", "بر", "منهای"
_SCORE: Final = 20
"""Whole numbers below this that do not rise across a dash are taken for the score of a game."""

_QUANTITY: Final = rf"(?:[0-9]{{1,3}}/[0-9]{{1,3}}(?![0-9/])|{NUMBER})"
_UNIT: Final = rf"{SPACE}?(?:{alternation((*UNITS, *CURRENCIES))})(?![A-Za-z0-9]){NOT_BEFORE_LETTER}"
_ERA: Final = rf"{SPACE}?(?:{'|'.join(map(dotted, ERAS))}|{alternation(AFTER_YEAR)})\.?{NOT_BEFORE_LETTER}"
_MARK: Final = f"(?:{_UNIT}|{_ERA})"
_MEASURE: Final = rf"(?:{_UNIT}|{SPACE}?(?:{alternation(COUNTED)})[هی]?{NOT_BEFORE_LETTER})"
_BETWEEN: Final = rf"(?P<dash>{SPACE}?{DASH}{SPACE}?)"

_RANGE: Final = re.compile(
    rf"(?<![0-9])(?P<first>{_QUANTITY}){_BETWEEN}"
    rf"(?=(?P<last>{_QUANTITY})(?:(?P<equals>{SPACE}?=)|(?P<measure>{_MEASURE}))?)"
)
_MARKED_RANGE: Final = rf"(?<![0-9]){_QUANTITY}{_MARK}{_BETWEEN}(?={_QUANTITY}{_MARK})"
_PERCENT_RANGE: Final = rf"[%٪]{SPACE}?{NUMBER}{_BETWEEN}(?=[%٪]{SPACE}?[0-9])"
_HYPHENED: Final = r"(?<![0-9-])([0-9]++)-([0-9]++)-([0-9]++)(?:-([0-9]++))?(?:-([0-9]++))?(?![0-9-])"
_MINUS_BEHIND: Final = rf"{ALONE}(?P<number>{NUMBER})-(?={SPACE}?(?:درجه|°))"


def _ranges(text: str) -> Iterator[Edit]:
    """The dash between two numbers: «منهای» in a sum, «تا» in a range, «بر» in a score, else a pause."""
    for match in _RANGE.finditer(text):
        yield Edit(match.start("dash"), match.end("dash"), _say_dash(match))


def _say_dash(match: re.Match[str]) -> str:
    first, last = match["first"], match["last"]
    if match["equals"]:
        return f" {LESS} "
    if match["measure"] or _value(first) < _value(last):
        return f" {TO} "
    scored = (first + last).isdigit() and _value(first) < _SCORE
    return f" {BY} " if scored else PAUSE


def _value(number: str) -> float:
    return float(re.sub("[,٬،]", "", number)[:300].replace("٫", ".").replace("/", "."))


DASH_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_HYPHENED, lambda match: digit_groups([group for group in match.groups() if group])),
    pattern_rule(_MINUS_BEHIND, lambda match: f"{MINUS} {say_number(match['number'])}"),
    _ranges,
    pattern_rule(_MARKED_RANGE, lambda _: f" {TO} ", "dash"),
    pattern_rule(_PERCENT_RANGE, lambda _: f" {TO} ", "dash"),
)
"""In order; what one has claimed the later ones leave alone."""
