"""Whether the benchmark tells a clear sound from a hoarse one."""

import numpy as np
import pytest

pytest.importorskip("pyworld")

from benchmarks.speech.voicing import voicing

RATE = 24_000


def vowel(noise: float) -> np.ndarray:
    """A second of 140 Hz with so much noise."""
    random = np.random.default_rng(0)
    turns = np.arange(RATE) * 140 / RATE
    tone = sum(np.cos(2 * np.pi * number * turns) / number for number in range(1, 20))
    return (0.1 * tone + noise * random.standard_normal(RATE)).astype(np.float32)


def test_noise_makes_a_voice_hoarser() -> None:
    clear, hoarse = voicing([vowel(0.001)]), voicing([vowel(0.08)])
    assert clear.mean > 0.97
    assert clear.clear > 0.9
    assert 0.3 < hoarse.mean < 0.9
    assert hoarse.clear < 0.1
