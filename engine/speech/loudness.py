"""Loudness by ITU-R BS.1770, and never a sample beyond full scale."""

from __future__ import annotations

import warnings

import numpy as np
import torch
import torchaudio
from numpy.typing import NDArray

from engine.speech.mel import SAMPLE_RATE

TARGET = -20.0  # LUFS
KNEE, CEILING = 0.75, 0.98  # of full scale: above the knee peaks bend, none passes the ceiling
_BLOCK = 0.4  # seconds: the gating block of BS.1770
_MOST = 30.0  # dB: what is quieter than this is no speech


def loudness(samples: NDArray[np.float32]) -> float:
    """Integrated loudness in LUFS; shorter sounds than one block are measured as if repeated. (T,) -> float.

    Returns -inf for silence.
    """
    if not len(samples) or not np.any(samples):
        return float("-inf")
    needed = int(_BLOCK * SAMPLE_RATE) + 1
    signal = np.tile(samples, -(-needed // len(samples))) if len(samples) < needed else samples
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        measured = float(torchaudio.functional.loudness(torch.from_numpy(signal)[None], SAMPLE_RATE))
    return measured if np.isfinite(measured) else float("-inf")


def gain_to_target(samples: NDArray[np.float32]) -> float:
    """Factor that brings a sound to TARGET; 1 for silence."""
    measured = loudness(samples)
    if measured == float("-inf"):
        return 1.0
    return float(10 ** (min(TARGET - measured, _MOST) / 20))


def limited(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same sound with peaks above KNEE bent smoothly under CEILING."""
    room = CEILING - KNEE
    size = np.abs(samples)
    bent = KNEE + room * np.tanh((size - KNEE) / room)
    return np.where(size > KNEE, np.sign(samples) * bent, samples).astype(np.float32)
