"""Numbers in Persian words."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.numerals import (
    cardinal,
    decimal,
    digit_groups,
    digits,
    fraction,
    integer,
    ordinal,
    roman_value,
    superlative_ordinal,
    to_roman,
)

WORTH = {cardinal(n): n for n in (*range(20), *range(20, 100, 10), *range(100, 1000, 100))}
SCALES = {"هزار": 10**3, "میلیون": 10**6, "میلیارد": 10**9, "تریلیون": 10**12, "کوادریلیون": 10**15}


def value(words: str) -> int:
    """What number words are worth, read back."""
    total = group = 0
    for word in words.removeprefix("منفی ").replace(" و ", " ").split():
        if word in SCALES:
            total, group = total + (group or 1) * SCALES[word], 0
        else:
            group += WORTH[word]
    return -(total + group) if words.startswith("منفی") else total + group


@given(st.integers(-(10**15), 10**15))
def test_cardinals_say_the_number(number: int) -> None:
    assert value(cardinal(number)) == number


@given(st.integers(1, 10**12))
def test_ordinals_are_cardinals_with_an_ending(number: int) -> None:
    assert ordinal(number).endswith(("م", "ام"))
    assert ordinal(number)[0] == cardinal(number)[0]


@given(st.integers(1, 3999))
def test_roman_numerals_read_back(number: int) -> None:
    assert roman_value(to_roman(number)) == number


@pytest.mark.parametrize("numeral", ["IIII", "VX", "ABC", "", "IC", "MMMM"])
def test_ill_formed_roman_numerals_are_none(numeral: str) -> None:
    assert roman_value(numeral) is None


def test_the_forms_of_a_number() -> None:
    assert cardinal(10**15) == "یک کوادریلیون"
    assert ordinal(3) == "سوم"
    assert ordinal(30) == "سی‌ام"
    assert ordinal(123) == "صد و بیست و سوم"
    assert superlative_ordinal(1) == "اولین"
    assert superlative_ordinal(21) == "بیست و یکمین"
    assert digits("912") == "نه یک دو"
    assert digit_groups(["09", "12"]) == "صفر نه، یک دو"
    assert integer("021") == "صفر بیست و یک"
    assert integer("9" * 20) == " ".join(["نه"] * 20)
    assert decimal("3", "05") == "سه ممیز صفر پنج"
    assert decimal("", "5") == "صفر ممیز پنج"
    assert fraction(2, 3) == "دو سوم"
