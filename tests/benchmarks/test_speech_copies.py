"""Copies beside recordings: each figure says no fault of a faithful copy, and finds the fault it is for."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("pyworld", reason="pyworld has to be compiled")
pytest.importorskip("pesq", reason="pesq has to be compiled")

from benchmarks.speech.copy_synthesis import Copy, compared, mean, periodicity, table
from engine.speech.mel import SAMPLE_RATE, frames_of

Floats = np.ndarray


def buzz(hertz: float = 140, seconds: float = 1.5) -> Floats:
    """Harmonics that swell and fade like syllables."""
    time = np.arange(int(seconds * SAMPLE_RATE)) / SAMPLE_RATE
    tone = sum(np.sin(2 * np.pi * k * hertz * time) / k for k in range(1, 25))
    return (0.1 * tone * (0.55 + 0.45 * np.sin(2 * np.pi * 3 * time))).astype(np.float32)


def hiss(seconds: float = 1.5) -> Floats:
    return np.random.default_rng(0).normal(0, 0.05, int(seconds * SAMPLE_RATE)).astype(np.float32)


def test_periodicity_is_one_for_a_buzz_and_low_for_noise() -> None:
    voiced, noisy = periodicity(buzz()), periodicity(hiss())
    assert len(voiced) == frames_of(len(buzz()))
    assert np.median(voiced) > 0.95
    assert np.median(noisy) < 0.5
    assert (periodicity(np.zeros(5000, np.float32)) == 0).all()


def test_a_faithful_copy_has_no_fault() -> None:
    found = compared(buzz(), buzz())
    assert found.pesq > 4.5
    assert (found.spectral, found.periodicity, found.voicing, found.pitch) == pytest.approx(
        (0, 0, 1, 0), abs=1e-3
    )


def test_each_fault_is_found() -> None:
    noisy = compared(buzz(), buzz() + hiss())
    assert noisy.pesq < 3
    assert noisy.spectral > 0.1
    assert noisy.periodicity > 0.03
    higher = compared(buzz(), buzz(140 * 2 ** (1 / 12)))
    assert higher.pitch == pytest.approx(100, abs=15)
    assert compared(buzz(), hiss()).voicing < 0.5


def test_means_stand_beside_the_goal() -> None:
    between = mean([Copy(3, 1, 0.1, 0.9, 20), Copy(4, 2, 0.3, 1.0, 40)])
    ours, goal = table({"ours": between}, 2_000_000, 2).rows
    assert ours == pytest.approx(("ours", 3.5, 1.5, 0.2, 0.95, 30))
    assert goal[1] == "over 3.2"
