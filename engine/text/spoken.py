"""The text as it is read aloud: everything that is not Persian words, spelled out in Persian words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from engine.text.aloud.abbreviation_rules import ABBREVIATION_RULES
from engine.text.aloud.address_rules import addresses
from engine.text.aloud.clock_rules import CLOCK_RULES
from engine.text.aloud.code_rules import CODE_RULES
from engine.text.aloud.currency_rules import CURRENCY_RULES
from engine.text.aloud.dash_rules import DASH_RULES
from engine.text.aloud.date_rules import DATE_RULES
from engine.text.aloud.day_rules import DAY_RULES
from engine.text.aloud.decimal_rules import DECIMAL_RULES
from engine.text.aloud.duration_rules import DURATION_RULES
from engine.text.aloud.era_rules import ERA_RULES
from engine.text.aloud.initial_rules import INITIAL_RULES
from engine.text.aloud.latin import LATIN_RULES
from engine.text.aloud.latin_date_rules import LATIN_DATE_RULES
from engine.text.aloud.letter_rules import LETTER_RULES
from engine.text.aloud.number_rules import NUMBER_RULES, ROMAN_RULES
from engine.text.aloud.rule import Rule, canonical
from engine.text.aloud.score_rules import SCORE_RULES
from engine.text.aloud.season_rules import SEASON_RULES
from engine.text.aloud.sign_rules import SIGN_RULES
from engine.text.aloud.street_rules import STREET_RULES
from engine.text.aloud.turned_rules import TURNED_RULES
from engine.text.aloud.unit_rules import UNIT_RULES
from engine.text.chars import LETTERS, MARKS
from engine.text.mapped import Edit, Mapped, edited

RULES: Final[tuple[Rule, ...]] = (
    addresses,
    *LETTER_RULES,
    *STREET_RULES,
    *ABBREVIATION_RULES,
    *ERA_RULES,
    *INITIAL_RULES,
    *DATE_RULES,
    *DAY_RULES,
    *SEASON_RULES,
    *TURNED_RULES,
    *LATIN_DATE_RULES,
    *DURATION_RULES,
    *CLOCK_RULES,
    *CODE_RULES,
    *CURRENCY_RULES,
    *UNIT_RULES,
    *ROMAN_RULES,
    *LATIN_RULES,
    *SCORE_RULES,
    *DASH_RULES,
    *DECIMAL_RULES,
    *NUMBER_RULES,
    *SIGN_RULES,
)
"""Every rule, in order: a span that one has taken is closed to those behind it."""


def spoken(text: str) -> Mapped:
    """The text with numbers, dates, signs, addresses and Latin words said in Persian words.

    Persian words and punctuation stay as they are, code point for code point. All code points of what is said
    stand for the whole span they are said for. Emoji fall silent. Time is linear in the length of the text.
    """
    return edited(text, _spaced(text, _claimed(canonical(text))))


def _claimed(text: str) -> list[Edit]:
    """What the rules say, each span by the first rule that takes it, in order."""
    taken = bytearray(len(text))
    edits: list[Edit] = []
    for rule in RULES:
        for edit in rule(text):
            if not any(taken[edit.start : edit.end]):
                taken[edit.start : edit.end] = b"\1" * (edit.end - edit.start)
                edits.append(edit)
    return sorted(edits, key=lambda edit: edit.start)


def _spaced(text: str, edits: list[Edit]) -> Iterator[Edit]:
    """The edits with a space wherever what is said would run into a word beside it."""
    at = 0
    last = " "  # the code point last put out
    for index, edit in enumerate(edits):
        last = text[edit.start - 1] if edit.start > at else last
        next_start = edits[index + 1].start if index + 1 < len(edits) else len(text)
        following = text[edit.end] if edit.end < next_start else " "
        said = edit.replacement
        if _wordlike(last) and _wordlike(said[:1] or following):
            said = " " + said
        if said and _wordlike(said[-1]) and _wordlike(following):
            said += " "
        yield Edit(edit.start, edit.end, said)
        at = edit.end
        last = said[-1:] or last


def _wordlike(char: str) -> bool:
    return char.isalnum() or char in LETTERS or char in MARKS
