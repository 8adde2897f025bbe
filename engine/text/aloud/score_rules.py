"""Scores: lists of sets, results between two teams."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.aloud.rule import (
    ALONE,
    DASH,
    DIGITS,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBERS,
    SPACE,
    Rule,
    alternation,
    matches,
    pattern_rule,
)
from engine.text.aloud.signs import PAGES
from engine.text.aloud.teams import TEAMS
from engine.text.aloud.units import COUNTED
from engine.text.mapped import Edit

BY: Final = "بر"

_DASH: Final = rf"{SPACE}?{DASH}{SPACE}?"
_PAIR: Final = rf"[0-9]{{1,3}}{_DASH}[0-9]{{1,3}}(?![0-9/.,٫٬٪%]|{_DASH}[0-9])\)?"
_LIST: Final = re.compile(
    rf"{ALONE}(?<!{DASH}){_PAIR}(?:{SPACE}?(?:[،,؛;(]|و{NOT_BEFORE_LETTER}){SPACE}?\(?{_PAIR})++"
    rf"(?!{SPACE}?(?:{alternation(COUNTED)}){NOT_BEFORE_LETTER})"
)
_MATCH: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(TEAMS)}){SPACE}[0-9]{{1,3}}(?P<dash>{_DASH})"
    rf"(?=[0-9]{{1,3}}{SPACE}(?:{alternation(TEAMS)}){NOT_BEFORE_LETTER})"
)
_PAGES: Final = re.compile(rf"{NOT_AFTER_LETTER}(?:{alternation(PAGES)})\.?{SPACE}?\Z")
_REACH: Final = 10
"""Code points before a list in which the word for pages is looked for."""

_SCORE: Final = re.compile(rf"([0-9]+)({_DASH})([0-9]+)")


def _score_lists(text: str) -> Iterator[Edit]:
    """«بر» for the dashes of a list of pairs, of which some falls as no range does; not of pages."""
    for match in matches(_LIST, text, NUMBERS):
        scores = list(_SCORE.finditer(text, match.start(), match.end()))
        pages = _PAGES.search(text, max(0, match.start() - _REACH), match.start())
        if not pages and any(int(score[1]) > int(score[3]) for score in scores):
            for score in scores:
                yield Edit(score.start(2), score.end(2), f" {BY} ")


SCORE_RULES: Final[tuple[Rule, ...]] = (
    _score_lists,
    pattern_rule(_MATCH, lambda _: f" {BY} ", "dash", needs=DIGITS),
)
