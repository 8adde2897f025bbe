"""Months of the three calendars, and the clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final


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

PLACES: Final = (
    *("خیابان", "میدان", "بلوار", "بزرگراه", "اتوبان", "کوچه", "چهارراه", "ایستگاه", "متروی", "شهرک"),
    *("بیمارستان", "دبیرستان"),
)
"""Words for what is named after a day (میدان ۷ تیر): the number of the day is said as it is."""

MAY: Final = "می"
"""The month that is also the prefix of the verb: a month only where no verb can follow it."""
MAY_SAID: Final = "مَی"

HALF_DAYS: Final = {
    "AM": "صبح", "PM": "بعد از ظهر", "am": "صبح", "pm": "بعد از ظهر", "a.m.": "صبح", "p.m.": "بعد از ظهر",
}  # fmt: skip
HOUR_WORD: Final = "ساعت"
HOUR_WORDS: Final = ("ساعات", "ساعت‌های", "ساعت های", "ساعتهای")

RATIO_WORDS: Final = ("مقیاس", "نسبت")
VERSE_WORDS: Final = ("آیه", "آیهٔ", "آیه‌ی", "آیات", "سوره", "سورهٔ", "سوره‌ی", "باب")
"""Words after which 1:25 is no time of day."""
