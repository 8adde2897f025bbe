"""Words of times of day and of durations."""

from __future__ import annotations

from typing import Final

HALF_DAYS: Final = {
    "AM": "صبح", "PM": "بعد از ظهر", "am": "صبح", "pm": "بعد از ظهر", "a.m.": "صبح", "p.m.": "بعد از ظهر",
}  # fmt: skip
HOUR_WORD: Final = "ساعت"
HOUR_WORDS: Final = ("ساعات", "ساعت‌های", "ساعت های", "ساعتهای", "ساعتای")
HOURS, MINUTES, SECONDS = HOUR_WORD, "دقیقه", "ثانیه"

RATIO_WORDS: Final = ("مقیاس", "نسبت")
VERSE_WORDS: Final = ("آیه", "آیهٔ", "آیه‌ی", "آیات", "سوره", "سورهٔ", "سوره‌ی", "باب", "انجیل")
"""Words after which 1:25 is no time of day."""

DURATION_WORDS: Final = (
    *("رکورد", "مدت", "طول", "دوی", "شنای", "ماراتن", "نیمه‌ماراتن", "با زمان"),
    *("ویدیو", "ویدئو", "کلیپ", "فایل", "صوت", "آهنگ", "موسیقی", "قطعه", "پادکست", "مکالمه"),
)
"""Words after which 3:25 is minutes and seconds, and 2:01:39 hours, minutes and seconds."""

TIMED_WORDS: Final = (
    *("زمان", "مسابقه", "مسابقات", "فیلم", "مستند", "سریال", "برنامه", "تایم", "دوچرخه‌سواری", "پیاده‌روی"),
    *("کمتر از", "بیشتر از", "بیش از", "زیر", "بهتر از"),
)
"""Words after which only three numbers are a duration; two are a time of day."""

CLOCK_WORDS: Final = (
    *("پخش", "شروع", "آغاز", "پایان", "برگزاری", "انتشار", "ارسال", "امروز", "امشب", "فردا", "دیروز"),
    "دیشب",
)
"""Words before or behind two numbers that make them a time of day."""

LINKS: Final = ("از", "تا", "در", "را", "که", "به")
"""Words that part two numbers from a word of durations before them."""

DAY_TIMES: Final = ("صبح", "ظهر", "عصر", "شب", "بامداد", "بعدازظهر", "بعد از ظهر", "ق.ظ", "ب.ظ")
"""Words behind every time of day."""

TAKEN_WORDS: Final = ("طول", "به طول", "زمان برد", "زمان می‌برد")
"""Words behind a duration."""
