"""The teacher, where its library is installed."""

import ctypes.util

import numpy as np
import pytest

from engine.speech.mel import frames_of
from engine.speech.phrases import Ending, matrix
from training.speech.espeak import Espeak, teacher
from training.speech.teacher import ENGLISH, GERMAN, PERSIAN, Language, persian, persian_phrases, read

needs_espeak = pytest.mark.skipif(
    ctypes.util.find_library("espeak-ng") is None, reason="libespeak-ng is not installed (training only)"
)
SENTENCE, PHONEMES = "مردم شهر از هوای سرد گله دارند، چرا؟", "mardom-e Sahr az havA-ye sard gele dArand CerA"


@pytest.fixture(scope="module")
def espeak() -> Espeak:
    return teacher()


def test_commas_part_phrases_and_the_last_mark_ends_them() -> None:
    phrases = persian_phrases(SENTENCE, PHONEMES)
    assert [phrase.ending for phrase in phrases] == [Ending.CONTINUES, Ending.QUESTION]
    assert [segment.ipa for segment in phrases[1].segments] == ["tʃ", "e", "ɾ", "ɒ"]


@needs_espeak
def test_persian_comes_with_a_duration_for_each_phone(espeak: Espeak) -> None:
    phrases = persian_phrases(SENTENCE, PHONEMES)
    said = persian(espeak, phrases)
    assert said is not None
    assert len(said.durations) == len(matrix(phrases))
    assert said.durations.sum() == frames_of(len(said.audio))
    assert 3 < np.median(said.durations[1:-1]) < 15


@needs_espeak
@pytest.mark.parametrize("ipa", sorted(PERSIAN))
def test_every_persian_phone_can_be_said(espeak: Espeak, ipa: str) -> None:
    spoken = espeak.say(f"[[m|'a|{PERSIAN[ipa]}|a]]", voice="fa")
    said = [mark.name for mark in spoken.marks if not mark.name.startswith("_")]
    assert len(said) == 4
    assert said[0] == "m"


@needs_espeak
@pytest.mark.parametrize(
    ("language", "text"),
    [
        (ENGLISH, "The northern lights, they say, can be heard. Is that so?"),
        (GERMAN, "Ich möchte acht Bücher über Städte, und der Uhrmacher geht in die Türkei."),
    ],
    ids=lambda value: getattr(value, "voice", None),
)
def test_a_text_pairs_its_reading_with_its_speech(espeak: Espeak, language: Language, text: str) -> None:
    said = read(espeak, text, language)
    assert said is not None
    assert len(said.phrases) > 1
    assert any(segment.stress for phrase in said.phrases for segment in phrase.segments)


def test_german_r_is_a_vowel_where_none_follows() -> None:
    names = [segment.ipa for segment in GERMAN.word(["r", "'i:", "_!", "r"])]
    assert names == ["ɣ", "i", "ɐ"]


@needs_espeak
def test_an_unknown_voice_is_an_error(espeak: Espeak) -> None:
    with pytest.raises(ValueError, match="no voice"):
        espeak.say("hello", voice="zz-nothing")
