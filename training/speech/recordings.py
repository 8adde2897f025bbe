"""Recordings on disk: `metadata.csv` (file name without ending | text) beside `audio/` or `wavs/`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import numpy as np
import soundfile
import torch
import torchaudio
from numpy.typing import NDArray

from engine.speech.mel import SAMPLE_RATE

TARGET_RMS = 0.08  # of the parts where somebody speaks; about -20 LUFS for speech
_FRAME = SAMPLE_RATE // 50


@dataclass(frozen=True)
class Recording:
    """One file and what is said in it."""

    name: str
    path: Path
    text: str


def recordings(folder: Path) -> list[Recording]:
    """Every recording that the folder's metadata names and whose file is there, in order.

    Raises:
        FileNotFoundError: no metadata.csv.
    """
    files = {path.stem: path for sub in ("audio", "wavs") for path in (folder / sub).glob("*")}
    found = []
    for line in (folder / "metadata.csv").read_text(encoding="utf-8").splitlines():
        name, _, text = line.partition("|")
        if name in files and text.strip():
            found.append(Recording(name, files[name], text.split("|")[-1].strip()))
    return found


def samples_of(path: Path) -> NDArray[np.float32]:
    """The file as mono float32 at SAMPLE_RATE, brought to TARGET_RMS. Shape (T,)."""
    audio, rate = soundfile.read(path, dtype="float32", always_2d=True)
    return levelled(resampled(audio.mean(axis=1), rate))


def resampled(audio: NDArray[np.float32], rate: int) -> NDArray[np.float32]:
    """The same sound at SAMPLE_RATE."""
    if rate == SAMPLE_RATE:
        return audio
    return np.asarray(
        torchaudio.functional.resample(torch.from_numpy(audio), rate, SAMPLE_RATE).numpy(), np.float32
    )


def levelled(audio: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same sound with its spoken parts at TARGET_RMS, turned down further where that would clip."""
    whole = len(audio) // _FRAME * _FRAME
    power = np.square(audio[:whole]).reshape(-1, _FRAME).mean(axis=1)
    if not len(power) or power.max() <= 0:
        return audio
    spoken = power[power > power.max() * 1e-3]  # within 30 dB of the loudest
    gain = min(TARGET_RMS / float(np.sqrt(spoken.mean())), 0.99 / float(np.abs(audio).max()))
    return (audio * np.float32(gain)).astype(np.float32)


def cut(audio: NDArray[np.float32], before: float = 0.1, after: float = 0.15) -> NDArray[np.float32]:
    """The same sound without the silence at its ends, but for so many seconds of it."""
    whole = len(audio) // _FRAME * _FRAME
    power = np.square(audio[:whole]).reshape(-1, _FRAME).mean(axis=1)
    loud = np.flatnonzero(power > power.max() * 10**-4.0) if len(power) else np.empty(0)
    if not len(loud):
        return audio
    start = int(loud[0]) * _FRAME - int(before * SAMPLE_RATE)
    end = (int(loud[-1]) + 1) * _FRAME + int(after * SAMPLE_RATE)
    return audio[max(start, 0) : min(end, len(audio))]
