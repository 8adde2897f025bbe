"""The table of voices."""

from itertools import combinations

import pytest

from engine.contract.errors import ValidationFailed
from engine.contract.names import BASIC_VOICES, PREMIUM_VOICES
from engine.speech.voices import VOICES, voice_named


def test_the_voices_are_those_of_the_contract() -> None:
    assert set(VOICES) == {*BASIC_VOICES, *PREMIUM_VOICES}


def test_no_two_voices_are_alike() -> None:
    for a, b in combinations(VOICES.values(), 2):
        apart = (
            abs(a.formants - b.formants) / 0.02
            + abs(a.pitch - b.pitch) / 8
            + abs(a.tempo - b.tempo) / 0.04
            + abs(a.brightness - b.brightness) / 3
            + abs(a.second - b.second) / 0.5
        )
        assert apart >= 1, (a, b)


def test_men_are_lower_than_women() -> None:
    assert max(VOICES["kian"].pitch, VOICES["amir"].pitch) < min(
        VOICES[n].pitch for n in ("leyla", "ava", "mana")
    )


def test_an_unknown_voice_is_a_validation_error_that_names_the_field() -> None:
    with pytest.raises(ValidationFailed) as error:
        voice_named("Kian")
    assert error.value.details == {"field": "voice"}
