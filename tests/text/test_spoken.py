"""The text as it is read aloud."""

import time
from string import ascii_letters

import pytest
from hypothesis import given

from engine.text.chars import DIGITS
from engine.text.spoken import spoken
from engine.text.words import WordKind, words
from tests.text.alphabets import LONG, texts
from tests.text.alphabets import words as persian_words
from tests.text.spoken_cases import CASES

ROWS = [(kind, *case) for kind, cases in CASES.items() for case in cases]


@pytest.mark.parametrize(("kind", "written", "said"), ROWS, ids=[f"{row[0]}: {row[1]}" for row in ROWS])
def test_what_is_said(kind: str, written: str, said: str) -> None:
    assert spoken(written).text == said


def test_every_word_of_a_number_stands_for_the_whole_number() -> None:
    text = "سال ۱۴۰۳ بود و $50M داد"
    mapped = spoken(text)
    stood_for = {word.text: text[slice(*mapped.span(word.start, word.end))] for word in words(mapped.text)}
    assert stood_for["هزار"] == stood_for["چهارصد"] == stood_for["سه"] == "۱۴۰۳"
    assert stood_for["پنجاه"] == stood_for["میلیون"] == stood_for["دلار"] == "$50M"
    assert stood_for["سال"] == "سال"
    assert stood_for["داد"] == "داد"


def test_the_dash_of_a_range_stands_for_the_dash_alone() -> None:
    text = "رشد ۲۰٪-۳۰٪ بود"
    mapped = spoken(text)
    stood_for = [text[slice(*mapped.span(word.start, word.end))] for word in words(mapped.text)]
    assert stood_for == ["رشد", "۲۰", "٪", "-", "۳۰", "٪", "بود"]


def test_signs_that_look_alike_keep_their_places() -> None:
    text = "۵ μg در ۲۵ºC"
    mapped = spoken(text)
    stood_for = [text[slice(*mapped.span(word.start, word.end))] for word in words(mapped.text)]
    assert stood_for == ["۵", "μg", "در", "۲۵", "۲۵", "۲۵", "ºC", "ºC"]


def test_a_letter_behind_a_row_and_a_letter_of_a_list_keep_their_places() -> None:
    text = "الف. خرید  د. ردیف ۵ A"
    mapped = spoken(text)
    stood_for = [text[slice(*mapped.span(word.start, word.end))] for word in words(mapped.text)]
    assert stood_for == ["الف", "خرید", "د.", "ردیف", "۵", "A"]


def test_what_is_said_does_not_run_into_the_words_beside_it() -> None:
    assert spoken("کلاس۳الف🙂ب").text == "کلاس سه الف ب"


@pytest.mark.parametrize("digits", ["۱۲۳", "١٢٣", "123"])
def test_digits_of_three_scripts_are_said_alike(digits: str) -> None:
    assert spoken(f"{digits} سیب").text == "صد و بیست و سه سیب"


@given(texts)
def test_spans_are_ordered_and_in_range(text: str) -> None:
    mapped = spoken(text)
    assert len(mapped.text) == len(mapped.starts) == len(mapped.ends)
    assert list(mapped.starts) == sorted(mapped.starts)
    assert list(mapped.ends) == sorted(mapped.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(mapped.starts, mapped.ends, strict=True))


@given(texts)
def test_no_digit_stays_unsaid(text: str) -> None:
    assert not any(char in DIGITS for char in spoken(text).text)


@given(texts)
def test_no_latin_letter_stays_unsaid(text: str) -> None:
    assert not any(char in ascii_letters for char in spoken(text).text)


@given(persian_words, persian_words)
def test_plain_words_stay_as_they_are(one: str, other: str) -> None:
    text = f"{one} {other}"
    if "الخ" not in (one, other) and one != "خ":
        assert spoken(text).text == text


@given(texts)
def test_persian_words_are_kept(text: str) -> None:
    plain = [word.text for word in words(text) if word.kind is WordKind.PERSIAN and len(word.text) > 4]
    said = spoken(text).text
    assert all(word in said for word in plain)


@pytest.mark.parametrize("name", LONG)
def test_long_input_is_quick(name: str) -> None:
    started = time.process_time()
    spoken(LONG[name])
    assert time.process_time() - started < 1
