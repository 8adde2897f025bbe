"""Scores: lists of sets, results between two teams."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.aloud.rule import (
    ALONE,
    DASH,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    SPACE,
    Rule,
    alternation,
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
    rf"(?P<pages>{NOT_AFTER_LETTER}(?:{alternation(PAGES)})\.?{SPACE}?)?{ALONE}(?<!{DASH}){_PAIR}(?:{SPACE}?(?:[،,؛;(]|و{NOT_BEFORE_LETTER}){SPACE}?\(?{_PAIR})++"
    rf"(?!{SPACE}?(?:{alternation(COUNTED)}){NOT_BEFORE_LETTER})"
)
_MATCH: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(TEAMS)}){SPACE}[0-9]{{1,3}}(?P<dash>{_DASH})"
    rf"(?=[0-9]{{1,3}}{SPACE}(?:{alternation(TEAMS)}){NOT_BEFORE_LETTER})"
)
_SCORE: Final = re.compile(rf"([0-9]+)({_DASH})([0-9]+)")


def _score_lists(text: str) -> Iterator[Edit]:
    """«بر» for the dashes of two or more pairs of numbers, no pages, where some pair falls as no range does."""
    for match in _LIST.finditer(text):
        scores = list(_SCORE.finditer(text, match.start(), match.end()))
        if not match["pages"] and any(int(score[1]) > int(score[3]) for score in scores):
            for score in scores:
                yield Edit(score.start(2), score.end(2), f" {BY} ")


SCORE_RULES: Final[tuple[Rule, ...]] = (
    _score_lists,
    pattern_rule(_MATCH, lambda _: f" {BY} ", "dash"),
)
