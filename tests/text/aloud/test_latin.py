"""Latin words as a Persian reader says them."""

import re
from string import ascii_letters

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.aloud.latin import persian_letters, say_latin, sounds
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
    assert sounds(word) == phonemes


@pytest.mark.parametrize(
    ("phonemes", "letters"),
    [
        ("steySen", "اِستِیشِن"),
        ("plan", "پِلَن"),
        ("kamera", "کَمِرا"),
        ("Aftern", "آفتِرن"),
        ("riAl", "ریآل"),
        ("nyu", "نیو"),
    ],
)
def test_sounds_to_persian_letters(phonemes: str, letters: str) -> None:
    assert persian_letters(phonemes) == letters


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("BBC", "بی بی سی"),
        ("html", "اِچ تی اِم اِل"),
        ("NASA", "ناسا"),
        ("MacBook", "مک‌بوک"),
        ("Covid-19", "کووید نوزده"),
        ("naïve", "نِیو"),
        ("Привет", ""),
    ],
)
def test_tokens(token: str, said: str) -> None:
    assert say_latin(token) == said


def test_every_letter_has_a_rule_that_always_fits() -> None:
    for letter in ascii_letters[:26]:
        assert any(pattern.pattern == letter for pattern, _ in SPELLING_RULES[letter])


@given(st.text(ascii_letters, min_size=1, max_size=500))
def test_every_latin_word_can_be_said_in_persian_letters(word: str) -> None:
    said = say_latin(word)
    assert said
    assert not re.search("[A-Za-z]", said)
    assert any(map(is_letter, said))
