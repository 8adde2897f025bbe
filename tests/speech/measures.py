"""Pitch and spectrum of a sound, for comparing one with another."""

from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

RATE = 24_000
_WINDOW, _HOP = 1536, 480
_LOWEST, _HIGHEST = 60, 400  # Hz


def frames(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """Windows of the loud parts. (T,) -> (F, _WINDOW)."""
    starts = range(0, len(samples) - _WINDOW, _HOP)
    cut = np.stack([samples[start : start + _WINDOW] for start in starts]).astype(np.float64)
    power = np.square(cut).mean(axis=1)
    return cut[power > power.max() * 0.02]


def autocorrelations(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """How nearly each loud window repeats itself after so many samples, 1 exactly. (T,) -> (F, lags)."""
    cut = frames(samples)
    spectrum = np.fft.rfft(cut - cut.mean(axis=1, keepdims=True), 2 * _WINDOW, axis=1)
    lags = np.fft.irfft(np.square(np.abs(spectrum)), axis=1)[:, : RATE // _LOWEST]
    return lags / (lags[:, :1] + 1e-12) * (_WINDOW / (_WINDOW - np.arange(lags.shape[1])))


def clearness(samples: NDArray[np.float32]) -> float:
    """How nearly the loud windows repeat themselves after their period, the median, 0 to 1."""
    return float(np.median(autocorrelations(samples)[:, RATE // _HIGHEST :].max(axis=1)))


def pitches(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """Hz of each clearly voiced window, by autocorrelation; empty for a whisper."""
    lags = autocorrelations(samples)
    first = RATE // _HIGHEST
    top = lags[:, first:].max(axis=1)
    # The shortest lag nearly as good as the best: a multiple of the period fits as well as the period.
    inner = lags[:, first:-1]
    peaks = (
        (inner >= lags[:, first - 1 : -2]) & (inner >= lags[:, first + 1 :]) & (inner > 0.85 * top[:, None])
    )
    best = peaks.argmax(axis=1) + first
    return RATE / best[(top > 0.6) & peaks.any(axis=1)]


def spectrum(samples: NDArray[np.float32]) -> NDArray[np.float64]:
    """Long-term spectrum in decibels on 40 bands of equal ratio from 100 Hz to 11 kHz, mean removed."""
    power = np.square(np.abs(np.fft.rfft(frames(samples) * np.hanning(_WINDOW), axis=1))).mean(axis=0)
    edges = np.geomspace(100, 11_000, 41) / RATE * _WINDOW
    bands = np.array([power[int(a) : max(int(b), int(a) + 1)].mean() for a, b in pairwise(edges)])
    decibels = 10 * np.log10(bands + 1e-12)
    return decibels - decibels.mean()
