"""Signs that are said by name, and fractions that are one code point."""

from __future__ import annotations

from typing import Final

from engine.text.numerals import TO

BETWEEN_NUMBERS: Final[dict[str, str]] = {
    "+": "به علاوه‌ی", "×": "ضرب در", "÷": "تقسیم بر", "=": "مساوی است با", "<": "کوچک‌تر از",
    ">": "بزرگ‌تر از",
    "≤": "کوچک‌تر یا مساوی", "≥": "بزرگ‌تر یا مساوی", "≠": "نامساوی با", "≈": "تقریباً برابر با",
    "*": "ضرب در",
    ">=": "بزرگ‌تر یا مساوی", "<=": "کوچک‌تر یا مساوی", "==": "برابر است با", "!=": "نامساوی با",
    "±": "مثبت منفی", "~": TO,
}  # fmt: skip
"""Signs with a number (or a closing bracket) on one side and a number or letter on the other."""

BETWEEN_DIGITS: Final[dict[str, str]] = {":": "به"}
"""Signs with a digit on either side."""

BETWEEN_NAMES: Final[dict[str, str]] = {
    "=": "مساوی است با", "^": "به توان", "≥": "بزرگ‌تر یا مساوی", "≤": "کوچک‌تر یا مساوی",
    "≠": "نامساوی با",
}  # fmt: skip
"""Signs right between Latin letters, numbers and brackets."""

BETWEEN_WORDS: Final[dict[str, str]] = {
    "+": "به علاوه‌ی", "=": "مساوی است با", ">=": "بزرگ‌تر یا مساوی", "<=": "کوچک‌تر یا مساوی",
    "==": "برابر است با", "!=": "نامساوی با", "≠": "نامساوی با", "≥": "بزرگ‌تر یا مساوی",
    "≤": "کوچک‌تر یا مساوی", "≈": "تقریباً برابر با",
}  # fmt: skip
"""Signs with a word before them, spaces around."""

BEFORE_NUMBER: Final[dict[str, str]] = {
    "+": "مثبت", "±": "مثبت منفی", "~": "حدود", "≈": "حدود", "#": "شماره‌ی",
    "№": "شماره‌ی",
    "<": "کمتر از", ">": "بیشتر از", "≤": "حداکثر", "≥": "حداقل", "√": "جذر",
}  # fmt: skip
"""Signs before a number that begin a word, a space between at most."""

SUPERSCRIPTS: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")
"""Raised digits and what they are."""

SIGN_NAMES: Final[dict[str, str]] = {"+": "مثبت", "-": "منفی"}
"""Signs behind a number, or behind the letters of a blood group."""

SIGNED_WORDS: Final = (
    *("طبقه", "طبقهٔ", "طبقه‌ی", "تفاضل", "تفاضل گل", "دما", "دمای", "کمینه", "بیشینه", "حداقل", "حداکثر"),
    *("عینک", "چشم"),
)
"""Words for what may be below zero: a sign behind the number belongs to it."""

LABELS: Final = (
    *("شکل", "جدول", "نمودار", "معادله", "رابطه", "فرمول", "تصویر", "بند", "تمرین", "مثال"),
    "مسئله",
    *("بوئینگ", "بویینگ", "ایرباس", "امبرائر", "توپولوف"),
)
"""Words for what is numbered by chapter, and makers of aircraft: شکل ۲-۳ and بوئینگ ۷۳۷-۸۰۰ are no ranges."""

PAGES: Final = ("ص", "صص", "صفحه", "صفحهٔ", "صفحه‌ی", "صفحات")
"""Words and letters before the numbers of pages."""

RESULTS: Final = ("نتیجه", "نتیجهٔ", "نتیجه‌ی", "ست", "گیم")
"""Words that the score of a game follows, a rising one too."""

MINUSES: Final[dict[str, str]] = {"-": "منفی", "–": "منفی"}
"""Dashes that are a minus right before a number; with a space between they are punctuation."""

ANYWHERE: Final[dict[str, str]] = {
    "&": "و", "﷼": "ریال", "№": "شماره‌ی", "π": "پی", "∞": "بی‌نهایت", "Ω": "اهم", "²": "به توان دو",
    "³": "به توان سه",
    "§": "بند", "√": "جذر", "∑": "سیگما", "α": "آلفا", "β": "بتا", "γ": "گاما", "λ": "لاندا", "Δ": "دلتا",
    "µ": "مو",
}  # fmt: skip
"""Signs said wherever they stand."""

VULGAR_FRACTIONS: Final[dict[str, tuple[int, int]]] = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
}  # fmt: skip

ROMAN_SIGNS: Final[dict[str, int]] = {chr(0x2160 + n): n + 1 for n in range(12)}
"""Roman numerals that are one code point, capital."""

ROMAN_NOUNS: Final = (
    *("فصل", "جلد", "بخش", "قرن", "سده", "سده‌ی", "جهانی", "لویی", "پاپ", "شاه", "هنری", "الیزابت"),
    *("چارلز", "نسخه"),
    *("نسل", "مرحله", "گروه", "نوع", "درجه", "فاز", "کلاس", "ویلیام", "جرج", "جورج", "کاترین", "فیلیپ"),
    *("ناپلئون",),
)
"""Words after which even a single capital I, V or X is a numeral."""

ADDRESS_SIGNS: Final[dict[str, str]] = {
    ".": "دات", "@": "اَتساین", "/": "اسلش", "-": "خط تیره", "_": "آندرلاین", "#": "هَشتَگ", ":": "دونقطه",
    "?": "علامت سؤال", "=": "مساوی", "&": "اَند", "+": "پلاس", "%": "درصد",
}  # fmt: skip
"""Signs inside web and e-mail addresses."""

ADDRESS_ENDINGS: Final[dict[str, str]] = {
    "www": "دبلیو دبلیو دبلیو", "com": "کام", "org": "ارگ", "net": "نت", "ir": "آی آر", "edu": "ای دی یو",
    "gmail": "جیمیل", "yahoo": "یاهو", "info": "اینفو", "ac": "اِی سی", "io": "آی اُ", "fa": "اِف اِی",
}  # fmt: skip

LETTER_NAMES: Final[dict[str, str]] = {
    "ا": "الف", "آ": "آ", "ب": "بِ", "پ": "پِ", "ت": "تِ", "ث": "ثِ", "ج": "جیم", "چ": "چِ", "ح": "حِ",
    "خ": "خِ",
    "د": "دال", "ذ": "ذال", "ر": "رِ", "ز": "زِ", "ژ": "ژِ", "س": "سین", "ش": "شین", "ص": "صاد", "ض": "ضاد",
    "ط": "طا",
    "ظ": "ظا", "ع": "عین", "غ": "غین", "ف": "فِ", "ق": "قاف", "ک": "کاف", "گ": "گاف", "ل": "لام",
    "م": "میم", "ن": "نون",
    "و": "واو", "ه": "هِ", "ی": "یِ",
}  # fmt: skip
"""Names of the letters, for initials."""
