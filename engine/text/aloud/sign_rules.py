"""Currencies, units, percent and the signs of arithmetic."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.latin_words import LATIN_LETTERS
from engine.text.aloud.number_rules import say_number
from engine.text.aloud.rule import (
    ALONE,
    NOT_AFTER_LETTER,
    NOT_BEFORE_LETTER,
    NUMBER,
    SPACE,
    L,
    Rule,
    alternation,
    pattern_rule,
    table_rule,
)
from engine.text.aloud.signs import (
    ANYWHERE,
    BEFORE_NUMBER,
    BETWEEN_DIGITS,
    BETWEEN_NAMES,
    BETWEEN_NUMBERS,
    BETWEEN_WORDS,
    MINUSES,
    SIGN_NAMES,
    SUPERSCRIPTS,
)
from engine.text.aloud.units import CURRENCIES, LETTERED, PER, SCALES, THOUSANDS_OF, UNITS
from engine.text.numerals import integer

_AFTER_NUMBER: Final = r"(?<=[0-9])"
_MODEL: Final = "[A-WYZa-wyz]"
_AFTER_AMOUNT: Final = r"(?<=[0-9⁰¹²³⁴⁵⁶⁷⁸⁹])" + "".join(
    f"(?<!{_MODEL}{head}[0-9]{{{count}}})" for head in ("", "-", "[0-9]-") for count in (1, 2, 3, 4, 5)
)
_UNIT_END: Final = r"(?![A-Za-z0-9²³])"
_PERCENT: Final = "[%٪]"


def _say_amount(match: re.Match[str]) -> str:
    """An amount behind its currency sign: number, scale, name; a range of two amounts has «تا» between."""
    amounts = [say_number(match[name].removesuffix(".00")) for name in ("first", "last") if match[name]]
    scale = [SCALES[match["scale"]]] if match["scale"] else []
    minus = ["منفی"] if match["minus"] else []
    return " ".join([*minus, " تا ".join(amounts), *scale, CURRENCIES[match["currency"]]])


_AMOUNT: Final = (
    rf"(?<![A-Za-z0-9])(?P<minus>-)?(?P<currency>{alternation(CURRENCIES)}){SPACE}?"
    rf"(?P<first>{NUMBER})(?:(?:[-–]|{SPACE}?[-–]{SPACE}?(?P=currency))(?P<last>{NUMBER}))?"
    rf"(?:{SPACE}?(?P<scale>{alternation(SCALES)})(?![A-Za-z{L}]))?"
)


_LETTERED: Final = (
    rf"{NOT_AFTER_LETTER}(?:{alternation(LETTERED)})\u0650?{SPACE}?(?:شماره(?:ٔ|\u200c?ی)?{SPACE})?"
    rf"[0-9]{{1,4}}{SPACE}?(?P<letter>[A-Za-z]){_UNIT_END}"
)

_COUNTED: Final = alternation((*CURRENCIES, *THOUSANDS_OF))
_PICTURE: Final = rf"(?<![A-Za-z0-9.٫])[48](?P<letter>K){_UNIT_END}(?!{SPACE}?(?:{_COUNTED}))"
_BLOOD: Final = rf"(?:خونی|خون){SPACE}(?:AB|[ABO])(?P<sign>[+-])(?![A-Za-z0-9+-])"


def _before_unit(keys: dict[str, str]) -> Rule:
    """Units behind a number, a gap of one space between at most, which stays; a slash between two is «بر»."""
    unit = f"(?:{alternation(keys)})"
    return pattern_rule(
        rf"{_AFTER_AMOUNT}(?P<gap>{SPACE}?)(?P<unit>{unit}(?:/{unit})*+){_UNIT_END}(?:(?![{L}])|(?<![A-Za-z{L}]))",
        lambda match: " بر ".join(keys[unit] for unit in match["unit"].split("/")),
        "unit",
    )


_NO_CENTS: Final = (
    rf"{ALONE}(?P<number>{NUMBER})(?<=\.00)(?={SPACE}?(?:{alternation(CURRENCIES)}){_UNIT_END})"
)

CURRENCY_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_NO_CENTS, lambda match: say_number(match["number"].removesuffix(".00"))),
    pattern_rule(
        rf"(?<=[0-9]){SPACE}?(?:{alternation(SCALES)}){SPACE}?(?P<currency>{alternation(CURRENCIES)}){_UNIT_END}",
        lambda match: CURRENCIES[match["currency"]],
        "currency",
    ),
    pattern_rule(_AMOUNT, _say_amount),
    _before_unit(CURRENCIES),
    pattern_rule(
        rf"(?P<scale>(?<=[0-9])[KkMB])(?={SPACE}?(?:{alternation(CURRENCIES)}|تومان|ریال|دلار|یورو))",
        lambda match: SCALES[match["scale"]],
    ),
)


def _say_more_than(match: re.Match[str]) -> str | None:
    """«بیش از» for the plus behind an amount; one behind a small number may be an age."""
    number = match["number"]
    large = match["scale"] or len(re.split("[.٫]", number)[0]) > 2
    return f"بیش از {say_number(number)}" if large else None


_MORE_THAN: Final = (
    rf"(?<![A-Za-z0-9.,٫٬/])(?P<number>{NUMBER})\+{SPACE}?(?=(?P<scale>{alternation(SCALES)})?[A-Za-z{L}])"
)

UNIT_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_MORE_THAN, _say_more_than),
    pattern_rule(rf"(?<=[0-9])°(?={SPACE}?[0-9]{{1,2}}[′'])", lambda _: "درجه و"),
    pattern_rule(rf"°{SPACE}?[0-9]{{1,2}}(?P<minute>')(?![0-9])", lambda _: "دقیقه", "minute"),
    pattern_rule(r"(?<=[0-9])′(?=[0-9])", lambda _: "دقیقه و"),
    pattern_rule(_BLOOD, lambda match: SIGN_NAMES[match["sign"]], "sign"),
    pattern_rule(
        rf"(?<![0-9]){_PERCENT}{SPACE}?(?P<number>{NUMBER})",
        lambda match: f"{say_number(match['number'])} درصد",
    ),
    pattern_rule(_PICTURE, lambda _: LATIN_LETTERS["k"], "letter"),
    pattern_rule(_LETTERED, lambda match: LATIN_LETTERS[match["letter"].lower()], "letter"),
    _before_unit(UNITS),
    pattern_rule(rf"(?<=[0-9])(?<!\b0){SPACE}?[xX]{SPACE}?(?=[0-9])", lambda _: " در "),
    pattern_rule(rf"(?<=[{L}])/(?=(?:{alternation(PER)}){NOT_BEFORE_LETTER})", lambda _: "بر"),
)


def _say_power(match: re.Match[str]) -> str | None:
    power = match["power"].translate(SUPERSCRIPTS)
    minus = "منفی " if match["minus"] else ""
    return None if power == "1" and not minus else f"به توان {minus}{integer(power)}"


_POWER: Final = rf"(?<=[0-9A-Za-z)])(?P<minus>⁻)?(?P<power>[{''.join(map(chr, SUPERSCRIPTS))}]++)"
_FRESH: Final = rf"(?<![0-9A-Za-z{L}.)\-–+<>#~])"
_OPERAND: Final = rf"[0-9A-Za-z{L}(√π-]"
_COMPARED: Final = rf"(?:(?<![<A-Za-z/])[A-Za-zαβγλ²³]++|(?<=[{L}]))(?P<sign>[<>])(?=[0-9])"
SIGN_RULES: Final[tuple[Rule, ...]] = (
    table_rule(BETWEEN_NUMBERS, rf"(?<=[0-9)²³%٪])(?P<gap>{SPACE}?)", rf"(?=(?P=gap){_OPERAND})"),
    table_rule(BETWEEN_NAMES, r"(?<=[0-9A-Za-zαβγλ²³)])", rf"(?={_OPERAND})"),
    pattern_rule(_COMPARED, lambda match: BETWEEN_NUMBERS[match["sign"]], "sign"),
    pattern_rule(r"(?<=\b[A-Za-z])\+(?=[A-Za-z]\b)", lambda _: BETWEEN_NUMBERS["+"]),
    pattern_rule(_POWER, _say_power),
    table_rule(BETWEEN_DIGITS, rf"{_AFTER_NUMBER}(?P<gap>{SPACE}?)", r"(?=(?P=gap)[0-9])"),
    table_rule(BETWEEN_WORDS, rf"(?<=[A-Za-z{L}])(?P<gap>{SPACE})", rf"(?={SPACE}{_OPERAND})"),
    table_rule({"+": "به بالا"}, _AFTER_AMOUNT, r"(?![0-9A-Za-z+])"),
    table_rule(MINUSES, _FRESH, r"(?=[0-9])"),
    table_rule(BEFORE_NUMBER, _FRESH, rf"(?={SPACE}?[0-9])"),
    table_rule({"#": "هشتگ", "@": "اَتساین"}, rf"(?<![0-9A-Za-z{L}#])", rf"(?=[{L}])"),
    table_rule(ANYWHERE, r"(?<![&§])", r"(?![&§])"),
)
