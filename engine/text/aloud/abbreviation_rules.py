"""Abbreviations and initials."""

from __future__ import annotations

import re
from typing import Final

from engine.text.abbreviations import AFTER_YEAR, BEFORE_NUMBER, BRACKETED, DOTTED, TITLES
from engine.text.aloud.rule import (
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.aloud.signs import LETTER_NAMES

_FILLER: Final = "[\u0640\u200d]?"  # ه is often written with a kashida or joiner, to show its initial form
_STOP: Final = rf"{_FILLER}\.{SPACE}?"
_LETTER: Final = f"[{''.join(LETTER_NAMES)}]"


def _dotted_pattern(key: str) -> str:
    return _STOP.join(key.split(".")) + _FILLER


def _dotted_rule(key: str, said: str) -> Rule:
    """The abbreviation, with its last full stop where text goes on behind it."""
    ending = rf"(?:\.(?={SPACE}?[{L}0-9،؛,)]))?"
    return pattern_rule(rf"(?<![{L}.]){_dotted_pattern(key)}{NOT_BEFORE_LETTER}{ending}", lambda _: said)


def _say_letters(match: re.Match[str]) -> str:
    return " ".join(LETTER_NAMES[char] for char in match.group() if char in LETTER_NAMES)


ABBREVIATION_RULES: Final[tuple[Rule, ...]] = (
    *(_dotted_rule(key, DOTTED[key]) for key in sorted(DOTTED, key=len, reverse=True)),
    pattern_rule(
        rf"\({SPACE}?(?P<key>{alternation(BRACKETED)}){SPACE}?\)",
        lambda match: BRACKETED[match["key"]],
    ),
    pattern_rule(
        rf"(?<![{L}.])(?P<key>{alternation(BEFORE_NUMBER)})\.?(?={SPACE}?[0-9])",
        lambda match: BEFORE_NUMBER[match["key"]],
    ),
    pattern_rule(
        rf"(?<=[0-9]{{3}})(?P<gap>[\u200c \u00a0]?)(?P<year>(?P<key>{alternation(AFTER_YEAR)})"
        rf"(?:\.(?={SPACE}?[{L}0-9،)]))?){NOT_BEFORE_LETTER}(?!\.{SPACE}?{_LETTER}{NOT_BEFORE_LETTER})",
        lambda match: AFTER_YEAR[match["key"]],
        "year",
    ),
    pattern_rule(
        rf"(?<![{L}.])(?P<key>{alternation(TITLES)})\.(?={SPACE}?[{L}]{{2}})",
        lambda match: TITLES[match["key"]],
    ),
    pattern_rule(
        rf"(?<![{L}.])(?:{_LETTER}\.{SPACE}?){{2,10}}+(?:{_LETTER}{NOT_BEFORE_LETTER})?",
        _say_letters,
    ),
    pattern_rule(rf"(?<![{L}.])(?!و)(?P<initial>{_LETTER}\.)(?={SPACE}[{L}]{{3}})", _say_letters, "initial"),
    pattern_rule(rf"(?<=[{L}0-9])(?P<more>{SPACE}?و{SPACE}?(?:\.\.\.|…))", lambda _: " و غیره", "more"),
    pattern_rule(rf"{NOT_AFTER_LETTER}الخ{NOT_BEFORE_LETTER}", lambda _: "الی آخر"),
)
