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
_STEP = SAMPLE_RATE // 10  # samples from one gating block of BS.1770 to the next
_BLOCK = 4 * _STEP  # samples in a gating block
_PIECE = 20 * _STEP  # samples worked on at a time, so that memory does not grow with the sound
_ABSOLUTE, _RELATIVE = -70.0, -10.0  # LUFS, LU: gates
_OFFSET = -0.691  # dB: so that a 997 Hz tone reads as it should
_MOST = 30.0  # dB: what is quieter than this is no speech


def loudness(samples: NDArray[np.float32]) -> float:
    """Integrated loudness in LUFS; shorter sounds than one block are measured as if repeated. (T,) -> float.

    Returns -inf for silence.
    """
    if not len(samples) or not np.any(samples):
        return float("-inf")
    signal = np.tile(samples, -(-(_BLOCK + 1) // len(samples))) if len(samples) <= _BLOCK else samples
    power = _step_powers(signal).unfold(0, _BLOCK // _STEP, 1).mean(dim=1)
    for floor in (_ABSOLUTE, None):
        level = 10 * torch.log10(power.mean()) + _OFFSET if len(power) else power.new_tensor(-math.inf)
        gate = floor if floor is not None else float(level) + _RELATIVE
        power = power[10 * torch.log10(power.clamp(min=1e-20)) + _OFFSET > gate]
    return float(10 * torch.log10(power.mean()) + _OFFSET) if len(power) else float("-inf")


def _step_powers(signal: NDArray[np.float32]) -> torch.Tensor:
    """Mean square of the weighted sound in each whole step. (T,) -> (T // _STEP,) float64."""
    filters = [_Filter(*coefficients) for coefficients in _k_weighting()]
    powers = torch.empty(len(signal) // _STEP, dtype=torch.float64)
    for first in range(0, len(powers), _PIECE // _STEP):
        into = powers[first : first + _PIECE // _STEP]
        start = first * _STEP
        piece = torch.from_numpy(signal[start : start + len(into) * _STEP].astype(np.float64))
        for filtered in filters:
            piece = filtered(piece)
        into.copy_(piece.square_().view(-1, _STEP).mean(dim=1))
    return powers


class _Filter:
    """A filter of second order over a sound that comes in pieces: it goes on where the last one ended.

    y[n] = b0 x[n] + b1 x[n - 1] + b2 x[n - 2] - a1 y[n - 1] - a2 y[n - 2], from silence on.
    """

    def __init__(self, feedback: torch.Tensor, feedforward: torch.Tensor) -> None:
        """Feedback (1, a1, a2) and feedforward (b0, b1, b2). (3,) float64 each."""
        self._feedback, self._feedforward = feedback, feedforward
        self._given = self._made = feedback.new_zeros(2)  # the last two samples, in and out

    def __call__(self, piece: torch.Tensor) -> torch.Tensor:
        """(T,) -> (T,) float64, T being 2 at least."""
        given = torch.cat([self._given, piece])
        driving = given.unfold(0, 3, 1) @ self._feedforward.flip(0)  # (T, 3) @ (3,) -> (T,)
        _, a1, a2 = self._feedback
        driving[0] -= a1 * self._made[1] + a2 * self._made[0]
        driving[1] -= a2 * self._made[1]
        alone = torch.tensor([1.0, 0.0, 0.0], dtype=torch.float64)
        made: torch.Tensor = torchaudio.functional.lfilter(driving, self._feedback, alone, clamp=False)
        self._given, self._made = given[-2:].clone(), made[-2:].clone()  # a view would keep the piece
        return made


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


def limit(samples: NDArray[np.float32], gain: float = 1.0) -> None:
    """Makes a sound louder by a factor, with peaks above KNEE bent smoothly under CEILING, in place. (T,)."""
    room = CEILING - KNEE
    for start in range(0, len(samples), _PIECE):
        piece = samples[start : start + _PIECE]
        piece *= np.float32(gain)
        high = np.abs(piece) > KNEE
        peaks = piece[high]
        piece[high] = np.copysign(KNEE + room * np.tanh((np.abs(peaks) - KNEE) / room), peaks)


def limited(samples: NDArray[np.float32], gain: float = 1.0) -> NDArray[np.float32]:
    """As `limit`, but a sound of its own. (T,) -> (T,) float32."""
    louder = samples.copy()
    limit(louder, gain)
    return louder
