"""Months of the three calendars, and days of the week."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from engine.text.aloud.rule import KASRA
from engine.text.chars import HAMZA_ABOVE


@dataclass(frozen=True, slots=True)
class Calendar:
    """A calendar: the years by which a bare date is known to be its own, and its months in order."""

    first_year: int
    last_year: int
    months: tuple[str, ...]


JALALI: Final = Calendar(
    1200,
    1499,
    (
        *("فروردین", "اردیبهشت", "خرداد", "تیر", "مرداد", "شهریور"),
        *("مهر", "آبان", "آذر", "دی", "بهمن", "اسفند"),
    ),
)
GREGORIAN: Final = Calendar(
    1500,
    2199,
    (
        *("ژانویه", "فوریه", "مارس", "آوریل", "مه", "ژوئن"),
        *("ژوئیه", "اوت", "سپتامبر", "اکتبر", "نوامبر", "دسامبر"),
    ),
)
LUNAR: Final = Calendar(
    1,
    0,  # no bare year is taken for a lunar one: a word behind it says so
    (
        *("محرم", "صفر", "ربیع‌الاول", "ربیع‌الثانی", "جمادی‌الاول", "جمادی‌الثانی"),
        *("رجب", "شعبان", "رمضان", "شوال", "ذی‌القعده", "ذی‌الحجه"),
    ),
)
SILENT_HE: Final = ("یه", "ده", "جه")
"""Ends of the months whose ه is not pronounced (ژانویه, ذی‌القعده): their ezafe is a hamza."""


def linked(month: str) -> str:
    """A month with its ezafe, so that the year behind it is read with it."""
    return month + (HAMZA_ABOVE if month.endswith(SILENT_HE) else KASRA)


BY_YEAR: Final = (JALALI, GREGORIAN)
BY_SUFFIX: Final = {"قمری": LUNAR, "ه.ق": LUNAR, "هجری قمری": LUNAR, "میلادی": GREGORIAN, "شمسی": JALALI}
"""Words and dotted abbreviations behind a date that name its calendar."""

MONTH_NAMES: Final = (
    *JALALI.months,
    *GREGORIAN.months,
    *("جولای", "ژوئیهٔ", "آگوست", "جون", "آپریل", "فوریهٔ", "ژانویهٔ", "امرداد"),
    *("محرم", "صفر", "رجب", "شعبان", "رمضان", "شوال", "ربیع", "جمادی", "ذی‌القعده", "ذی‌الحجه", "ذیقعده"),
    *("ذیحجه", "ذی حجه", "ذی قعده", "ذی‌حجه", "ذی‌قعده"),
    *LUNAR.months,
)
"""Months as texts write them; a number of a day before one is said as an ordinal."""

ALL_MONTHS: Final = (*JALALI.months, *GREGORIAN.months, *LUNAR.months)
"""Months as the calendars name them."""

PLACES: Final = (
    *("خیابان", "میدان", "بلوار", "بزرگراه", "اتوبان", "کوچه", "چهارراه", "ایستگاه", "متروی", "شهرک"),
    *("بیمارستان", "دبیرستان", "سمت", "خ", "خ."),
)
"""Words for what is named after a day (میدان ۷ تیر): the number of the day is said as it is."""

MAY: Final = "می"
"""The month that is also the prefix of the verb: a month only where no verb can follow it."""
MAY_SAID: Final = "مَی"

WEEK: Final = ("یکشنبه", "دوشنبه", "سه‌شنبه", "چهارشنبه", "پنجشنبه")
"""Days of the week with a number in their names, in order."""

DATED: Final = ("شنبه", "جمعه", "تاریخ", "مورخ", "مورخه", "مورخهٔ")
"""Words, beside those of the week, that a day and the number of its month follow: دوشنبه ۱۴/۳."""

LATIN_MONTHS: Final[dict[str, int]] = {
    name: number
    for number, names in enumerate(
        (
            *("January Jan", "February Feb", "March Mar", "April Apr", "May", "June Jun", "July Jul"),
            *("August Aug", "September Sept Sep", "October Oct", "November Nov", "December Dec"),
        ),
        start=1,
    )
    for name in (*names.split(), *names.upper().split())
}
"""Names and short forms of the months in English, and their numbers."""

LATIN_DAYS: Final[dict[str, str]] = {
    name: day
    for day, names in {
        "شنبه": "Saturday Sat", "یکشنبه": "Sunday Sun", "دوشنبه": "Monday Mon", "سه‌شنبه": "Tuesday Tues Tue",
        "چهارشنبه": "Wednesday Wed", "پنجشنبه": "Thursday Thurs Thur Thu", "جمعه": "Friday Fri",
    }.items()
    for name in names.split()
}  # fmt: skip
"""Names and short forms of the days of the week in English."""
