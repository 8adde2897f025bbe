"""Loudness by ITU-R BS.1770, and never a sample beyond full scale."""

from __future__ import annotations

import math

import numpy as np
import torch
import torchaudio
from numpy.typing import NDArray

from engine.speech.mel import SAMPLE_RATE

TARGET = -20.0  # LUFS
KNEE, CEILING = 0.75, 0.98  # of full scale: above the knee peaks bend, none passes the ceiling
_BLOCK, _STEP = 0.4, 0.1  # seconds: the gating blocks of BS.1770 and how far apart they begin
_ABSOLUTE, _RELATIVE = -70.0, -10.0  # LUFS, LU: gates
_OFFSET = -0.691  # dB: so that a 997 Hz tone reads as it should
_MOST = 30.0  # dB: what is quieter than this is no speech


def loudness(samples: NDArray[np.float32]) -> float:
    """Integrated loudness in LUFS; shorter sounds than one block are measured as if repeated. (T,) -> float.

    Returns -inf for silence.
    """
    if not len(samples) or not np.any(samples):
        return float("-inf")
    block, step = int(_BLOCK * SAMPLE_RATE), int(_STEP * SAMPLE_RATE)
    signal = np.tile(samples, -(-(block + 1) // len(samples))) if len(samples) <= block else samples
    weighted = torch.from_numpy(signal.astype(np.float64))
    for feedback, feedforward in _k_weighting():
        weighted = torchaudio.functional.lfilter(weighted, feedback, feedforward, clamp=False)
    power = weighted.square().unfold(0, block, step).mean(dim=1)
    for floor in (_ABSOLUTE, None):
        level = 10 * torch.log10(power.mean()) + _OFFSET if len(power) else power.new_tensor(-math.inf)
        gate = floor if floor is not None else float(level) + _RELATIVE
        power = power[10 * torch.log10(power.clamp(min=1e-20)) + _OFFSET > gate]
    return float(10 * torch.log10(power.mean()) + _OFFSET) if len(power) else float("-inf")


def _k_weighting() -> list[tuple[torch.Tensor, torch.Tensor]]:
    """Feedback and feedforward coefficients of the two filters of BS.1770, at our sample rate.

    The standard lists them for 48 kHz; these are the same analogue filters (a shelf of 4 dB over 1682 Hz,
    a high-pass at 38 Hz) by the bilinear transform.
    """
    high, high_q, gain = 1681.974450955533, 0.7071752369554196, 3.999843853973347
    low, low_q = 38.13547087602444, 0.5003270373238773
    k = math.tan(math.pi * high / SAMPLE_RATE)
    top = 10 ** (gain / 20)
    middle = top**0.4996667741545416
    scale = 1 + k / high_q + k * k
    shelf_poles = [1, 2 * (k * k - 1) / scale, (1 - k / high_q + k * k) / scale]
    shelf_zeros = [
        (top + middle * k / high_q + k * k) / scale,
        2 * (k * k - top) / scale,
        (top - middle * k / high_q + k * k) / scale,
    ]
    k = math.tan(math.pi * low / SAMPLE_RATE)
    scale = 1 + k / low_q + k * k
    pass_poles = [1, 2 * (k * k - 1) / scale, (1 - k / low_q + k * k) / scale]
    pairs = ((shelf_poles, shelf_zeros), (pass_poles, [1.0, -2.0, 1.0]))
    return [(torch.tensor(a, dtype=torch.float64), torch.tensor(b, dtype=torch.float64)) for a, b in pairs]


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
