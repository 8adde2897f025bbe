"""Months, eras, units and blessings come back in the English of a table."""

import pytest

from engine.translation.preserve import protect
from engine.translation.terms import terms
from engine.translation.translator import Translator


@pytest.mark.parametrize(
    ("text", "english"),
    [
        ("در ۲۸ مرداد ۱۳۳۲", ["Mordad"]),
        ("از ۳ مرداد تا ۹ شهریور", ["Mordad", "Shahrivar"]),
        ("مردادماه ۱۴۰۱", ["Mordad"]),
        ("در تیر ۱۳۹۹ و ۹ دی", ["Tir", "Dey"]),
        ("اوایل مهر و آخرِ آذر", ["Mehr", "Azar"]),
        ("مهر ماه سال گذشته", ["Mehr"]),
        ("مهرِ مادر و تیرِ کمان و بهمنِ کوه", []),
        ("مهربانی و آبانه", []),
        ("۲ صفر برد و او ۳ تیر خورد", []),
        ("نفر اول آذر شد", []),
        ("۲۸ صفر ۱۴۴۵", ["Safar"]),
        ("بهمن ۲۰ نفر را کشت", []),
        ("سال ۱۳۵۷ هجری شمسی (۱۹۷۹ میلادی)", ["1357 SH", "1979 AD"]),
        ("تقویم میلادی", []),
        ("در دههٔ ۱۹۷۰ میلادی و قرن ۵ هجری قمری", []),
        ("نیروگاه ۱۰ خورشیدی", []),
        ("۱۰٬۰۰۰ پیش از میلاد و ۵۰۰ پیش از میلاد", ["500 BC"]),
        ("۵۰ مگابیت و ۶۰۰ میلی لیتر", ["megabits", "milliliters"]),
        ("چند مگابیت و ۱ مگابیت", ["megabit"]),
        ("پیامبر (ص) و علی (ع)", ["(PBUH)", "(AS)"]),
        ("گزینه (ص) و تابع f(س)", []),
    ],
)
def test_terms_are_found(text: str, english: list[str]) -> None:
    found = sorted(terms(text), key=lambda term: term.start)
    assert [term.english for term in found] == english


def test_a_year_with_its_era_comes_before_numbers() -> None:
    assert protect("سال ۱۳۲۰ شمسی و ۵ نفر", numbers=True).kept == ("1320 SH", "5")


def test_terms_leave_the_slots_to_what_the_model_cannot_write() -> None:
    addresses = " ".join(f"a{number}@b.ir" for number in range(7))
    assert protect(f"{addresses} در ۲ مرداد و ۳ شهریور").kept[7:] == ("Mordad",)


@pytest.mark.parametrize("month", ["مرداد", "تیر", "دی", "بهمن", "شهریور"])
def test_a_date_is_the_same_date_in_english(translator: Translator, month: str) -> None:
    english = {"مرداد": "Mordad", "تیر": "Tir", "دی": "Dey", "بهمن": "Bahman", "شهریور": "Shahrivar"}[month]
    translation = translator.translate(f"قرارداد در ۵ {month} ۱۳۹۸ در تهران امضا شد.")
    assert f"5 {english} 1398" in translation
    assert translator.translate(f"۵ {month} ۱۳۹۸") == f"5 {english} 1398"
