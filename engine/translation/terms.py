"""What comes back in the English of a table, however the model would translate it: months, eras, units.

A month that the model takes for another one is a wrong date that looks right, and no check sees it. Several
of the Iranian months are common words too (تیر is an arrow, مهر love): these count beside a day, a year or
«ماه» only. Eras count behind a year, units behind a number, formulas of respect behind a name.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from engine.text.aloud.rule import NOT_AFTER_LETTER, NOT_BEFORE_LETTER, L, alternation
from engine.text.chars import MARKS, ZWNJ, char_class
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
    "هجری قمری": "AH", "قمری": "AH", "قبل از میلاد": "BC", "پیش از میلاد": "BC",
    "قبل از میلاد مسیح": "BC", "پیش از میلاد مسیح": "BC",
}  # fmt: skip
"""How a year is counted: the sun or the moon since the Hijra, or since Christ."""
BLESSINGS: Final = {
    "ص": "(PBUH)", "ع": "(AS)", "س": "(SA)", "ره": "(RA)", "رض": "(RA)", "عج": "(AJ)", "قده": "(RA)",
}  # fmt: skip
"""Formulas of respect in brackets behind a name, as English texts shorten them."""

_MARKS: Final = f"[{char_class(MARKS)}]*+"
_DIGIT: Final = "[0-9۰-۹٠-٩]"
_PARTS: Final = ("اوایل", "اواسط", "اواخر", "آخر", "نیمه", "ماه")
_DAY_BEFORE: Final = re.compile(
    rf"(?:(?<!{_DIGIT})[0-3۰-۳٠-٣]?{_DIGIT}|(?<![{L}])(?:{alternation(_PARTS)}){_MARKS}) \Z"
)
_YEAR_BEHIND: Final = re.compile(rf" (?:سال{_MARKS} )?[1۱١][2-4۲-۴٢-٤]{_DIGIT}{{2}}(?!{_DIGIT})")
_SHOT: Final = re.compile(rf"{_MARKS} (?:شلیک|خورد|زد|انداخت|در کرد|چوبی|آهن|برق|دروازه|خلاص)")
"""What stands behind a تیر that is a bullet or a beam."""
_NO_YEARS: Final = re.compile(rf"(?<![{L}])(?:قرن|سده|سدهٔ|دهه|دههٔ|هزاره|هزارهٔ){_MARKS} \Z")
_UNBLESSED: Final = re.compile(r"(?:گزینه|گزینهٔ|گروه|پاسخ|مورد|بند|متغیر|و|یا) \Z")
"""What stands before a letter in brackets that is only a letter."""
_REACH: Final = 12
"""Code points before a term that are looked at."""


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
_ONE: Final = re.compile(r"(?:\A|[^\d.,/٫٬])[1۱١] ?\Z")
_ERA: Final = re.compile(
    rf"(?<![0-9۰-۹٠-٩.,/٫٬-])(?P<year>{_DIGIT}{{3,4}})[ {ZWNJ}]?(?P<term>{alternation(ERAS)}){_MARKS}"
    rf"{NOT_BEFORE_LETTER}"
)
_BLESSING: Final = re.compile(rf"(?<=[{L}] )\( ?(?P<term>{alternation(BLESSINGS)}) ?\)")


def terms(text: str) -> Iterator[FoundName]:
    """The months, eras, units and formulas of respect in a text, each kind in order."""
    for match in _MONTH.finditer(text):
        if match["term"] in MONTHS or match["named"] or _dated(match):
            english = MONTHS.get(match["term"]) or OTHER_MONTHS[match["term"]]
            yield FoundName(*match.span(), match["term"], english)
    for match in _ERA.finditer(text):
        if not _NO_YEARS.search(_before(match)):
            yield FoundName(*match.span(), match["term"], f"{int(match['year'])} {ERAS[match['term']]}")
    for match in _UNIT.finditer(text):
        english = _UNIT_OF[_key(match["term"])]
        one = _ONE.search(text[max(0, match.start("term") - _REACH) : match.start("term")])
        yield FoundName(*match.span("term"), match["term"], english.removesuffix("s") if one else english)
    for match in _BLESSING.finditer(text):
        if not _UNBLESSED.search(_before(match)):
            yield FoundName(*match.span(), match["term"], BLESSINGS[match["term"]])


def _dated(month: re.Match[str]) -> bool:
    """Whether it is a month by what stands before and behind it; «صفر» is a zero without a year."""
    year = _YEAR_BEHIND.match(month.string, month.end())
    if year or month["term"] == "صفر":
        return year is not None
    shot = month["term"] == "تیر" and _SHOT.match(month.string, month.end())
    return not shot and _DAY_BEFORE.search(_before(month)) is not None


def _before(match: re.Match[str]) -> str:
    return match.string[max(0, match.start() - _REACH) : match.start()]
