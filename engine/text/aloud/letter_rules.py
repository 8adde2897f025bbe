"""Persian letters that stand by themselves as names: options, clauses, list items, number plates, files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.text.aloud.rule import (
    DIGITS,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    SPACE,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.aloud.signs import LETTER_NAMES
from engine.text.mapped import Edit

_NOUNS: Final = (
    *("گزینه", "گزینهٔ", "گزینه‌ی", "گزینه‌های", "بند", "بندهای", "حرف", "حروف", "مورد", "موارد", "جزء"),
    *("بلوک", "ردیف", "گروه", "گروه‌های", "کلاس", "سالن", "ضلع", "نقطه", "نقطهٔ", "نقطه‌ی", "شعبه", "ویتامین"),
    "هپاتیت",
)
"""Words for what has a letter for its name."""

_LETTER: Final = f"[{''.join(LETTER_NAMES).replace('و', '')}]"
_ALONE: Final = rf"{NOT_AFTER_LETTER}{_LETTER}{NOT_BEFORE_LETTER}"
_NO_NAME: Final = rf"ی{NOT_BEFORE_LETTER}|{_LETTER}\.{SPACE}?{_LETTER}{NOT_BEFORE_LETTER}"
"""An ezafe written apart (نقطه ی قوت), and letters with stops between (گروه پ.ن)."""
_ITEM: Final = rf"(?:(?!{_NO_NAME})|(?=[«(\"]))[«(\"]?(?:الف|{_LETTER}){NOT_BEFORE_LETTER}[»)\"]?"
_LIST: Final = re.compile(
    rf"{NOT_AFTER_LETTER}(?:{alternation(_NOUNS)}){SPACE}{_ITEM}(?:{SPACE}?(?:[،,]|و|یا|تا){SPACE}{_ITEM})*+"
)
_NAME: Final = re.compile(_ALONE)
_LISTED: Final = "[بپتثجچده]"
_LIST_ITEM: Final = rf"(?<!\S)(?<![(0-9]{SPACE})(?P<letter>{_LISTED})(?={SPACE}?\))"
_HEADING: Final = rf"(?m:^){SPACE}*+(?P<letter>{_LISTED})(?={SPACE}?[-–]{SPACE})"
_PLATE: Final = (
    rf"[0-9]{{2}}{SPACE}?(?P<letter>{_LETTER})"
    rf"(?={SPACE}?[0-9]{{3}}{SPACE}?[-–،]?{SPACE}?ایران{SPACE}?[0-9]{{2}})"
)
_VITAMIN: Final = rf"{NOT_AFTER_LETTER}(?P<letter>[بد])(?=[0-9]{{1,2}}(?![0-9]))"
_FILE: Final = rf"(?:(?<=[0-9]/){_LETTER}{NOT_BEFORE_LETTER}|(?<![0-9.]){_ALONE}(?=/[0-9]{{2}}))"


def _say(match: re.Match[str]) -> str:
    return LETTER_NAMES[match["letter"]]


def _lists(text: str) -> Iterator[Edit]:
    """The letters behind one of the nouns; «و» joins them."""
    for match in _LIST.finditer(text):
        for letter in _NAME.finditer(text, match.start(), match.end()):
            yield Edit(letter.start(), letter.end(), LETTER_NAMES[letter.group()])


LETTER_RULES: Final[tuple[Rule, ...]] = (
    _lists,
    pattern_rule(_LIST_ITEM, _say, "letter", needs=")"),
    pattern_rule(_HEADING, _say, "letter"),
    pattern_rule(_VITAMIN, _say, "letter", needs=DIGITS),
    pattern_rule(_PLATE, _say, "letter", needs=DIGITS),
    pattern_rule(_FILE, lambda match: LETTER_NAMES[match.group()], needs="/"),
)
