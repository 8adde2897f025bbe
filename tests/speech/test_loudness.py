"""Loudness and the ceiling."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.speech.loudness import CEILING, KNEE, TARGET, gain_to_target, limited, loudness


def tone(seconds: float, amplitude: float) -> np.ndarray:
    return (amplitude * np.sin(2 * np.pi * 997 * np.arange(int(24_000 * seconds)) / 24_000)).astype(
        np.float32
    )


def test_a_full_scale_tone_is_minus_three() -> None:
    """BS.1770: a 997 Hz sine at 0 dBFS in one channel reads -3.01 LUFS."""
    assert loudness(tone(2, 1.0)) == pytest.approx(-3.01, abs=0.05)


@pytest.mark.parametrize("seconds", [0.05, 0.39, 0.41, 3.0])
def test_gain_brings_any_length_to_the_target(seconds: float) -> None:
    sound = tone(seconds, 0.02)
    assert loudness(sound * np.float32(gain_to_target(sound))) == pytest.approx(TARGET, abs=0.5)


def test_silence_stays_silence() -> None:
    assert loudness(np.zeros(24_000, np.float32)) == float("-inf")
    assert gain_to_target(np.zeros(0, np.float32)) == 1.0


@given(st.lists(st.floats(-50, 50, width=32), min_size=1, max_size=50))
def test_nothing_passes_the_ceiling_and_what_is_quiet_is_untouched(values: list[float]) -> None:
    samples = np.array(values, np.float32)
    out = limited(samples)
    assert np.abs(out).max() <= CEILING + 1e-6
    quiet = np.abs(samples) <= KNEE
    assert (out[quiet] == samples[quiet]).all()
    assert (np.sign(out) == np.sign(samples)).all()
