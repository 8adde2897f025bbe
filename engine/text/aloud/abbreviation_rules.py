"""Abbreviations and initials."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.abbreviations import (
    AFTER_YEAR,
    AMOUNTS,
    ARTICLES,
    BEFORE_NUMBER,
    BRACKETED,
    CENTURIES,
    DOTTED,
    FOREIGN_NUMBERED,
    LAWS,
    LENGTHS,
    LIST_LETTERS,
    METRE,
    PARTS_OF_ADDRESS,
    REFERENCES,
    STREET,
    SURNAME_ENDINGS,
    TITLES,
)
from engine.text.aloud.rule import (
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBER,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.aloud.signs import LETTER_NAMES
from engine.text.mapped import Edit
from engine.text.numerals import ordinal

_FILLER: Final = "[\u0640\u200d]?"  # ه is often written with a kashida or joiner, to show its initial form
_STOP: Final = rf"{_FILLER}{SPACE}?\.{SPACE}?"
_LETTER: Final = f"[{''.join(LETTER_NAMES)}]"
_ENDING: Final = rf"(?:\.(?={SPACE}?[{L}0-9،؛,)]))?"


def dotted(key: str) -> str:
    """A pattern for a dotted abbreviation as it is written: with or without spaces, kashida and last stop."""
    return _STOP.join(key.split(".")) + _FILLER


def _dotted_rule(key: str, said: str) -> Rule:
    """The abbreviation, with its last full stop where text goes on behind it."""
    return pattern_rule(rf"(?<![{L}.]){dotted(key)}{NOT_BEFORE_LETTER}{_ENDING}", lambda _: said)


def _law_rule(key: str, said: str) -> Rule:
    """A law behind the number of its article, where the same letters may mean something else."""
    return pattern_rule(
        rf"{_ARTICLE}(?P<law>{dotted(key)}{NOT_BEFORE_LETTER}(?!\.[{L}]){_ENDING})", lambda _: said, "law"
    )


def _say_letters(match: re.Match[str]) -> str:
    return " ".join(LETTER_NAMES[char] for char in match.group() if char in LETTER_NAMES)


def _say_year_letter(match: re.Match[str]) -> str | None:
    """«میلادی» and the like behind a likely year; a «م» behind other numbers is metres."""
    said, years = AFTER_YEAR[match["key"]]
    number = int(match["number"])
    likely = number in years or (match["named"] is not None and number < years.stop)
    if likely and match["thousands"] is None:
        return said
    return METRE if match["key"] == "م" else None


_LETTER_ALONE: Final = rf"{NOT_BEFORE_LETTER}(?!\.{SPACE}?{_LETTER}{NOT_BEFORE_LETTER})"
_NUMBER_GAP: Final = "[\u200c \u00a0]?"
_LAST_STOP: Final = rf"(?:\.(?={SPACE}?[{L}0-9،)]))?"
_YEAR_LETTER: Final = (
    rf"(?P<named>سال{SPACE}|\()?(?<![0-9])(?P<thousands>[0-9]{{1,3}}(?:[,٬.٫/][0-9]{{3}})*[,٬.٫/])?"
    rf"(?P<number>[0-9]{{3,4}}){_NUMBER_GAP}"
    rf"(?P<letter>(?P<key>{alternation(AFTER_YEAR)}){_LAST_STOP}){_LETTER_ALONE}"
)
_ORDINALS: Final = alternation(ordinal(number) for number in range(1, 22))
_CENTURY_LETTER: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(CENTURIES)}){SPACE}"
    rf"(?:(?:[0-9]{{1,2}}{SPACE}(?:و|تا){SPACE})?[0-9]{{1,2}}{_NUMBER_GAP}|(?:{_ORDINALS}){SPACE})"
    rf"(?P<letter>(?P<key>{alternation(AFTER_YEAR)}){_LAST_STOP}){_LETTER_ALONE}"
)
_MEASURED: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(LENGTHS)})(?:{SPACE}[{L}]++)?{SPACE}{NUMBER}{_NUMBER_GAP}"
    rf"(?P<metre>م{_LAST_STOP}){_LETTER_ALONE}"
)

_ARTICLE: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(ARTICLES)}){SPACE}[0-9]++(?:{SPACE}(?:و|تا){SPACE}[0-9]++)?{SPACE}"
)
_REFERENCE: Final = rf"\({SPACE}?(?P<word>(?P<key>{alternation(REFERENCES)})(?:\.|(?={SPACE}?:)))"
_AMOUNT: Final = (
    rf"(?<=[0-9]){SPACE}?(?P<key>م(?={SPACE}?(?:تومان|تومن))|(?<=[0-9]{{3}})ت|(?<=[0-9]{{3}}{SPACE})ت)"
    rf"{NOT_BEFORE_LETTER}"
)

_TITLE: Final = re.compile(
    rf"(?m:(?P<opening>^{SPACE}*+))?(?<![{L}.])(?P<title>(?P<key>{alternation(TITLES)})\.)"
    rf"(?={SPACE}?(?P<name>[{L}]{{2,30}}))"
)
_LIST: Final = re.compile(
    rf"{NOT_AFTER_LETTER}(?:{alternation(LIST_LETTERS)}){SPACE}?[.)]|(?m:^){SPACE}*+[بج]{SPACE}?[.)][^\n]*+\n"
)


def _titles(text: str) -> Iterator[Edit]:
    """«دکتر» for its letter, but for a list item's: behind others, or at a line's start before no name."""
    listed = _LIST.search(text)
    for match in _TITLE.finditer(text):
        item = match["opening"] is not None and not match["name"].endswith(SURNAME_ENDINGS)
        if not item and (listed is None or listed.end() > match.start("title")):
            yield Edit(match.start("title"), match.end("title"), TITLES[match["key"]])


ABBREVIATION_RULES: Final[tuple[Rule, ...]] = (
    *(_law_rule(key, said) for key, said in LAWS.items()),
    pattern_rule(_REFERENCE, lambda match: REFERENCES[match["key"]], "word"),
    pattern_rule(rf"(?:(?m:^)|[،,]{SPACE}?)(?P<street>خ)(?={SPACE}[{L}]{{3}})", lambda _: STREET, "street"),
    pattern_rule(rf"[،,]{SPACE}?(?P<street>خ\.)(?={SPACE}?[{L}]{{3}})", lambda _: STREET, "street"),
    pattern_rule(
        rf"[،,]{SPACE}?(?P<part>(?P<key>{alternation(PARTS_OF_ADDRESS)})\.?)(?={SPACE}?[0-9])",
        lambda match: PARTS_OF_ADDRESS[match["key"]],
        "part",
    ),
    pattern_rule(_AMOUNT, lambda match: AMOUNTS[match["key"]], "key"),
    pattern_rule(
        rf"(?<![A-Za-z])(?P<key>{alternation(FOREIGN_NUMBERED)})\.(?={SPACE}?[0-9])",
        lambda match: FOREIGN_NUMBERED[match["key"]],
    ),
    *(_dotted_rule(key, DOTTED[key]) for key in sorted(DOTTED, key=len, reverse=True)),
    pattern_rule(
        rf"\({SPACE}?(?P<key>{alternation(BRACKETED)}){SPACE}?\)",
        lambda match: BRACKETED[match["key"]],
    ),
    pattern_rule(
        rf"(?<![{L}.])(?P<key>{alternation(BEFORE_NUMBER)})\.?(?={SPACE}?[0-9])",
        lambda match: BEFORE_NUMBER[match["key"]],
    ),
    pattern_rule(_MEASURED, lambda _: METRE, "metre"),
    pattern_rule(_YEAR_LETTER, _say_year_letter, "letter"),
    pattern_rule(_CENTURY_LETTER, lambda match: AFTER_YEAR[match["key"]][0], "letter"),
    _titles,
    pattern_rule(
        rf"(?<![{L}.])(?:{_LETTER}\.{SPACE}?){{2,10}}+(?:{_LETTER}{NOT_BEFORE_LETTER})?",
        _say_letters,
    ),
    pattern_rule(rf"(?<![{L}.])(?!و)(?P<initial>{_LETTER}\.)(?={SPACE}[{L}]{{3}})", _say_letters, "initial"),
    pattern_rule(rf"(?<=[{L}0-9])(?P<more>{SPACE}?و{SPACE}?(?:\.\.\.|…))", lambda _: " و غیره", "more"),
    pattern_rule(rf"{NOT_AFTER_LETTER}الخ{NOT_BEFORE_LETTER}", lambda _: "الی آخر"),
)
