"""Whether a voice sounds like the person it was made from, by long-term mean spectra."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from benchmarks.report import Table
from engine.speech.mel import N_MELS, LogMel
from engine.speech.voices import Voice
from training.speech.perturbation import warped
from training.speech.recogniser import BANDS
from training.speech.recordings import cut, recordings, samples_of

Floats = NDArray[np.float32]
FIRST, SECOND = "kathleen", "kerstin"  # whose timbres the voices are made of
PEOPLE = (FIRST, SECOND, "matthes")
TEACHER = "eSpeak NG"
_COMPARED = slice(16, 72)
"""Mel bands from 400 Hz, below which single harmonics tell the pitch, to 5 kHz, which every recording reaches
from the longest throat too."""
_SPOKEN = 4.5  # nepers under the loudest frame
_DECIBELS = 20 / np.log(10)  # of a neper


def people(data: Path, count: int = 60) -> dict[str, Floats]:
    """The mean spectrum of each recorded speaker, from about `count` recordings."""
    listed = {name: recordings(data / "speech" / name) for name in PEOPLE}
    return {
        name: spectrum(cut(samples_of(one.path)) for one in all_of[:: max(1, len(all_of) // count)])
        for name, all_of in listed.items()
    }


def spectrum(sounds: Iterable[Floats]) -> Floats:
    """Mean log-mel of spoken frames. (N_MELS,)."""
    frames, log_mel = [], LogMel()
    for audio in sounds:
        with torch.inference_mode():
            mel = log_mel(torch.from_numpy(audio)[None])[0]
        loud = mel[:BANDS].mean(dim=0)
        frames.append(mel[:, loud > loud.max() - _SPOKEN].numpy())
    return np.concatenate(frames, axis=1).mean(axis=1)


def brightened(mel: Floats, decibels: float) -> Floats:
    """The same with its top raised over its bottom, as a voice's `brightness` has it. (N_MELS,)."""
    return mel + np.linspace(-0.5, 0.5, N_MELS, dtype=np.float32) * np.float32(decibels / _DECIBELS)


def distance(one: Floats, other: Floats) -> float:
    """Root mean square difference in decibels, levels apart."""
    difference = (one - other)[_COMPARED]
    return float(np.sqrt(np.square(difference - difference.mean()).mean()) * _DECIBELS)


def moved(spectrum: Floats, voice: Voice) -> Floats:
    """A speaker's spectrum at the voice's vocal tract and brightness. (N_MELS,)."""
    return brightened(
        warped(torch.from_numpy(spectrum)[:, None], voice.formants)[:, 0].numpy(), voice.brightness
    )


def made_of(voice: Voice) -> dict[str, float]:
    """Whose timbres a voice is made of, and their shares."""
    shares = {FIRST: 1 - voice.second, SECOND: voice.second}
    return {name: share for name, share in shares.items() if share}


def recipe(shares: Mapping[str, float]) -> str:
    """The shares in words: `0.7 kathleen + 0.3 kerstin`, the larger first."""
    if len(shares) == 1:
        return next(iter(shares))
    ordered = sorted(shares, key=lambda name: -shares[name])
    return " + ".join(f"{shares[name]:.1f} {name}" for name in ordered)


def table(distances: Mapping[str, Mapping[str, float]], shares: Mapping[str, Mapping[str, float]]) -> Table:
    """Distances of each voice to each speaker, in decibels."""
    speakers: Sequence[str] = list(next(iter(distances.values())))
    rows = []
    for name, apart in distances.items():
        nearest = min(apart, key=lambda speaker: apart[speaker])
        right = shares[name].get(nearest, 0) >= max(shares[name].values())
        rows.append((name, recipe(shares[name]), *apart.values(), nearest, "yes" if right else "no"))
    return Table(
        "timbre",
        "Timbre: distance of mean spectra, dB",
        ("voice", "made of", *speakers, "nearest", "as made"),
        [*rows, ("goal", None, *[None] * len(speakers), None, "yes")],
        "Each speaker is moved to the vocal tract and the brightness of the voice before they are compared. "
        "eSpeak NG says the same sentences as the voices; the people spoke English or German.",
    )
