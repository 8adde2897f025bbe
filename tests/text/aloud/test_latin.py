"""Latin words as a Persian reader says them."""

import re
from string import ascii_letters

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.aloud.latin import (
    latin_sounds,
    persian_letters,
    persianized,
    say_latin,
    spelled_sounds,
)
from engine.text.aloud.latin_sounds import SPELLING_RULES
from engine.text.chars import is_letter

SOUNDS = [
    ("station", "steySen"),
    ("name", "neym"),
    ("night", "nAyt"),
    ("phone", "fon"),
    ("green", "grin"),
    ("moon", "mun"),
    ("type", "tAyp"),
    ("boxing", "bAksing"),
    ("quick", "kuik"),
    ("bridge", "brij"),
    ("knife", "nAyf"),
    ("write", "rAyt"),
    ("picture", "pikCer"),
    ("happy", "hapi"),
    ("sky", "skAy"),
    ("chrome", "krom"),
    ("walked", "vAkd"),
    ("classes", "klasez"),
]


@pytest.mark.parametrize(("word", "phonemes"), SOUNDS)
def test_letters_to_sounds(word: str, phonemes: str) -> None:
    assert spelled_sounds(word) == phonemes


@pytest.mark.parametrize(
    ("phonemes", "letters"),
    [
        ("steySen", "اِستِیشِن"),
        ("plan", "پِلَن"),
        ("kamera", "کَمِرا"),
        ("Aftern", "آفتِرن"),
        ("riAl", "ریال"),
        ("nyu", "نیو"),
    ],
)
def test_sounds_to_persian_letters(phonemes: str, letters: str) -> None:
    assert persian_letters(persianized(phonemes)) == letters


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("BBC", "بی بی سی"),
        ("html", "اِچ تی اِم اِل"),
        ("NASA", "ناسا"),
        ("MacBook", "مک‌بوک"),
        ("Covid-19", "کووید نوزده"),
        ("naïve", "ناییو"),
        ("Привет", ""),
    ],
)
def test_tokens(token: str, said: str) -> None:
    assert say_latin(token) == said


@pytest.mark.parametrize(
    ("phonemes", "said"),
    [
        ("steySen", "esteySen"),
        ("plan", "pelan"),
        ("nyu", "niyu"),
        ("kuik", "kuyik"),
        ("duAl", "duvAl"),
        ("riAl", "riyAl"),
    ],
)
def test_persian_puts_vowels_into_clusters_and_glides_between_vowels(phonemes: str, said: str) -> None:
    assert persianized(phonemes) == said


@pytest.mark.parametrize(
    ("word", "phonemes"),
    [
        ("good", "gud"),
        ("thought", "tAt"),
        ("laughter", "lafter"),
        ("standard", "estandArd"),
        ("commuter", "kAmyuter"),
        ("Michael", "mAykAl"),
        ("Windows", None),  # the table has it in Persian letters, which the reader reads
        ("BBC", None),
        ("zorblatt", "zorblat"),
    ],
)
def test_sounds_of_words_that_no_table_spells(word: str, phonemes: str | None) -> None:
    assert latin_sounds(f"{word} 4").get(say_latin(word)) == phonemes


def test_every_letter_has_a_rule_that_always_fits() -> None:
    for letter in ascii_letters[:26]:
        assert any(pattern.pattern == letter for pattern, _ in SPELLING_RULES[letter])


@given(st.text(ascii_letters, min_size=1, max_size=500))
def test_every_latin_word_can_be_said_in_persian_letters(word: str) -> None:
    said = say_latin(word)
    assert said
    assert not re.search("[A-Za-z]", said)
    assert any(map(is_letter, said))
