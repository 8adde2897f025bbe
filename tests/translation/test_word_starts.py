import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.translation.word_starts import joined, parted

PARTED = [
    ('این "مهم" است.', 'این " مهم" است.'),
    ("کتاب (مشهور) او", "کتاب ( مشهور) او"),
    ("علمی-تخیلی و/یا", "علمی- تخیلی و/ یا"),
    ('("آری")', '(" آری")'),
    ("متن ⟦0⟧ها", "متن ⟦0⟧ها"),
    ('He "never" came (again).', 'He " never" came ( again).'),
    ('"Yes," she said; 5" wide, don\'t', '" Yes," she said; 5" wide, don\'t'),
    ("well-known (1990) [x]", "well-known (1990) [ x]"),
]


@pytest.mark.parametrize(("text", "inside"), PARTED)
def test_words_begin_with_a_space(text: str, inside: str) -> None:
    assert parted(text) == inside


@pytest.mark.parametrize("text", [text for text, _ in PARTED if text.isascii()])
def test_english_comes_back_as_it_was(text: str) -> None:
    assert joined(parted(text)) == text


@pytest.mark.parametrize(
    ("written", "text"),
    [
        ('He " never" to this city', 'He "never" to this city'),
        ('" Yes" and ( " no" )', '"Yes" and ("no" )'),
        ("a ( known) one", "a (known) one"),
        ('he said "so" and left', 'he said "so" and left'),
    ],
)
def test_what_opens_joins_the_word_after_it(written: str, text: str) -> None:
    assert joined(written) == text


@given(st.text())
def test_nothing_but_spaces_changes(text: str) -> None:
    for changed in (parted(text), joined(text)):
        assert changed.replace(" ", "") == text.replace(" ", "")
    assert parted(parted(text)) == parted(text)
