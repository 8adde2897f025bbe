"""What the vocoder shapes into speech: a train of pulses at the pitch, and noise."""

from __future__ import annotations

import math

import torch
from torch import Tensor

from engine.speech.mel import HOP_LENGTH, SAMPLE_RATE

_FLAT = 1e-4  # below this sine the closed form of the pulse is replaced by its limit


def pulses(f0: Tensor) -> Tensor:
    """A band-limited pulse train of unit power that follows the pitch, silent where there is none.

    All harmonics under Nyquist with equal weight, by the closed form of the Dirichlet kernel: two sines
    a sample however many harmonics there are.

    Args:
        f0: (B, F) pitch of each frame in Hz, 0 where unvoiced.

    Returns:
        (B, (F - 1) * HOP_LENGTH) samples; frame i lies at sample i * HOP_LENGTH.
    """
    voiced = (f0 > 0).to(f0.dtype)
    weight = _between_frames(voiced)
    hertz = _between_frames(f0 * voiced) / weight.clamp(min=1e-6)
    sounding = weight >= 0.5
    hertz = torch.where(sounding, hertz, torch.full_like(hertz, 100.0))
    turns = torch.cumsum(hertz.double() / SAMPLE_RATE, dim=1)
    angle = ((turns - turns.round()) * 2 * math.pi).to(f0.dtype)  # within half a turn of a pulse
    harmonics = (SAMPLE_RATE / 2 / hertz).floor()
    half = torch.sin(angle / 2)
    flat = half.abs() < _FLAT
    kernel = torch.sin((harmonics + 0.5) * angle) / (2 * torch.where(flat, torch.ones_like(half), half)) - 0.5
    kernel = torch.where(flat, harmonics, kernel)
    return torch.where(sounding, kernel * (2 / harmonics).sqrt(), torch.zeros_like(kernel))


def _between_frames(values: Tensor) -> Tensor:
    """(B, F) -> (B, (F - 1) * HOP_LENGTH), linear between frames."""
    step = torch.arange(HOP_LENGTH, device=values.device, dtype=values.dtype) / HOP_LENGTH
    left, right = values[:, :-1, None], values[:, 1:, None]
    return (left + (right - left) * step).flatten(1)
