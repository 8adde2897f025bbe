"""The Persian-letter rule of section 1.3."""

import unicodedata

import pytest

from engine.contract.persian import has_persian_letter, is_persian_letter

ALPHABET = "اآبپتثجچحخدذرزژسشصضطظعغفقکگلمنوهیءأؤئ"


@pytest.mark.parametrize("letter", ALPHABET + "يكةى")
def test_the_letters_of_the_alphabet_and_their_arabic_twins_count(letter):
    assert is_persian_letter(letter)
    assert has_persian_letter(f"Latin 12 {letter}.")


@pytest.mark.parametrize("letter", ["ﺏ", "ﭖ", "ﻻ", "ﮐ", "ﯾ"])
def test_presentation_forms_count(letter):
    assert has_persian_letter(letter)


@pytest.mark.parametrize(
    "char", [*"aZ0۱١،؟؛٪ـ«»", "\u064e", "\u0651", "\u0670", "\u200c", "\u200f", "😀", "ж", "中", " "]
)
def test_digits_punctuation_marks_kashida_and_other_scripts_do_not(char):
    assert not is_persian_letter(char)


def test_only_letters_ever_count_and_the_rial_sign_which_spells_a_word():
    counted = [char for char in map(chr, range(0x110000)) if is_persian_letter(char)]
    assert {unicodedata.category(char) for char in counted} <= {
        "Lo",
        "Sc",
    }
    assert len(counted) > 100
