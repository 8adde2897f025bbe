"""Spectrograms of the fixed sentences, a picture for each voice."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from engine.speech.mel import HOP_LENGTH, N_FFT, SAMPLE_RATE

Floats = NDArray[np.float32]
SENTENCES: Final = (
    "سلام، حال شما چطور است؟",
    "مردم شهر از هوای سرد گله دارند.",
    "خواهرم چهار قوری چینی و یک قاشق نقره‌ای خرید!",
)
"""A question, a statement with ezafe, an exclamation full of the consonants that English lacks."""
_RANGE = 60.0  # dB
_LOUD = 0.998  # of the values lie under the brightest colour
_COLOURS = 48  # in the file: a spectrogram needs no more


def draw(path: Path, voice: str, sounds: Mapping[str, Floats]) -> None:
    """Write a PNG with a spectrogram of each sound, under what is said in it."""
    from matplotlib.figure import Figure
    from PIL import Image

    figure = Figure(figsize=(9, 7), dpi=80, layout="constrained")
    longest = max(len(sound) for sound in sounds.values()) / SAMPLE_RATE
    for axes, (title, sound) in zip(figure.subplots(len(sounds)), sounds.items(), strict=True):
        levels = decibels(sound)
        brightest, seconds = float(np.quantile(levels, _LOUD)), len(sound) / SAMPLE_RATE
        axes.imshow(
            levels, origin="lower", aspect="auto", extent=(0, seconds, 0, SAMPLE_RATE / 2000), cmap="magma",
            vmin=brightest - _RANGE, vmax=brightest, interpolation="nearest",
        )  # fmt: skip
        axes.set_xlim(0, longest)
        axes.set_ylabel("kHz")
        axes.set_title(f"{voice}: {title}", fontsize=9, loc="left")
    axes.set_xlabel("seconds")
    figure.savefig(path)
    with Image.open(path) as image:
        small = image.convert("RGB").quantize(_COLOURS)
    small.save(path, optimize=True)


def decibels(sound: Floats) -> Floats:
    """Power spectrogram in dB. (T,) -> (bins, frames)."""
    window = torch.hann_window(N_FFT)
    spectrum = torch.stft(torch.from_numpy(sound), N_FFT, HOP_LENGTH, window=window, return_complex=True)
    found: Floats = (20 * torch.log10(spectrum.abs().clamp(min=1e-6))).numpy()
    return found
