"""Units behind a number, percent, and the letters and signs there that are none."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.latin_words import LATIN_LETTERS
from engine.text.aloud.number_rules import say_number
from engine.text.aloud.rule import (
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBER,
    NUMBERS,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
)
from engine.text.aloud.signs import SIGN_NAMES
from engine.text.aloud.units import CURRENCIES, LENGTH_UNITS, LETTERED, PER, SCALES, THOUSANDS_OF, UNITS
from engine.text.chars import ZWNJ

_MODEL: Final = "[A-WYZa-wyz]"
AFTER_AMOUNT: Final = r"(?<=[0-9⁰¹²³⁴⁵⁶⁷⁸⁹])" + "".join(
    f"(?<!{_MODEL}{head}[0-9]{{{count}}})" for head in ("", "-", "[0-9]-") for count in (1, 2, 3, 4, 5)
)
"""Behind a number that is none of a model's name (A4, XPS-15, i7-12700)."""

UNIT_END: Final = r"(?![A-Za-z0-9²³])"

_DEGREES: Final = rf"(?<=[0-9])°(?={SPACE}?[0-9]{{1,2}}[′'])"
_MINUTES: Final = rf"°{SPACE}?[0-9]{{1,2}}(?P<minute>')(?![0-9])"
_BLOOD: Final = (
    rf"(?:{NOT_AFTER_LETTER}گروه|خون[{L}{ZWNJ}]*+(?:{SPACE}[{L}{ZWNJ}]++)?):?{SPACE}(?:AB|[ABO])(?P<sign>[+-])"
    r"(?![A-Za-z0-9+-])"
)
_PERCENT_BEFORE: Final = rf"(?<![0-9])[%٪]{SPACE}?(?P<number>{NUMBER})"
_SIGNED: Final = "درجه|کیلوگرم|کیلویی"
"""What a plus behind the number may be the sign of: +۱۰۵ کیلوگرم."""
_MORE_THAN: Final = (
    rf"(?<![A-Za-z0-9.,٫٬/])(?P<number>{NUMBER})\+"
    rf"(?:{SPACE}(?=[A-Za-z{L}])(?!{_SIGNED})|(?={SPACE}?(?P<scale>{alternation(SCALES)})))"
)
_COUNTED: Final = alternation((*CURRENCIES, *THOUSANDS_OF))
_PICTURE: Final = rf"(?<![A-Za-z0-9.٫])[48](?P<letter>K){UNIT_END}(?!{SPACE}?(?:{_COUNTED}))"
_LETTERED: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(LETTERED)})\u0650?{SPACE}?(?:شماره(?:ٔ|\u200c?ی)?{SPACE})?"
    rf"[0-9]{{1,4}}{SPACE}?(?P<letter>[A-Za-z]){UNIT_END}"
)
_TIMES: Final = rf"(?<=[0-9])(?<!\b0){SPACE}?[xX]{SPACE}?(?=[0-9])"
_BY: Final = rf"{SPACE}?[×*]{SPACE}?"
_SIDES: Final = (
    rf"(?<=[0-9]){_BY}(?={NUMBER}(?:{_BY}{NUMBER}){{0,3}}+{SPACE}?(?:{alternation(LENGTH_UNITS)})ی?"
    rf"(?![A-Za-z0-9/]){NOT_BEFORE_LETTER})"
)
_PER: Final = rf"[0-9]{SPACE}?[{L}{ZWNJ}]++(?P<slash>/)(?=(?:{alternation(PER)}){NOT_BEFORE_LETTER})"


def before_unit(keys: dict[str, str]) -> Rule:
    """Units behind a number, a gap of one space between at most, which stays; a slash between two is «بر».

    Signs may run into the Persian word behind them (10%برگشت), letters may not.
    """
    unit = f"(?:{alternation(keys)})"
    return pattern_rule(
        rf"{AFTER_AMOUNT}(?P<gap>{SPACE}?)(?P<unit>{unit}(?:/{unit})*+){UNIT_END}"
        rf"(?:(?![{L}])|(?<![A-Za-z{L}]))",
        lambda match: " بر ".join(keys[unit] for unit in match["unit"].split("/")),
        "unit",
    )


def _say_more_than(match: re.Match[str]) -> str | None:
    """«بیش از» for the plus behind an amount; one behind a small number may be an age."""
    number = match["number"]
    large = match["scale"] or len(re.split("[.٫]", number)[0]) > 2
    return f"بیش از {say_number(number)}" if large else None


UNIT_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_DEGREES, lambda _: "درجه و", needs="°"),
    pattern_rule(_MINUTES, lambda _: "دقیقه", "minute", needs="°"),
    pattern_rule(r"(?<=[0-9])′(?=[0-9])", lambda _: "دقیقه و"),
    pattern_rule(_BLOOD, lambda match: SIGN_NAMES[match["sign"]], "sign", needs="+-"),
    pattern_rule(_PERCENT_BEFORE, lambda match: f"{say_number(match['number'])} درصد", needs="%٪"),
    pattern_rule(_MORE_THAN, _say_more_than, at=NUMBERS),
    pattern_rule(_PICTURE, lambda _: LATIN_LETTERS["k"], "letter", at=NUMBERS),
    pattern_rule(_LETTERED, lambda match: LATIN_LETTERS[match["letter"].lower()], "letter"),
    before_unit(UNITS),
    pattern_rule(_TIMES, lambda _: " در ", needs="xX"),
    pattern_rule(_SIDES, lambda _: " در ", needs="×*"),
    pattern_rule(_PER, lambda _: "بر", "slash", needs="/"),
)
