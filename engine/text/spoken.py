"""The text as it is read aloud: everything that is not Persian words, spelled out in Persian words."""

from __future__ import annotations

from typing import Final

from engine.text.aloud.abbreviation_rules import ABBREVIATION_RULES
from engine.text.aloud.address_rules import addresses
from engine.text.aloud.claims import claimed, spaced
from engine.text.aloud.clock_rules import CLOCK_RULES
from engine.text.aloud.code_rules import CODE_RULES
from engine.text.aloud.currency_rules import CURRENCY_RULES
from engine.text.aloud.dash_rules import DASH_RULES
from engine.text.aloud.date_rules import DATE_RULES
from engine.text.aloud.day_rules import DAY_RULES
from engine.text.aloud.decimal_rules import DECIMAL_RULES
from engine.text.aloud.duration_rules import DURATION_RULES
from engine.text.aloud.era_rules import ERA_RULES
from engine.text.aloud.inch_rules import INCH_RULES
from engine.text.aloud.initial_rules import INITIAL_RULES
from engine.text.aloud.latin import LATIN_RULES
from engine.text.aloud.latin_date_rules import LATIN_DATE_RULES
from engine.text.aloud.letter_rules import LETTER_RULES
from engine.text.aloud.number_rules import NUMBER_RULES, ROMAN_RULES
from engine.text.aloud.rule import Rule, canonical
from engine.text.aloud.score_rules import SCORE_RULES
from engine.text.aloud.season_rules import SEASON_RULES
from engine.text.aloud.sign_rules import SIGN_RULES
from engine.text.aloud.street_letter_rules import STREET_LETTER_RULES
from engine.text.aloud.street_rules import STREET_RULES
from engine.text.aloud.turned_rules import TURNED_RULES
from engine.text.aloud.unit_rules import UNIT_RULES
from engine.text.mapped import Mapped, edited

RULES: Final[tuple[Rule, ...]] = (
    addresses,
    *LETTER_RULES,
    *STREET_RULES,
    *STREET_LETTER_RULES,
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
    *INCH_RULES,
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
    return edited(text, spaced(text, claimed(canonical(text), RULES)))
