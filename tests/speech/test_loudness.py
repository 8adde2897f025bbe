"""Loudness and the ceiling."""

import subprocess
import sys

import numpy as np
import pytest
import torch
import torchaudio
from hypothesis import given
from hypothesis import strategies as st

from engine.speech.loudness import CEILING, KNEE, TARGET, gain_to_target, limit, limited, loudness

FILTERS = (  # of BS.1770 at 24 kHz: feedback and feedforward of the shelf, then of the high-pass
    ((1.0, -1.390234605193, 0.536838481260), (1.487900220962, -2.246205468141, 0.904909123246)),
    ((1.0, -1.980144126229, 0.980242817859), (1.0, -2.0, 1.0)),
)


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


def at_once(samples: np.ndarray) -> float:
    """Integrated loudness of a sound over 0.4 s by the letter of BS.1770, the whole of it in memory."""
    weighted = torch.from_numpy(samples.astype(np.float64))
    for filtered in FILTERS:
        feedback, feedforward = (torch.tensor(one, dtype=torch.float64) for one in filtered)
        weighted = torchaudio.functional.lfilter(weighted, feedback, feedforward, clamp=False)
    blocks = weighted.square().unfold(0, 9600, 2400).mean(dim=1).numpy()
    blocks = blocks[-0.691 + 10 * np.log10(blocks) > -70]
    relative = -0.691 + 10 * np.log10(blocks.mean()) - 10
    return float(-0.691 + 10 * np.log10(blocks[-0.691 + 10 * np.log10(blocks) > relative].mean()))


@pytest.mark.parametrize("seconds", [0.41, 1.0, 1.99, 2.0, 2.01, 4.05, 23.456])
def test_a_sound_measured_in_pieces_is_as_loud_as_measured_at_once(seconds: float) -> None:
    """A hum under 38 Hz and noise, loud and quiet by turns so that both gates close, never in full steps."""
    time = np.arange(int(24_000 * seconds)) / 24_000
    noise = np.random.default_rng(0).standard_normal(len(time))
    swell = 10 ** (-2 + 1.8 * np.sin(2 * np.pi * time / 7.3))
    sound = (swell * (0.3 * noise + np.sin(2 * np.pi * 30 * time)) + 1e-5 * noise).astype(np.float32)
    assert loudness(sound) == pytest.approx(at_once(sound), abs=1e-4)


def test_memory_does_not_grow_with_the_sound() -> None:
    """Five minutes are levelled within their own 29 MB and a few more."""
    program = """
import resource
import numpy as np
from engine.speech.loudness import gain_to_target, limit

def peak():
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss  # KiB

sound = np.random.default_rng(0).standard_normal(300 * 24_000, dtype=np.float32)
limit(sound[:48_000], gain_to_target(sound[:48_000]))
before = peak()
limit(sound, gain_to_target(sound))
print(peak() - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert int(done.stdout) < 60 * 1024


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


def test_a_gain_is_applied_in_place_or_to_a_copy() -> None:
    sound = tone(5.0, 0.5)
    louder = limited(sound, 1.9)
    assert (sound == tone(5.0, 0.5)).all()
    assert loudness(limited(sound, 1.2)) == pytest.approx(loudness(sound) + 20 * np.log10(1.2), abs=0.01)
    limit(sound, 1.9)
    assert (sound == louder).all()
    assert KNEE < np.abs(louder).max() < CEILING
