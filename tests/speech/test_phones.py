"""Phones, their features, and how words of the scheme become phones."""

import numpy as np
import pytest

from engine.reading.scheme import PHONEMES
from engine.speech.persian import IPA, segments
from engine.speech.phones import PHONES
from engine.speech.phrases import N_FEATURES, Ending, Phrase, matrix, silences


def test_every_phoneme_of_the_scheme_has_a_phone() -> None:
    assert set(PHONEMES) <= set(IPA)
    assert set(IPA.values()) <= set(PHONES)


def test_no_two_phones_have_the_same_features() -> None:
    vectors = [phone.vector for phone in PHONES.values()]
    assert len(set(vectors)) == len(vectors)


@pytest.mark.parametrize(
    ("phonemes", "ezafe", "expected"),
    [
        ("salAm", "", "s æ l ˈɒ m"),
        ("havA", "ye", "h æ v ˈɒ j e"),
        ("mardom", "e", "m æ ɾ d ˈo m e"),
        ("va", "", "v æ"),
        ("AqA", "", "ɒ ɣ ˈɒ"),
        ("qalb", "", "ɢ ˈæ l b"),
        ("bAq", "e", "b ˈɒ ɣ e"),
        ("jam?", "", "dʒ ˈæ m"),
        ("rowSan", "", "ɾ o w ʃ ˈæ n"),
        ("", "", ""),
    ],
)
def test_words_as_phones(phonemes: str, ezafe: str, expected: str) -> None:
    shown = " ".join(("ˈ" if one.stress else "") + one.ipa for one in segments(phonemes, ezafe))
    assert shown == expected


def test_matrix_puts_a_silence_before_and_after_each_phrase() -> None:
    phrases = (
        Phrase(segments("salAm"), Ending.CONTINUES),
        Phrase(segments("kojA"), Ending.QUESTION),
    )
    rows = matrix(phrases)
    assert rows.shape == (1 + 6 + 5, N_FEATURES)
    assert list(silences(phrases)) == [0, 6, 11]
    assert list(np.flatnonzero(rows[:, 0])) == [0, 6, 11]


def test_endings_are_told_apart() -> None:
    said, asked = (matrix((Phrase(segments("raft"), kind),)) for kind in (Ending.STATEMENT, Ending.QUESTION))
    assert (said != asked).any()
