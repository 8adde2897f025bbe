"""Other throats, tempos and rooms for mels on their way into the recogniser, and parts of them masked."""

from __future__ import annotations

import math

import numpy as np
import torch
from torch import Tensor

from engine.speech.mel import N_MELS, SAMPLE_RATE

_FORMANTS = 0.2  # a factor of exp(0.2) up or down: from a big man to a child
_TEMPO = (0.85, 1.2)
_NOISE = (-8.0, -4.5)  # nepers of a noise floor under the loudest value
_BAND_MASKS, _WIDEST = 2, 12  # mel bands
_TIME_MASKS, _LONGEST = 3, 8  # frames: about one phone


def perturbed(mel: Tensor, random: np.random.Generator) -> Tensor:
    """The same words as somebody else might have said them somewhere else. (N_MELS, F) -> (N_MELS, F')."""
    mel = stretched(mel, float(np.exp(random.uniform(-_FORMANTS, _FORMANTS))), random.uniform(*_TEMPO))
    floor = mel.max() + random.uniform(*_NOISE) + 0.3 * torch.from_numpy(random.standard_normal(mel.shape))
    return masked(torch.logaddexp(mel, floor.to(mel.dtype)), random)


def stretched(mel: Tensor, formants: float, tempo: float) -> Tensor:
    """The mel with all resonances moved and at another tempo.

    Args:
        mel: (N_MELS, F).
        formants: Factor on all frequencies (vocal-tract length perturbation, Jaitly and Hinton 2013).
        tempo: Factor on the speed.

    Returns:
        (N_MELS, about F / tempo).
    """
    return _between(warped(mel, formants).T, torch.arange(0, mel.shape[1] - 1, tempo)).T


def warped(mel: Tensor, formants: float) -> Tensor:
    """The mel with all frequencies times a factor. (N_MELS, F) -> (N_MELS, F)."""
    step = _mels(SAMPLE_RATE / 2) / (N_MELS + 1)  # centres as `filterbank` lays them
    source = [_mels(_hertz((band + 1) * step) / formants) / step - 1 for band in range(N_MELS)]
    return _between(mel, torch.tensor(source).clamp(0, N_MELS - 1))


def masked(mel: Tensor, random: np.random.Generator) -> Tensor:
    """The mel with some bands and some moments at their mean (SpecAugment, Park et al. 2019)."""
    mel = mel.clone()
    bands, frames = mel.shape
    for _ in range(_BAND_MASKS):
        width = int(random.integers(_WIDEST + 1))
        start = int(random.integers(bands - width))
        mel[start : start + width] = mel[start : start + width].mean()
    for _ in range(_TIME_MASKS):
        width = min(int(random.integers(_LONGEST + 1)), frames - 1)
        start = int(random.integers(frames - width))
        mel[:, start : start + width] = mel.mean(dim=1, keepdim=True)
    return mel


def _between(values: Tensor, places: Tensor) -> Tensor:
    """Rows at fractional places, by straight lines. (N, C), (M,) -> (M, C)."""
    low = places.floor().long().clamp(max=len(values) - 2)
    part = (places - low)[:, None]
    return values[low] * (1 - part) + values[low + 1] * part


def _mels(hertz: float) -> float:
    return 2595 * math.log10(1 + hertz / 700)


def _hertz(mels: float) -> float:
    return 700 * (10 ** (mels / 2595) - 1)
