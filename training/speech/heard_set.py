"""The recogniser's training set on disk, and batches of it, perturbed anew each time."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.speech.mel import LogMel
from training.speech.perturbation import perturbed

_ALIKE = 0.15  # how far lengths within a batch may lie apart


@dataclass(frozen=True)
class Heard:
    """One utterance.

    Attributes:
        speaker: Who says it.
        language: Key of `heard.INVENTORIES`.
        phones: What is said, in phones of that language.
        mel: (N_MELS, F), float16 on the disk.
        held_out: Whether it is never trained on.
    """

    speaker: str
    language: str
    phones: tuple[str, ...]
    mel: Tensor
    held_out: bool


class HeardWriter:
    """Collects utterances and writes their mels end to end (`mel.npy`) with an index."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._mel = folder, LogMel()
        self._mels: list[NDArray[np.float16]] = []
        self._index: list[dict[str, Any]] = []

    def add(
        self, speaker: str, language: str, phones: Sequence[str], audio: NDArray[np.float32], *,
        held_out: bool,
    ) -> None:  # fmt: skip
        """Take one utterance."""
        with torch.inference_mode():
            mel = self._mel(torch.from_numpy(audio)[None])[0]
        self._mels.append(mel.T.numpy().astype(np.float16))
        self._index.append(
            {"speaker": speaker, "language": language, "phones": " ".join(phones), "frames": mel.shape[1],
             "held_out": held_out}
        )  # fmt: skip

    def close(self) -> None:
        """Write everything."""
        np.save(self._folder / "mel.npy", np.concatenate(self._mels))
        (self._folder / "index.json").write_text(json.dumps(self._index, ensure_ascii=False))


def read(folder: Path) -> list[Heard]:
    """All utterances of a set."""
    mel = np.load(folder / "mel.npy", mmap_mode="c")  # torch wants writable memory; the file stays as it is
    found, frame = [], 0
    for entry in json.loads((folder / "index.json").read_text()):
        piece = torch.from_numpy(mel[frame : frame + entry["frames"]]).T
        phones = tuple(entry["phones"].split())
        found.append(Heard(entry["speaker"], entry["language"], phones, piece, entry["held_out"]))
        frame += entry["frames"]
    return found


class HeardSet:
    """Batches of what is not held out, drawn at random, of like length."""

    def __init__(self, utterances: Sequence[Heard], seed: int) -> None:
        self._train = [one for one in utterances if not one.held_out]
        self._frames = np.array([one.mel.shape[1] for one in self._train])
        self._random = np.random.default_rng(seed)

    def batch(self, frames: int) -> list[Heard]:
        """Utterances, perturbed, of about so many frames together."""
        middle = self._random.choice(self._frames)
        alike = np.flatnonzero(np.abs(self._frames - middle) <= _ALIKE * middle)
        count = min(max(1, frames // middle), len(alike))
        chosen = [self._train[index] for index in self._random.choice(alike, count, replace=False)]
        return [replace(one, mel=perturbed(one.mel.float(), self._random)) for one in chosen]
