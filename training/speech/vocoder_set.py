"""The vocoder's training set on disk, and random pieces of it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.speech.mel import HOP_LENGTH

FRAMES = 64  # in a training piece: 0.68 s
SPEEDS = (0.75, 1.2)  # resampling that makes lower and higher voices of the same recordings
SPED = 0.4  # share of pieces at another speed

Floats = NDArray[np.float32]


class Pieces:
    """Random pieces, some at another speed (and so pitch and vocal tract)."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._waves = np.load(folder / "waves.npy", mmap_mode="r")
        self._pitch = np.load(folder / "pitch.npy")
        index = json.loads((folder / "index.json").read_text())
        self.train = [entry for entry in index if not entry["held_out"] and entry["frames"] > 2 * FRAMES]
        self.held_out = [entry for entry in index if entry["held_out"]]
        self._random = np.random.default_rng(seed)

    def batch(self, size: int) -> tuple[Tensor, Tensor]:
        """Random pieces: audio (size, (FRAMES - 1) * HOP_LENGTH) and pitch (size, FRAMES) in Hz."""
        audio, pitch = zip(*(self._piece() for _ in range(size)), strict=True)
        return _stacked(audio), _stacked(pitch)

    def whole(self, entry: dict[str, Any]) -> tuple[Tensor, Tensor]:
        """One recording as it is: audio (1, T), pitch (1, F)."""
        audio = self._samples(entry["sample"], entry["samples"])
        pitch = self._pitch[entry["frame"] : entry["frame"] + entry["frames"]]
        return torch.from_numpy(audio)[None], torch.from_numpy(pitch)[None]

    def _samples(self, start: int, count: int) -> Floats:
        return np.asarray(self._waves[start : start + count].astype(np.float32) / 32767)

    def _piece(self) -> tuple[Floats, Floats]:
        entry = self.train[self._random.integers(len(self.train))]
        speed = self._random.uniform(*SPEEDS) if self._random.random() < SPED else 1.0
        needed = int(np.ceil(FRAMES * speed)) + 1
        first = int(self._random.integers(entry["frames"] - needed))
        audio = self._samples(entry["sample"] + first * HOP_LENGTH, (needed - 1) * HOP_LENGTH)
        frame = entry["frame"] + first
        pitch = self._pitch[frame : frame + needed]
        gain = np.float32(10 ** self._random.uniform(-0.4, 0.15))
        if speed == 1.0:
            return audio[: (FRAMES - 1) * HOP_LENGTH] * gain, pitch[:FRAMES]
        places = np.arange((FRAMES - 1) * HOP_LENGTH) * speed
        bent = np.interp(places, np.arange(len(audio)), audio).astype(np.float32)
        nearest = np.round(np.arange(FRAMES) * speed).astype(int).clip(max=len(pitch) - 1)
        return bent * gain, (pitch[nearest] * speed).astype(np.float32)


def _stacked(parts: Sequence[Floats]) -> Tensor:
    return torch.from_numpy(np.stack(list(parts)))
