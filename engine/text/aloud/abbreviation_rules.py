"""Abbreviations."""

from __future__ import annotations

import re
from typing import Final

from engine.text.abbreviations import (
    AMOUNTS,
    ARTICLES,
    BEFORE_NUMBER,
    BRACKETED,
    DOTTED,
    DOTTED_AMOUNTS,
    FOREIGN_NUMBERED,
    LAWS,
    PRICED,
    REFERENCES,
    SERMONS,
    SPOONS,
)
from engine.text.aloud.rule import (
    DIGITS,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
    table_rule,
)
from engine.text.aloud.signs import LETTER_NAMES
from engine.text.chars import ZWNJ
from engine.text.numerals import SCALE_WORDS

_FILLER: Final = "[\u0640\u200d]?"  # ه is often written with a kashida or joiner, to show its initial form
_STOP: Final = rf"{_FILLER}{SPACE}?\.{SPACE}?"
_ENDING: Final = rf"(?:\.(?={SPACE}?[{L}0-9،؛,)]))?"


def dotted(key: str) -> str:
    """A pattern for a dotted abbreviation as it is written: with or without spaces, kashida and last stop."""
    return _STOP.join(key.split(".")) + _FILLER


_NO_LETTERS: Final = re.compile(f"[^{''.join(LETTER_NAMES)}]")
_BY_LETTERS: Final = {_NO_LETTERS.sub("", key): said for key, said in DOTTED.items()}
_DOTTED: Final = (
    rf"(?<![{L}{ZWNJ}.])(?:{'|'.join(map(dotted, sorted(DOTTED, key=len, reverse=True)))})"
    rf"{NOT_BEFORE_LETTER}{_ENDING}"
)


def _say_dotted(match: re.Match[str]) -> str:
    """The abbreviation, with its last full stop where text goes on behind it."""
    return _BY_LETTERS[_NO_LETTERS.sub("", match.group())]


def _law_rule(key: str, said: str) -> Rule:
    """A law behind the number of its article, where the same letters may mean something else."""
    return pattern_rule(
        rf"{_ARTICLE}(?P<law>{dotted(key)}{NOT_BEFORE_LETTER}(?!\.[{L}]){_ENDING})", lambda _: said, "law"
    )


def _amount_rule(key: str, said: str) -> Rule:
    """A scale and its currency behind a number, where the same letters may be initials."""
    return pattern_rule(
        rf"(?<=[0-9]){SPACE}?(?P<amount>{dotted(key)}{NOT_BEFORE_LETTER}{_ENDING})",
        lambda _: said,
        "amount",
        needs=".",
    )


_ARTICLE: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(ARTICLES)}){SPACE}[0-9]++(?:{SPACE}(?:و|تا){SPACE}[0-9]++)?{SPACE}"
)
_REFERENCE: Final = (
    rf"(?:(?P<bracket>\({SPACE}?)|(?m:^)|[.؛]{SPACE})"
    rf"(?P<word>(?P<key>{alternation(REFERENCES)})(?:(?(bracket)\.|(?!))|(?={SPACE}?:)))"
)
_SERMON: Final = (
    rf"نهج[\u200c ]?البلاغه[،,:]?{SPACE}(?P<word>(?P<key>{alternation(SERMONS)})\.?)(?={SPACE}?[0-9])"
)
_PRICE: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(PRICED)}){SPACE}[0-9]++(?:[./٫][0-9]++)?{SPACE}?(?P<million>م)"
    rf"{NOT_BEFORE_LETTER}"
)
_AMOUNT: Final = (
    rf"(?<=[0-9]){SPACE}?(?P<key>م(?={SPACE}?(?:تومان|تومن))|(?<=[0-9]{{3}})ت|(?<=[0-9]{{3}}{SPACE})ت)"
    rf"{NOT_BEFORE_LETTER}"
)

_SCALED: Final = rf"[0-9]{SPACE}?(?:{alternation(SCALE_WORDS)}){SPACE}(?P<key>ت){NOT_BEFORE_LETTER}"

EXPANSION_RULES: Final[tuple[Rule, ...]] = (
    *(_law_rule(key, said) for key, said in LAWS.items()),
    pattern_rule(_REFERENCE, lambda match: REFERENCES[match["key"]], "word"),
    pattern_rule(_SERMON, lambda match: SERMONS[match["key"]], "word"),
    pattern_rule(_PRICE, lambda _: AMOUNTS["م"], "million"),
    table_rule(SPOONS, rf"(?<=[0-9½¼¾⅓⅔]){SPACE}?", NOT_BEFORE_LETTER),
    pattern_rule(_AMOUNT, lambda match: AMOUNTS[match["key"]], "key"),
    pattern_rule(_SCALED, lambda match: AMOUNTS[match["key"]], "key", needs=DIGITS),
    *(_amount_rule(key, said) for key, said in DOTTED_AMOUNTS.items()),
    pattern_rule(
        rf"(?<![A-Za-z])(?P<key>{alternation(FOREIGN_NUMBERED)})\.(?={SPACE}?[0-9])",
        lambda match: FOREIGN_NUMBERED[match["key"]],
    ),
    pattern_rule(_DOTTED, _say_dotted, needs="."),
    pattern_rule(
        rf"\({SPACE}?(?P<key>{alternation(BRACKETED)}){SPACE}?\)",
        lambda match: BRACKETED[match["key"]],
    ),
    pattern_rule(
        rf"(?<![{L}{ZWNJ}.])(?P<key>{alternation(BEFORE_NUMBER)})\.?(?={SPACE}?[0-9])",
        lambda match: BEFORE_NUMBER[match["key"]],
    ),
)
"""Abbreviations said in full."""
ABBREVIATION_RULES: Final[tuple[Rule, ...]] = (
    *EXPANSION_RULES,
    pattern_rule(rf"(?<=[{L}0-9])(?P<more>{SPACE}?و{SPACE}?(?:\.\.\.|…))", lambda _: " و غیره", "more"),
    pattern_rule(rf"{NOT_AFTER_LETTER}الخ{NOT_BEFORE_LETTER}", lambda _: "الی آخر"),
)
