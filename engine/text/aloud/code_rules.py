"""Numbers that are no amounts: telephones, cards, bank accounts and other codes, said digit by digit."""

from __future__ import annotations

import re
from itertools import pairwise
from typing import Final

from engine.text.aloud.rule import (
    DIGITS,
    NO_MORE,
    NOT_BEFORE_LETTER,
    SPACE,
    WORDS_AND_NUMBERS,
    Rule,
    alternation,
    pattern_rule,
    places,
)
from engine.text.aloud.units import COUNTED
from engine.text.numerals import PAUSE, cardinal, digit_groups, digits, integer

_GAP: Final = r"[ .-]?"
_SHORTEST_TELEPHONE, _LONGEST_TELEPHONE = 8, 15
"""Digits of an international number with its country code (ITU-T E.164 allows fifteen)."""


_COUNTRY_CODES: Final = {"98": cardinal(98)}
"""Codes of countries that are said as a number: everyone knows that of Iran so."""


def _say_groups(match: re.Match[str]) -> str:
    groups = [re.sub("[^0-9]", "", group) for group in match.groups() if group]
    return _say_abroad(groups) if match.group().startswith("+") else digit_groups(groups)


def _say_abroad(groups: list[str]) -> str:
    """The groups of an international number, of which the first is its country's code."""
    country, *others = groups
    return f"مثبت {_COUNTRY_CODES.get(country, digits(country))}{PAUSE}{digit_groups(others)}"


def _say_international(match: re.Match[str]) -> str | None:
    groups = re.findall("[0-9]+", match.group())
    fits = _SHORTEST_TELEPHONE <= sum(map(len, groups)) <= _LONGEST_TELEPHONE
    return _say_abroad(groups) if fits else None


def _say_long_code(match: re.Match[str]) -> str:
    """A run of digits after a word such as «تلفن» or «کد», three by three; none is left by itself."""
    run = match["code"]
    cuts = [*range(0, len(run) - 1, 3), len(run)]
    return digit_groups([run[start:end] for start, end in pairwise(cuts)])


def _say_grouped_code(match: re.Match[str]) -> str:
    return digit_groups(re.findall("[0-9]+", match["code"]))


def _say_iban(match: re.Match[str]) -> str:
    return f"آی آر {digit_groups(re.findall('[0-9]{2,4}', match['number']))}"


_TELEPHONE: Final = places(r"[+(]|[0-9]+")
"""Where telephone numbers may begin."""

_IBAN: Final = r"(?<![A-Za-z])IR ?(?P<number>[0-9]{2}(?: ?[0-9]{4}){5} ?[0-9]{2})(?![0-9])"
_TELEPHONES: Final = (
    rf"(?<![0-9])(\+98){_GAP}(9[0-9]{{2}}){_GAP}([0-9]{{3}}){_GAP}([0-9]{{2}}){_GAP}([0-9]{{2}}){NO_MORE}",
    rf"(?<![0-9])((?:(?:00)?98{_GAP}|0)9[0-9]{{2}}){_GAP}([0-9]{{3}}){_GAP}([0-9]{{2}}){_GAP}([0-9]{{2}}){NO_MORE}",
    rf"(?<![0-9])\(?(0[1-9][0-9])\)?{_GAP}([0-9]{{4}}){_GAP}([0-9]{{4}}){NO_MORE}",
    rf"(?<![0-9])([0-9]{{4}})([0-9]{{4}})-(0[1-9][0-9]){NO_MORE}",
    rf"(?<![0-9])((?:\+|00)98){_GAP}([1-9][0-9]){_GAP}([0-9]{{4}}){_GAP}([0-9]{{4}}){NO_MORE}",
    # cards; a round sum of sixteen digits is none
    rf"(?<![0-9])(?![0-9]{{10}}0{{6}})([0-9]{{4}}){_GAP}([0-9]{{4}}){_GAP}([0-9]{{4}}){_GAP}([0-9]{{4}}){NO_MORE}",
    rf"(?<![0-9])(\+[0-9]{{1,3}}){_GAP}([0-9]{{3}}){_GAP}([0-9]{{3}}){_GAP}([0-9]{{2,6}}){NO_MORE}",
)
_INTERNATIONAL: Final = (
    rf"(?<![0-9])\+[0-9]{{1,3}}(?:[ -](?:\([0-9]{{1,5}}\)|[0-9]{{1,5}}+)){{2,5}}+{NO_MORE}"
)
_DIALLED: Final = r"(?<![0-9A-Za-z*])\*[0-9]++(?:(?:\*[0-9]++)*#|(?:\*[0-9]++)++)"
_CODE_WORDS: Final = (
    *("تلفن", "تماس", "فکس", "نمابر", "پیامک", "سامانه", "شماره", "شمارهٔ", "شماره‌ی", "کد", "کدپستی"),
    *("شبا", "رهگیری", "پیگیری", "موبایل", "سریال", "شناسه", "رمز", "کلاسه"),
    *("بایگانی", "صندوق پستی", "ص.پ", "ص. پ"),
)
"""Words that a code follows."""

_SECOND_WORDS: Final = ("پستی", "ملی", "حساب", "همراه")
"""Words that a code follows behind one of the others (کد ملی, شماره حساب), or with a colon."""

_KINDS: Final = (
    *("پویا", "تأیید", "تایید", "فعال‌سازی", "دانشجویی", "پرونده", "کارت", "قبض", "پرداخت", "اشتراک"),
    *("مشترک", "مرسوله", "تماس", "سفارش", "اقتصادی", "ثبت"),
    *("نامه", "بیمه", "بیمه‌نامه", "گذرنامه", "پاسپورت", "شناسایی"),
)
"""Words that a code follows behind one of the others only."""

_NAMED: Final = (
    rf"(?:(?:{alternation(_CODE_WORDS)})(?:{SPACE}(?:{alternation((*_SECOND_WORDS, *_KINDS))}))?"
    rf"(?:{SPACE}?:)?"
    rf"|(?:{alternation(_SECOND_WORDS)}){SPACE}?:){SPACE}?"
)
_CODE_PLACES: Final = places(rf"(?={alternation((*_CODE_WORDS, *_SECOND_WORDS))})")
_NO_AMOUNT: Final = rf"{NO_MORE}(?![.٫,٬/][0-9])(?!{SPACE}(?:{alternation(COUNTED)})[هی]?{NOT_BEFORE_LETTER})"
_CODE: Final = rf"{_NAMED}(?P<code>[0-9]{{5,40}}){_NO_AMOUNT}"
_ONE_MORE: Final = rf"{_NAMED}[0-9]{{5,40}}{SPACE}?(?:و|یا|،){SPACE}?(?P<code>[0-9]{{5,40}}){_NO_AMOUNT}"
_ACCOUNT: Final = rf"حساب{SPACE}(?P<code>[0-9]{{8,26}})(?<!000){_NO_AMOUNT}"
_YEAR: Final = r"(?:1[2349]|20)[0-9]{2}"
_GROUPED_CODE: Final = (
    rf"{_NAMED}(?!{_YEAR}[ -]{_YEAR}{NO_MORE})"
    rf"(?P<code>(?=[0-9 -]{{8}})[0-9]{{3,10}}+(?:[ -][0-9]{{3,10}}+){{1,4}}+)(?!-){_NO_AMOUNT}"
)


def _say_dialled(match: re.Match[str]) -> str:
    """A code of mobile services: *۷۳۳#."""
    numbers = map(integer, re.findall("[0-9]+", match.group()))
    hash_sign = " مربع" if match.group().endswith("#") else ""
    return f"ستاره {' ستاره '.join(numbers)}{hash_sign}"


CODE_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_DIALLED, _say_dialled, needs="*"),
    pattern_rule(_IBAN, _say_iban, at=WORDS_AND_NUMBERS),
    *(pattern_rule(pattern, _say_groups, at=_TELEPHONE) for pattern in _TELEPHONES),
    pattern_rule(_INTERNATIONAL, _say_international, needs="+"),
    pattern_rule(_GROUPED_CODE, _say_grouped_code, "code", at=_CODE_PLACES, needs=DIGITS),
    pattern_rule(_CODE, _say_long_code, "code", at=_CODE_PLACES, needs=DIGITS),
    pattern_rule(_ONE_MORE, _say_long_code, "code", at=_CODE_PLACES, needs=DIGITS),
    pattern_rule(_ACCOUNT, _say_long_code, "code", needs=DIGITS),
)
