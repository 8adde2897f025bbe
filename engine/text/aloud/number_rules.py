"""Numbers: plain and grouped, decimals, fractions, ordinals, ranges, telephone and card numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Final

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
from engine.text.aloud.signs import ROMAN_NOUNS, ROMAN_SIGNS, VULGAR_FRACTIONS
from engine.text.aloud.units import DECIMAL_SLASH_WORDS
from engine.text.mapped import Edit
from engine.text.numerals import (
    MINUS,
    PAUSE,
    cardinal,
    decimal,
    digit_groups,
    fraction,
    integer,
    ordinal,
    roman_value,
    superlative_ordinal,
)

_DASH: Final = r"[-–—ـ]"
_GAP: Final = r"[ -]?"
_ALONE: Final = r"(?<![0-9.,٫٬/])"
TO, BY, LESS = "تا", "بر", "منهای"
_SCORE: Final = 20
"""Numbers below this that do not rise across a dash are taken for the score of a game."""
_NO_MORE: Final = r"(?![0-9])"


def say_number(number: str) -> str:
    """A number as `NUMBER` matches it, in words; separators of thousands are left out."""
    whole, _, part = re.sub("[,٬،]", "", number).replace("٫", ".").partition(".")
    return decimal(whole, part) if part else integer(whole)


def _say_groups(match: re.Match[str]) -> str:
    said = digit_groups([re.sub("[^0-9]", "", group) for group in match.groups() if group])
    return f"مثبت {said}" if match.group().startswith("+") else said


def _say_long_code(match: re.Match[str]) -> str:
    """A run of digits after a word such as «تلفن» or «کد», three by three; none is left by itself."""
    run = match["code"]
    cuts = [*range(0, len(run) - 1, 3), len(run)]
    return digit_groups([run[start:end] for start, end in pairwise(cuts)])


def _say_iban(match: re.Match[str]) -> str:
    return f"آی آر {digit_groups(re.findall('[0-9]{2,4}', match['number']))}"


def _say_dotted(match: re.Match[str]) -> str:
    """Numbers with several points: thousands written the European way, else a version or an IP address."""
    parts = match.group().replace("٫", ".").split(".")
    thousands = 0 < len(parts[0]) <= 3 and parts[0] != "0" and all(len(part) == 3 for part in parts[1:])
    is_ip = len(parts) == 4 and all(len(part) <= 3 and int(part) < 256 for part in parts)
    if thousands and not is_ip:
        return integer("".join(parts))
    return " نقطه ".join(map(integer, parts))


def _say_slash(match: re.Match[str]) -> str:
    """۳/۴ is a fraction; ۳/۵ درصد, or more over less, the decimal comma of handwriting."""
    above, below = match["above"], match["below"]
    if match["word"] or int(above) >= int(below) or int(below) < 2:
        return decimal(above, below)
    return fraction(int(above), int(below))


def _say_vulgar(match: re.Match[str]) -> str:
    said = fraction(*VULGAR_FRACTIONS[match["sign"]])
    return f"{say_number(match['whole'])} و {said}" if match["whole"] else said


def _say_roman(match: re.Match[str]) -> str | None:
    numeral = match["numeral"]
    value = ROMAN_SIGNS.get(numeral) or roman_value(numeral)
    return ordinal(value) if value and (value < 50 or match["noun"]) and numeral not in _NO_NUMERALS else None


_NO_NUMERALS: Final = ("XL", "MIX", "CIVIL", "XXX")

_RANGE: Final = re.compile(
    rf"(?<![0-9])(?P<first>{NUMBER})(?P<dash>{SPACE}?{_DASH}{SPACE}?)(?=(?P<last>{NUMBER})(?P<equals>{SPACE}?=)?)"
)


def _ranges(text: str) -> Iterator[Edit]:
    """The dash between two numbers: «منهای» in a sum, «تا» where they rise, «بر» in a score, else a pause."""
    for match in _RANGE.finditer(text):
        first, last = _value(match["first"]), _value(match["last"])
        falls = f" {BY} " if first < _SCORE else PAUSE
        said = f" {LESS} " if match["equals"] else f" {TO} " if first < last else falls
        yield Edit(match.start("dash"), match.end("dash"), said)


def _value(number: str) -> float:
    return float(re.sub("[,٬،]", "", number)[:300].replace("٫", "."))


_TELEPHONES: Final = (
    rf"(?<![0-9])((?:(?:\+|00)98{_GAP}|0)9[0-9]{{2}}){_GAP}([0-9]{{3}}){_GAP}([0-9]{{2}}){_GAP}([0-9]{{2}}){_NO_MORE}",
    rf"(?<![0-9])\(?(0[1-9][0-9])\)?{_GAP}([0-9]{{4}}){_GAP}([0-9]{{4}}){_NO_MORE}",
    rf"(?<![0-9])((?:\+|00)98){_GAP}([1-9][0-9]){_GAP}([0-9]{{4}}){_GAP}([0-9]{{4}}){_NO_MORE}",
    # cards; a round sum of sixteen digits is none
    rf"(?<![0-9])(?![0-9]{{10}}0{{6}})([0-9]{{4}}){_GAP}([0-9]{{4}}){_GAP}([0-9]{{4}}){_GAP}([0-9]{{4}}){_NO_MORE}",
    rf"(?<![0-9])(\+[0-9]{{1,3}}){_GAP}([0-9]{{3}}){_GAP}([0-9]{{3}}){_GAP}([0-9]{{2,6}}){_NO_MORE}",
)
_CODE_WORDS: Final = (
    *("تلفن", "تماس", "فکس", "نمابر", "پیامک", "سامانه", "شماره", "شمارهٔ", "شماره‌ی", "کد", "کدپستی"),
    *("پستی", "ملی"),
    *("شبا", "حساب", "رهگیری", "پیگیری", "همراه", "موبایل", "سریال", "شناسه"),
)
_CODE: Final = (
    rf"(?:{alternation(_CODE_WORDS)})(?:{SPACE}?:)?{SPACE}?(?P<code>[0-9]{{5,40}}){_NO_MORE}(?![.٫,٬/][0-9])"
)
_IBAN: Final = r"(?<![A-Za-z])IR ?(?P<number>[0-9]{2}(?: ?[0-9]{4}){5} ?[0-9]{2})(?![0-9])"
_HYPHENED: Final = r"(?<![0-9-])([0-9]++)-([0-9]++)-([0-9]++)(?:-([0-9]++))?(?:-([0-9]++))?(?![0-9-])"
_DOTTED: Final = rf"{_ALONE}[0-9]++(?:[.٫][0-9]++){{2,}}+"
_MINUS_BEHIND: Final = rf"{_ALONE}(?P<number>{NUMBER})-(?={SPACE}?(?:درجه|°))"
_SLASH: Final = (
    rf"{_ALONE}(?P<above>[0-9]{{1,3}})/(?P<below>[0-9]{{1,3}})(?![0-9/])"
    rf"(?P<word>(?={SPACE}?(?:{alternation(DECIMAL_SLASH_WORDS)}|[%٪])).)?"
)
_ORDINAL: Final = rf"{_ALONE}(?P<number>[0-9]{{1,9}})(?:[\u200c ]?ا[\u064f]?م|\u200c?م){NOT_BEFORE_LETTER}"
_BEFORE_NOUN: Final = rf"{_ALONE}(?P<number>[0-9]{{1,9}})[\u200c ]?(?:ا\u064f?)?مین{NOT_BEFORE_LETTER}"
_ROMAN: Final = (
    rf"(?P<noun>{NOT_AFTER_LETTER}(?:{alternation(ROMAN_NOUNS)}){SPACE})?"
    rf"(?<![A-Za-z0-9])(?P<numeral>[IVXLCDM]++|[\u2160-\u216b])(?![A-Za-z0-9'&.+-])"
)
_PERSIAN_BEFORE: Final = re.compile(rf"[{L}]{SPACE}\Z")


def _romans(text: str) -> Iterator[Edit]:
    """Roman numerals behind a Persian word are ordinals; a single letter needs a noun that is counted."""
    for match in re.finditer(_ROMAN, text):
        at = match.start("numeral")
        single = len(match["numeral"]) == 1 and match["numeral"] not in ROMAN_SIGNS
        said = _say_roman(match)
        if said and (match["noun"] or (not single and _PERSIAN_BEFORE.search(text[max(0, at - 2) : at]))):
            yield Edit(at, match.end("numeral"), said)


CODE_RULES: Final[tuple[Rule, ...]] = (
    *(pattern_rule(pattern, _say_groups) for pattern in _TELEPHONES),
    pattern_rule(_CODE, _say_long_code, "code"),
    pattern_rule(_IBAN, _say_iban),
)
ROMAN_RULES: Final[tuple[Rule, ...]] = (_romans,)
NUMBER_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_HYPHENED, _say_groups),
    pattern_rule(_DOTTED, _say_dotted),
    pattern_rule(_MINUS_BEHIND, lambda match: f"{MINUS} {say_number(match['number'])}"),
    _ranges,
    pattern_rule(_SLASH, _say_slash),
    pattern_rule(
        rf"(?P<whole>(?<![0-9]){NUMBER})?{SPACE}?(?P<sign>[{''.join(VULGAR_FRACTIONS)}])", _say_vulgar
    ),
    pattern_rule(_ORDINAL, lambda match: ordinal(int(match["number"]))),
    pattern_rule(_BEFORE_NOUN, lambda match: superlative_ordinal(int(match["number"]))),
    pattern_rule(f"[{''.join(ROMAN_SIGNS)}]", lambda match: cardinal(ROMAN_SIGNS[match.group()])),
    pattern_rule(rf"(?<![0-9]){NUMBER}", lambda match: say_number(match.group())),
)
"""In order; what one has claimed the later ones leave alone."""
