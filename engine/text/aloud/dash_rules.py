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
)
from engine.text.aloud.score_rules import BY
from engine.text.aloud.signs import LABELS, RESULTS, SIGN_NAMES, SIGNED_WORDS
from engine.text.aloud.units import COUNTED, CURRENCIES, UNITS
from engine.text.mapped import Edit
from engine.text.numerals import PAUSE, TO, digit_groups

LESS: Final = "منهای"
_SCORE: Final = 20
"""Whole numbers below this that do not rise across a dash are taken for the score of a game."""

_QUANTITY: Final = (
    rf"(?:[0-9]{{1,3}}(?:/[0-9]{{3}}){{2,4}}+(?![0-9/])|[0-9]{{1,3}}/[0-9]{{1,3}}(?![0-9/])|{NUMBER})"
)
_UNIT: Final = rf"{SPACE}?(?:{alternation((*UNITS, *CURRENCIES))})(?![A-Za-z0-9]){NOT_BEFORE_LETTER}"
_ERA: Final = rf"{SPACE}?(?:{'|'.join(map(dotted, ERAS))}|{alternation(AFTER_YEAR)})\.?{NOT_BEFORE_LETTER}"
_MARK: Final = f"(?:{_UNIT}|{_ERA})"
_OLD_ERA: Final = rf"{SPACE}?(?:{'|'.join(map(dotted, ERAS))}|(?:پیش|قبل) از میلاد){NOT_BEFORE_LETTER}"
_MEASURE: Final = rf"(?:{_UNIT}|{SPACE}?(?:{alternation(COUNTED)})[هی]?{NOT_BEFORE_LETTER}|{_OLD_ERA})"
_LABELLED: Final = re.compile(rf"{NOT_AFTER_LETTER}(?:{alternation(LABELS)}){SPACE}\(?\Z")
_RESULT: Final = re.compile(rf"{NOT_AFTER_LETTER}(?:{alternation(RESULTS)}){SPACE}(?:[{L}]++{SPACE})?\Z")
_REACH: Final = 30
"""Code points before two numbers in which such a word is looked for."""
_WON: Final = (
    rf"{SPACE}(?:(?:به{SPACE}[{L}]++{SPACE})?باخت|به{SPACE}(?:سود|نفع){SPACE}"
    rf"|(?:شکست|مغلوب|حذف|عقب|جلو|پیروز){SPACE})"
)
_BETWEEN: Final = rf"(?P<dash>{SPACE}?{DASH}{SPACE}?)"

_RANGE: Final = re.compile(
    rf"(?<![0-9])(?<![0-9]/)(?P<first>{_QUANTITY}){_BETWEEN}"
    rf"(?=(?P<last>{_QUANTITY})(?:(?P<equals>{SPACE}?=)|(?P<measure>{_MEASURE})|(?P<won>{_WON})|(?P<date>/))?)"
)
_MARKED_RANGE: Final = rf"(?<![0-9]){_QUANTITY}{_MARK}{_BETWEEN}(?={_QUANTITY}{_MARK})"
_PERCENT_RANGE: Final = rf"[%٪]{SPACE}?{NUMBER}{_BETWEEN}(?=[%٪]{SPACE}?[0-9])"
_HEADING: Final = r"(?<![0-9-])[0-9]{1,2}(?P<dash>-)(?=[0-9]{1,2}-(?![0-9]))"
_HYPHENED: Final = r"(?<![0-9-])([0-9]++)-([0-9]++)-([0-9]++)(?:-([0-9]++))?(?:-([0-9]++))?(?![0-9-])"
_SIGN_BEHIND: Final = (
    rf"{ALONE}(?P<number>{_QUANTITY})(?P<sign>[+-])"
    rf"(?={SPACE}?(?:(?:و|،){SPACE}{_QUANTITY}[+-]{SPACE}?){{0,5}}(?:درجه|°|کیلوگرم|کیلویی)"
    rf"|(?<=-)(?:{SPACE}?درصد|{SPACE}(?:تا|الی){SPACE}[0-9]))"
)
_SIGNED_PERCENT: Final = rf"{ALONE}(?P<number>{_QUANTITY})(?P<sign>[+-])[%٪]"
_SIGNED: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(SIGNED_WORDS)}){SPACE}"
    rf"(?P<all>(?P<number>[0-9]{{1,3}}(?:[./٫][0-9]{{1,2}})?)(?P<sign>[+-]))(?!{SPACE}?[0-9])"
)


def _ranges(text: str) -> Iterator[Edit]:
    """The dash between two numbers: «منهای» in a sum, «تا» in a range, «بر» in a score, else a pause."""
    for match in matches(_RANGE, text, NUMBERS):
        yield Edit(match.start("dash"), match.end("dash"), _say_dash(match))


def _say_dash(match: re.Match[str]) -> str:
    first, last = match["first"], match["last"]
    before = match.string, max(0, match.start() - _REACH), match.start()
    if match["equals"]:
        return f" {LESS} "
    telephone = first.startswith("0") and first.isdigit() and len(first) > 2
    if _LABELLED.search(*before) or match["date"] or telephone:
        return PAUSE
    if match["won"] or _RESULT.search(*before):
        return f" {BY} "
    if match["measure"] or _value(first) < _value(last):
        return f" {TO} "
    scored = (first + last).isdigit() and _value(first) < _SCORE
    return f" {BY} " if scored else PAUSE


def _value(number: str) -> float:
    number = number.replace("/", "") if number.count("/") > 1 else number
    return float(re.sub("[,٬،]", "", number)[:300].replace("٫", ".").replace("/", "."))


def _say_signed(match: re.Match[str]) -> str:
    return f"{SIGN_NAMES[match['sign']]} {say_number(match['number'].replace('/', '.'))}"


DASH_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_HYPHENED, lambda match: digit_groups([*filter(None, match.groups())]), at=NUMBERS),
    pattern_rule(_HEADING, lambda _: PAUSE, "dash", at=NUMBERS),
    pattern_rule(_SIGN_BEHIND, _say_signed, at=NUMBERS),
    pattern_rule(_SIGNED_PERCENT, lambda match: f"{_say_signed(match)} درصد", at=NUMBERS),
    pattern_rule(_SIGNED, _say_signed, "all", needs="+-"),
    _ranges,
    pattern_rule(_MARKED_RANGE, lambda _: f" {TO} ", "dash", at=NUMBERS),
    pattern_rule(_PERCENT_RANGE, lambda _: f" {TO} ", "dash", needs="%٪"),
)
"""In order; what one has claimed the later ones leave alone."""
