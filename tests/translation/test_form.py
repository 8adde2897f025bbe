import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.translation.form import source_form, target_form


@pytest.mark.parametrize(
    ("written", "form"),
    [
        ("كتاب‌هاي علي", "کتاب های علی"),  # Arabic letters, non-joiner
        ("کِتابِ مَن", "کتاب من"),  # vowel marks
        ("سال ۱۳۸۸ و ١٣٨٩ و 1390", "سال 1388 و 1389 و 1390"),
        ("«سلام»، گفت؛ چرا؟", '"سلام", گفت; چرا?'),
        ("۱۲٫۵٪", "12.5%"),
        ("الف\u2011ب \u2015 پ", "الف-ب — پ"),
        ("خـــوب", "خوب"),
        ("یک\n\n  دو", "یک دو"),
    ],
)
def test_ways_of_writing_meet_in_one_form(written: str, form: str) -> None:
    assert source_form(written) == form


def test_english_gets_straight_quotes_and_single_spaces() -> None:
    assert target_form("“It’s…\u00a0 here”") == '"It\'s... here"'


@given(st.text())
def test_forms_are_idempotent_and_of_one_line(text: str) -> None:
    for form in (source_form(text), target_form(text)):
        assert form == form.strip()
        assert "\n" not in form
    assert source_form(source_form(text)) == source_form(text)
    assert target_form(target_form(text)) == target_form(text)
