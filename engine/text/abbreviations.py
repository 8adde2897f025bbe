"""Abbreviations of Persian print: where they stand, what is said for them."""

from __future__ import annotations

from typing import Final

DOTTED: Final[dict[str, str]] = {
    "ه.ش": "هجری شمسی", "ه.ق": "هجری قمری", "ق.م": "قبل از میلاد", "ب.م": "بعد از میلاد",
    "پ.م": "پیش از میلاد", "ق.ظ": "قبل از ظهر", "ب.ظ": "بعد از ظهر", "ر.ک": "رجوع کنید", "ن.ک": "نگاه کنید",
    "ج.ا.ا": "جمهوری اسلامی ایران", "ج.ا": "جمهوری اسلامی", "پ.ن": "پی‌نوشت",
    "ب.م.م": "بزرگ‌ترین مقسوم‌علیه مشترک", "ک.م.م": "کوچک‌ترین مضرب مشترک", "س.م": "سانتی‌متر",
    "ه.خ": "هجری خورشیدی", "ق.غ": "قاشق غذاخوری", "ق.چ": "قاشق چای‌خوری",
    "ق.م.ا": "قانون مجازات اسلامی", "ق.آ.د.م": "قانون آیین دادرسی مدنی",
    "ق.آ.د.ک": "قانون آیین دادرسی کیفری", "ت.ت": "تاریخ تولد", "ص.پ": "صندوق پستی",
}  # fmt: skip
"""Letters with full stops between; spaces after the stops and a last stop are accepted as well."""

BRACKETED: Final[dict[str, str]] = {
    "ص": "صلی الله علیه و آله", "ع": "علیه السلام", "س": "سلام الله علیها", "ره": "رحمت الله علیه",
    "عج": "عجل الله تعالی فرجه", "رض": "رضی الله عنه", "قده": "قدس سره",
}  # fmt: skip
"""Formulas of respect, written in brackets behind a name."""

BEFORE_NUMBER: Final[dict[str, str]] = {
    "ص": "صفحه‌ی", "صص": "صفحات", "ج": "جلد", "ش": "شماره‌ی", "چ": "چاپ",
    "ش.ش": "شماره شناسنامه‌ی",
}  # fmt: skip
"""Letters said in full when a number follows: ص ۱۲, ج. ۲ ."""

UNDOTTED: Final[dict[str, str]] = {
    "ق م": "قبل از میلاد", "پ م": "پیش از میلاد", "ه ق": "هجری قمری", "ه ش": "هجری شمسی",
    "هـ ق": "هجری قمری", "هـ ش": "هجری شمسی",
}  # fmt: skip
"""The eras behind a year where the stops are left out."""

ERAS: Final = ("ه.ش", "ه.خ", "ه.ق", "ق.م", "ب.م", "پ.م")
"""The dotted abbreviations that stand behind a year."""

AFTER_YEAR: Final[dict[str, tuple[str, range]]] = {
    "م": ("میلادی", range(1000, 2200)), "ش": ("شمسی", range(1200, 1500)), "ق": ("قمری", range(100, 1500)),
    "خ": ("خورشیدی", range(1200, 1500)), "هـ": ("هجری", range(100, 1500)),
}  # fmt: skip
"""Single letters said in full when a year stands before (۱۹۷۹ م), and the years that are likely."""

CENTURIES: Final = ("قرن", "سده", "سدهٔ", "سده‌ی", "قرون", "قرن‌های", "سده‌های")
"""What makes such a letter behind a small number or an ordinal one too: قرن ۱۹ م."""

ARTICLES: Final = ("ماده", "مادهٔ", "ماده‌ی", "مواد", "اصل")
"""What a law is divided into."""

LAWS: Final[dict[str, str]] = {"ق.م": "قانون مدنی", "ق.ت": "قانون تجارت", "ق.ا": "قانون اساسی"}
"""Laws, behind the number of an article: the letters alone may be something else."""

REFERENCES: Final[dict[str, str]] = {"رک": "رجوع کنید", "نک": "نگاه کنید"}
"""Said in full with a stop or colon behind an opening bracket: (نک: ص ۱۲)."""

SPOONS: Final[dict[str, str]] = {
    "ق غ": "قاشق غذاخوری", "ق چ": "قاشق چای‌خوری",
}  # fmt: skip
"""Letters behind a number of spoons."""

FLOOR: Final = "طبقه‌ی"
"""What a «ط» before a number is."""

PARTS_OF_ADDRESS: Final[dict[str, str]] = {"ک": "کوچه‌ی", "پ": "پلاک", "ط": FLOOR}
"""Letters of an address before a number, behind a comma: خ آزادی، پ ۱۲."""

STREET: Final = "خیابان"
"""What a «خ» of an address is: at its beginning, or behind a comma."""

STREET_LETTERS: Final[dict[str, str]] = {
    "خ": STREET, "ک": PARTS_OF_ADDRESS["ک"], "پ": PARTS_OF_ADDRESS["پ"], "م": "میدان",
}  # fmt: skip
"""Letters among the parts of an address: خ آزادی ک بهار پ ۵."""

STREET_WORDS: Final = (STREET, "بزرگراه", "بلوار", "کوچه", "پلاک")
"""Words that begin a part of an address, and show that it is one."""

STREET_NEIGHBOURS: Final = (
    *("نبش", "جنب", "تقاطع", "ابتدای", "انتهای", "بعد از", "قبل از", "نرسیده به", "روبروی", "روبه‌روی"),
)
"""Words before a part of an address."""

NO_STREET_NAMES: Final = ("و", "را", "که", "از", "به", "در", "با")
"""Words that no name of a street goes on with: what follows is a sentence."""

AMOUNTS: Final[dict[str, str]] = {"م": "میلیون", "ت": "تومان"}
"""Letters of price lists: ۲/۵ م تومان, ۸۵۰۰۰ ت."""

DOTTED_AMOUNTS: Final[dict[str, str]] = {"م.ت": "میلیون تومان", "ه.ت": "هزار تومان"}
"""A scale and its currency behind a number, with a full stop between: ۲۰ م.ت."""

FOREIGN_NUMBERED: Final[dict[str, str]] = {
    "No": "شماره‌ی", "Vol": "جلد", "p": "صفحه‌ی", "pp": "صفحات", "Fig": "شکل", "Ch": "فصل",
}  # fmt: skip
"""Latin abbreviations with a full stop before a number."""

METRE: Final = "متر"
"""What «م» is behind a number that is no year."""

PRICED: Final = ("رهن", "اجاره", "ودیعه", "پیش", "قیمت", "حقوق", "وام")
"""Words for what costs millions: a «م» behind their number."""

LIVES: Final[dict[str, str]] = {"ز": "زاده‌ی", "د": "درگذشته‌ی"}
"""Letters before a year behind a name, in brackets."""

SERMONS: Final[dict[str, str]] = {"خ": "خطبه‌ی", "ح": "حکمت", "ن": "نامه‌ی"}
"""Letters before a number behind «نهج‌البلاغه»."""

LENGTHS: Final = (
    "متراژ",
    "مساحت",
    "زیربنا",
    "طول",
    "ارتفاع",
    "عرض",
    "عمق",
    "فاصله",
    "فاصلهٔ",
    "فاصله‌ی",
    "قطر",
    "مسافت",
    "ضخامت",
    "بلندی",
    "دوی",
)
"""Words for what is measured in metres."""

TITLES: Final[dict[str, str]] = {"د": "دکتر"}
"""A letter and a full stop, before a name: د. احمدی."""

SURNAME_ENDINGS: Final = ("ی", "زاده", "پور", "نژاد", "نیا", "فر", "یان")
"""Ends of family names: at a line's start they tell a title from the letter of a list item."""

LATIN_STOPS: Final = frozenset(
    ("Dr", "Mr", "Mrs", "Ms", "Prof", "St", "No", "Vol", "vs", "etc", "e.g", "i.e", "Inc", "Ltd", "Co", "pp")
)
"""Latin abbreviations whose full stop does not end a sentence."""

LIST_LETTERS: Final = frozenset(("الف",))
"""Names of letters that number the items of a list; single letters do so too."""
