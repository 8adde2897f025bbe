"""What comes back in the English of a table, however the model would translate it: months, eras, units.

A month that the model takes for another one is a wrong date that looks right, and no check sees it. Several
of the Iranian months are common words too (تیر is an arrow, مهر love): these count beside a day, a year or
«ماه» only. Eras and units count behind a number.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from engine.text.aloud.rule import NOT_AFTER_LETTER, NOT_BEFORE_LETTER, L, alternation
from engine.text.chars import MARKS, ZWNJ, char_class
from engine.text.numerals import ordinal
from engine.translation.names import FoundName

MONTHS: Final = {
    "فروردین": "Farvardin", "اردیبهشت": "Ordibehesht", "خرداد": "Khordad", "مرداد": "Mordad",
    "امرداد": "Mordad", "شهریور": "Shahrivar", "آبان": "Aban", "اسفند": "Esfand",
}  # fmt: skip
"""Iranian months that are hardly ever anything else."""
OTHER_MONTHS: Final = {
    "تیر": "Tir", "مهر": "Mehr", "آذر": "Azar", "دی": "Dey", "بهمن": "Bahman",
    "محرم": "Muharram", "صفر": "Safar", "رجب": "Rajab", "شعبان": "Sha'ban", "شوال": "Shawwal",
}  # fmt: skip
"""Months that are other words as well, or names."""
UNITS: Final = {
    "کیلوبیت": "kilobits", "مگابیت": "megabits", "گیگابیت": "gigabits",
    "میلی‌لیتر": "milliliters", "سانتی‌لیتر": "centiliters", "دسی‌لیتر": "deciliters",
    "میکرولیتر": "microliters",
    "میکروگرم": "micrograms", "نانوگرم": "nanograms", "میکرومتر": "micrometers", "نانومتر": "nanometers",
    "دسی‌بل": "decibels", "میلی‌آمپر": "milliamperes", "میلی‌آمپر ساعت": "milliampere-hours",
    "کیلووات ساعت": "kilowatt-hours", "کیلووات‌ساعت": "kilowatt-hours", "مگاوات ساعت": "megawatt-hours",
    "مگاوات‌ساعت": "megawatt-hours", "میلی‌ثانیه": "milliseconds", "نانوثانیه": "nanoseconds",
    "کیلوهرتز": "kilohertz", "مگاهرتز": "megahertz", "گیگاهرتز": "gigahertz",
    "کیلوپاسکال": "kilopascals", "مگاپاسکال": "megapascals", "میلی‌مول": "millimoles",
}  # fmt: skip
ERAS: Final = {
    "میلادی": "AD", "هجری شمسی": "SH", "هجری خورشیدی": "SH", "شمسی": "SH", "خورشیدی": "SH",
    "هجری قمری": "AH", "قمری": "AH", "هجری": "AH", "قبل از میلاد": "BC", "پیش از میلاد": "BC",
}  # fmt: skip
"""How a year is counted: the sun or the moon since the Hijra, or since Christ."""
BLESSINGS: Final = {
    "ص": "(PBUH)", "ع": "(AS)", "س": "(SA)", "ره": "(RA)", "رض": "(RA)", "عج": "(AJ)", "قده": "(RA)",
}  # fmt: skip
"""Formulas of respect in brackets behind a name, as English texts shorten them."""

_MARKS: Final = f"[{char_class(MARKS)}]*+"
_DIGIT: Final = "[0-9۰-۹٠-٩]"
_DAYS: Final = (
    *(ordinal(day).rpartition(" ")[2] for day in range(1, 31)),
    *("اول", "آخر", "نیمه", "اوایل", "اواسط", "اواخر"),
)
_BEFORE: Final = re.compile(rf"(?:{_DIGIT}|(?<![{L}])(?:ماه|{alternation(_DAYS)}){_MARKS}) \Z")
_AFTER: Final = re.compile(rf" (?:سال{_MARKS} )?{_DIGIT}{{2,4}}(?!{_DIGIT})")
_REACH: Final = 12
"""Code points before a month in which a day is looked for."""


def _key(term: str) -> str:
    return term.replace(ZWNJ, "").replace(" ", "")


def _any_of(words: Iterable[str]) -> str:
    """A pattern for the words, with a space or nothing where they have a non-joiner."""
    return f"(?:{alternation(words)})".replace(ZWNJ, f"[{ZWNJ} ]?")


_MONTH: Final = re.compile(
    rf"{NOT_AFTER_LETTER}(?P<term>{alternation((*MONTHS, *OTHER_MONTHS))}){_MARKS}"
    rf"(?P<named>[{ZWNJ} ]?ماه{_MARKS})?{NOT_BEFORE_LETTER}"
)
_UNIT: Final = re.compile(rf"(?<={_DIGIT})[ {ZWNJ}]?(?P<term>{_any_of(UNITS)}){_MARKS}{NOT_BEFORE_LETTER}")
_UNIT_OF: Final = {_key(unit): english for unit, english in UNITS.items()}
_ERA: Final = re.compile(
    rf"(?<!{_DIGIT})(?P<year>{_DIGIT}{{1,4}})[ {ZWNJ}]?(?P<term>{alternation(ERAS)}){_MARKS}"
    rf"{NOT_BEFORE_LETTER}"
)
_BLESSING: Final = re.compile(rf"\( ?(?P<term>{alternation(BLESSINGS)}) ?\)")


def terms(text: str) -> Iterator[FoundName]:
    """The months, eras, units and blessings in a text, each kind in order."""
    for match in _MONTH.finditer(text):
        if match["term"] in MONTHS or match["named"] or _dated(match):
            english = MONTHS.get(match["term"]) or OTHER_MONTHS[match["term"]]
            yield FoundName(*match.span(), match["term"], english)
    for match in _ERA.finditer(text):
        yield FoundName(*match.span(), match["term"], f"{int(match['year'])} {ERAS[match['term']]}")
    for match in _UNIT.finditer(text):
        yield FoundName(*match.span("term"), match["term"], _UNIT_OF[_key(match["term"])])
    for match in _BLESSING.finditer(text):
        yield FoundName(*match.span(), match["term"], BLESSINGS[match["term"]])


def _dated(month: re.Match[str]) -> bool:
    """Whether a day stands before it or a year behind it."""
    start = month.start()
    before = month.string[max(0, start - _REACH) : start]
    return bool(_BEFORE.search(before) or _AFTER.match(month.string, month.end()))
