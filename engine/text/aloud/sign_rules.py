"""Signs of arithmetic, and others that are said by name."""

from __future__ import annotations

import re
from typing import Final

from engine.text.aloud.rule import SPACE, L, Rule, pattern_rule, table_rule
from engine.text.aloud.signs import (
    ANYWHERE,
    BEFORE_NUMBER,
    BETWEEN_DIGITS,
    BETWEEN_NAMES,
    BETWEEN_NUMBERS,
    BETWEEN_WORDS,
    MINUSES,
    SUPERSCRIPTS,
)
from engine.text.aloud.unit_rules import AFTER_AMOUNT
from engine.text.numerals import MINUS, integer

_POWER: Final = rf"(?<=[0-9A-Za-z)])(?P<minus>⁻)?(?P<power>[{''.join(map(chr, SUPERSCRIPTS))}]++)"
_FRESH: Final = rf"(?<![0-9A-Za-z{L}.)\-–+<>#~])"
_OPERAND: Final = rf"[0-9A-Za-z{L}(√π-]"
_COMPARED: Final = rf"(?:(?<![<A-Za-z/])[A-Za-zαβγλ²³]++|(?<=[{L}]))(?P<sign>[<>])(?=[0-9])"


def _say_power(match: re.Match[str]) -> str | None:
    power = match["power"].translate(SUPERSCRIPTS)
    minus = f"{MINUS} " if match["minus"] else ""
    return None if power == "1" and not minus else f"به توان {minus}{integer(power)}"


SIGN_RULES: Final[tuple[Rule, ...]] = (
    table_rule(BETWEEN_NUMBERS, rf"(?<=[0-9)²³%٪])(?P<gap>{SPACE}?)", rf"(?=(?P=gap){_OPERAND})"),
    table_rule(BETWEEN_NAMES, r"(?<=[0-9A-Za-zαβγλ²³)])", rf"(?={_OPERAND})"),
    pattern_rule(_COMPARED, lambda match: BETWEEN_NUMBERS[match["sign"]], "sign", needs="<>"),
    pattern_rule(r"(?<=\b[A-Za-z])\+(?=[A-Za-z]\b)", lambda _: BETWEEN_NUMBERS["+"]),
    pattern_rule(_POWER, _say_power, needs="".join(map(chr, SUPERSCRIPTS))),
    table_rule(BETWEEN_DIGITS, rf"(?<=[0-9])(?P<gap>{SPACE}?)", r"(?=(?P=gap)[0-9])"),
    table_rule(BETWEEN_WORDS, rf"(?<=[A-Za-z{L}])(?P<gap>{SPACE})", rf"(?={SPACE}{_OPERAND})"),
    pattern_rule(rf"بالای{SPACE}[0-9]++(?P<plus>\+)(?![0-9A-Za-z+])", lambda _: "", "plus", needs="+"),
    table_rule({"+": "به بالا"}, AFTER_AMOUNT, r"(?![0-9A-Za-z+])"),
    table_rule(MINUSES, _FRESH, r"(?=[0-9])"),
    table_rule(BEFORE_NUMBER, _FRESH, rf"(?={SPACE}?[0-9])"),
    table_rule({"#": "هَشتَگ", "@": "اَتساین"}, rf"(?<![0-9A-Za-z{L}#])", rf"(?=[{L}])"),
    table_rule(ANYWHERE, r"(?<![&§])", r"(?![&§])"),
)
