"""Single letters with a full stop: titles before a name, initials."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.abbreviations import LIST_LETTERS, SURNAME_ENDINGS, TITLES
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
from engine.text.chars import ZWNJ
from engine.text.mapped import Edit

_LETTER: Final = f"[{''.join(LETTER_NAMES)}]"
_TITLE: Final = re.compile(
    rf"(?m:(?P<opening>^{SPACE}*+))?(?<![{L}{ZWNJ}.])(?P<title>(?P<key>{alternation(TITLES)})\.)"
    rf"(?={SPACE}?(?P<name>[{L}]{{2,30}}))"
)
_LIST: Final = re.compile(
    rf"{NOT_AFTER_LETTER}(?:{alternation(LIST_LETTERS)}){SPACE}?[.)]|(?m:^){SPACE}*+[بج]{SPACE}?[.)][^\n]*+\n"
)
_INITIALS: Final = rf"(?<![{L}{ZWNJ}.])(?:{_LETTER}\.{SPACE}?){{2,10}}+(?:{_LETTER}{NOT_BEFORE_LETTER})?"
_INITIAL: Final = rf"(?<![{L}{ZWNJ}.])(?!و)(?P<initial>{_LETTER}\.)(?={SPACE}[{L}]{{3}})"


def _titles(text: str) -> Iterator[Edit]:
    """«دکتر» for its letter, but for a list item's: behind others, or at a line's start before no name."""
    listed = _LIST.search(text)
    for match in _TITLE.finditer(text):
        item = match["opening"] is not None and not match["name"].endswith(SURNAME_ENDINGS)
        if not item and (listed is None or listed.end() > match.start("title")):
            yield Edit(match.start("title"), match.end("title"), TITLES[match["key"]])


def _say_letters(match: re.Match[str]) -> str:
    return " ".join(LETTER_NAMES[char] for char in match.group() if char in LETTER_NAMES)


INITIAL_RULES: Final[tuple[Rule, ...]] = (
    _titles,
    pattern_rule(_INITIALS, _say_letters, needs="."),
    pattern_rule(_INITIAL, _say_letters, "initial", needs="."),
)
