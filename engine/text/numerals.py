"""Numbers in Persian words.

All functions take and give plain strings or integers; digits here are ASCII. Scales go by thousands up to
10^15 (کوادریلیون); integers of 10^18 and more have no name in use and are said digit by digit.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

AND: Final = " و "
POINT: Final = "ممیز"
MINUS: Final = "منفی"
PAUSE: Final = "، "
TO: Final = "تا"
HALF: Final = "نیم"
HALF_OF: Final = "نصف"

_UNITS: Final = (
    *("صفر", "یک", "دو", "سه", "چهار", "پنج", "شش", "هفت", "هشت", "نه", "ده", "یازده", "دوازده", "سیزده"),
    *("چهارده", "پانزده", "شانزده", "هفده", "هجده", "نوزده"),
)
_TENS: Final = ("", "", "بیست", "سی", "چهل", "پنجاه", "شصت", "هفتاد", "هشتاد", "نود")
_HUNDREDS: Final = ("", "صد", "دویست", "سیصد", "چهارصد", "پانصد", "ششصد", "هفتصد", "هشتصد", "نهصد")
SCALE_WORDS: Final = ("هزار", "میلیون", "میلیارد", "تریلیون", "کوادریلیون")
"""Powers of a thousand, from the first on."""
_SCALES: Final = ("", *SCALE_WORDS)
CARDINAL_WORDS: Final = frozenset((*_UNITS, *_TENS[2:], *_HUNDREDS[1:], *_SCALES[1:], POINT, MINUS))
"""The words of which cardinal and decimal numbers are made, but for «و»."""
LARGEST_NAMED: Final = 1000 ** len(_SCALES) - 1

_ORDINALS: Final = {"سه": "سوم", "سی": "سی‌ام"}


def cardinal(number: int) -> str:
    """An integer in words: 1403 is «هزار و چهارصد و سه», -5 is «منفی پنج»."""
    if number < 0:
        return f"{MINUS} {cardinal(-number)}"
    if number < len(_UNITS):
        return _UNITS[number]
    if number > LARGEST_NAMED:
        return digits(str(number))
    return AND.join(_groups(number))


def _groups(number: int) -> Iterator[str]:
    """The groups of thousands, greatest first, each with its scale."""
    for power in range(len(_SCALES) - 1, -1, -1):
        group = number // 1000**power % 1000
        if group == 1 and power == 1 and number < 2000:
            yield _SCALES[1]  # a thousand is said without «یک» where nothing stands before it
        elif group:
            yield f"{AND.join(_below_thousand(group))} {_SCALES[power]}".strip()


def _below_thousand(number: int) -> Iterator[str]:
    hundreds, rest = divmod(number, 100)
    if hundreds:
        yield _HUNDREDS[hundreds]
    if rest >= len(_UNITS):
        yield _TENS[rest // 10]
        rest %= 10
    if rest:
        yield _UNITS[rest]


def ordinal(number: int) -> str:
    """The adjective of order: 3 is «سوم», 30 «سی‌ام», 21 «بیست و یکم»."""
    head, _, last = cardinal(number).rpartition(" ")
    return f"{head} {_ORDINALS.get(last, last + 'م')}".strip()


def superlative_ordinal(number: int) -> str:
    """The adjective of order that stands before its noun: 3 is «سومین», 1 «اولین»."""
    return "اولین" if number == 1 else ordinal(number) + "ین"


def digits(number: str) -> str:
    """A string of digits said one by one: 912 is «نه یک دو»."""
    return " ".join(_UNITS[int(digit)] for digit in number)


def digit_groups(groups: list[str]) -> str:
    """Groups of digits said one by one with a short pause between the groups, as telephone numbers are."""
    return PAUSE.join(map(digits, groups))


def integer(number: str) -> str:
    """A string of digits as it is read aloud; leading zeros are said: 021 is «صفر بیست و یک»."""
    bare = number.lstrip("0")
    zeros = len(number) - len(bare) - (not bare)
    if zeros and (len(number) > 4 or not bare):
        return digits(number)
    return " ".join([*[_UNITS[0]] * zeros, cardinal(int(bare or "0")) if len(bare) <= 18 else digits(bare)])


def decimal(whole: str, fraction: str) -> str:
    """Digits before and after the point: 3.14 is «سه ممیز چهارده», 0.05 «صفر ممیز صفر پنج»."""
    after = digits(fraction) if len(fraction) > 3 or fraction.startswith("00") else integer(fraction)
    return f"{integer(whole or '0')} {POINT} {after}"


def fraction(numerator: int, denominator: int) -> str:
    """A common fraction: 3/4 is «سه چهارم», 1/2 «یک دوم»."""
    return f"{cardinal(numerator)} {ordinal(denominator)}"


def roman_value(numeral: str) -> int | None:
    """The value of a well-formed Roman numeral in capitals, 1 to 3999; None for anything else."""
    value = 0
    rest = numeral
    for symbol, worth in _ROMAN:
        while rest.startswith(symbol):
            rest = rest.removeprefix(symbol)
            value += worth
    return value if 0 < value < 4000 and not rest and to_roman(value) == numeral else None


def to_roman(value: int) -> str:
    """The Roman numeral of 1 to 3999."""
    numeral = ""
    for symbol, worth in _ROMAN:
        times, value = divmod(value, worth)
        numeral += symbol * times
    return numeral


_ROMAN: Final = (
    *(("M", 1000), ("CM", 900), ("D", 500), ("CD", 400), ("C", 100), ("XC", 90), ("L", 50), ("XL", 40)),
    *(("X", 10), ("IX", 9), ("V", 5), ("IV", 4), ("I", 1)),
)
