"""Numbers in Persian words, read back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.number_words import figures, value_of
from engine.text.numerals import LARGEST_NAMED, cardinal, decimal


@given(st.integers(0, LARGEST_NAMED))
def test_every_cardinal_comes_back(number: int) -> None:
    assert value_of(cardinal(number)) == number


@given(st.integers(0, 10**6), st.from_regex("[0-9]{1,6}", fullmatch=True))
def test_every_decimal_comes_back(whole: int, part: str) -> None:
    words = decimal(str(whole), part)
    written = figures(words)
    assert written is not None
    assert decimal(written.replace(",", "").partition(".")[0], written.partition(".")[2]) == words


@pytest.mark.parametrize(
    ("words", "written"),
    [
        ("هزار و سیصد", "1300"),
        ("یک هزار و سیصد و نود", "1390"),
        ("یکصد و پنجاه", "150"),
        ("نوزده هزار و هشتصد", "19,800"),
        ("دوازده میلیون و سیصد و چهل هزار", "12,340,000"),
        ("یک میلیون و یکصد هزار", "1,100,000"),
        ("چهل و پنج ممیز هفت", "45.7"),
        ("صفر ممیز صفر پنج", "0.05"),
        ("سه ممیز چهارده", "3.14"),
    ],
)
def test_figures(words: str, written: str) -> None:
    assert figures(words) == written


@pytest.mark.parametrize("words", ["بیست بیست", "سی و صد", "هزار و دو هزار", "پنج ممیز", "کتاب", "سی و", ""])
def test_what_is_no_number_has_no_figures(words: str) -> None:
    assert figures(words) is None
