"""Other throats, tempos and rooms for mels on their way into the recogniser, and parts of them masked."""

from __future__ import annotations

import math

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.speech.mel import N_MELS, SAMPLE_RATE

Formants = float | NDArray[np.float64]

_FORMANTS, _EACH = 0.2, 0.06  # factors of exp(0.2) on all resonances, exp(0.06) on those of a region
_REGIONS = 5
_TEMPO = (0.85, 1.2)
_CONTRAST, _SMOOTH = (0.5, 1.3), 7  # of resonances against the mean of so many bands
_CHANNEL, _WAVES = 0.4, 4  # nepers of each slow wave over the bands
_NOISE = (-8.0, -4.0)  # nepers of a noise floor under the loudest value
_BAND_MASKS, _WIDEST = 2, 12  # mel bands
_TIME_MASKS, _LONGEST = 3, 8  # frames: about one phone


def perturbed(mel: Tensor, random: np.random.Generator) -> Tensor:
    """The same words as somebody else might have said them somewhere else. (N_MELS, F) -> (N_MELS, F')."""
    regions = random.uniform(-_FORMANTS, _FORMANTS) + random.uniform(-_EACH, _EACH, _REGIONS)
    mel = stretched(mel, np.exp(regions), random.uniform(*_TEMPO))
    mel = contrasted(mel, random.uniform(*_CONTRAST)) + channel(random)
    floor = mel.max() + random.uniform(*_NOISE) + channel(random)
    floor = floor + 0.3 * torch.from_numpy(random.standard_normal(mel.shape)).to(mel.dtype)
    return masked(torch.logaddexp(mel, floor), random)


def contrasted(mel: Tensor, factor: float) -> Tensor:
    """The mel with its resonances raised or flattened. (N_MELS, F) -> (N_MELS, F)."""
    smooth = nn.functional.avg_pool1d(
        mel.T[:, None], _SMOOTH, stride=1, padding=_SMOOTH // 2, count_include_pad=False
    )[:, 0].T
    return smooth + factor * (mel - smooth)


def channel(random: np.random.Generator) -> Tensor:
    """What a room and a microphone add: slow waves over the bands. (N_MELS, 1) nepers."""
    places = np.pi * (np.arange(N_MELS) + 0.5) / N_MELS
    waves = np.cos(np.arange(1, _WAVES + 1)[:, None] * places)
    return torch.from_numpy(random.normal(0, _CHANNEL, _WAVES) @ waves)[:, None].float()


def stretched(mel: Tensor, formants: Formants, tempo: float) -> Tensor:
    """The mel with all resonances moved and at another tempo.

    Args:
        mel: (N_MELS, F).
        formants: Factor on the frequencies (vocal-tract length perturbation, Jaitly and Hinton 2013); several
            hold for regions of equal width in mel, low to high, and run into each other.
        tempo: Factor on the speed.

    Returns:
        (N_MELS, about F / tempo).
    """
    return _between(warped(mel, formants).T, torch.arange(0, mel.shape[1] - 1, tempo)).T


def warped(mel: Tensor, formants: Formants) -> Tensor:
    """The mel with its frequencies times one factor or several, as in `stretched`; the same shape."""
    step = _mels(SAMPLE_RATE / 2) / (N_MELS + 1)  # centres as `filterbank` lays them
    known = np.atleast_1d(formants)
    factors = np.interp(np.arange(N_MELS), np.linspace(0, N_MELS - 1, len(known)), known)
    source = [_mels(_hertz((band + 1) * step) / factors[band]) / step - 1 for band in range(N_MELS)]
    return _between(mel, torch.tensor(source, dtype=mel.dtype).clamp(0, N_MELS - 1))


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
