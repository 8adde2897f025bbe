"""The acoustic model's training set on disk, and batches of it.

Arrays of all utterances end to end (`rows`: features; `durations`: frames of each row; `mel`, `pitch`:
frames) and an index that says where each utterance lies.
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn.utils.rnn import pad_sequence

from engine.speech.mel import N_FFT, N_MELS, SAMPLE_RATE, LogMel, filterbank
from engine.speech.phrases import matrix
from training.speech.teacher import Utterance
from training.speech.transform import Throat

TEACHER, HUMAN, KERSTIN, MAPPED_HUMAN, MAPPED_KERSTIN = range(5)
"""Speakers of the model: eSpeak NG, kathleen, kerstin, and eSpeak NG mapped into the timbres of both."""
SPEAKERS = {
    "teacher": TEACHER, "human": HUMAN, "kerstin": KERSTIN,
    "mapped_human": MAPPED_HUMAN, "mapped_kerstin": MAPPED_KERSTIN,
}  # fmt: skip
_ENERGY_BANDS = 72  # of the mel, to about 5 kHz: what every recording holds, its throat altered or not
_TOPS = np.array([np.flatnonzero(band)[-1] for band in filterbank().T.numpy()]) * SAMPLE_RATE / N_FFT
"""The highest frequency in Hz that each mel band hears."""


class SetWriter:
    """Collects utterances and writes them as arrays."""

    def __init__(self, folder: Path, *, further: bool = False) -> None:
        """Begin a set in this folder, or go on with the one that is there."""
        folder.mkdir(parents=True, exist_ok=True)
        self._folder, self._mel = folder, LogMel()
        self._arrays: dict[str, list[NDArray[Any]]] = {"rows": [], "durations": [], "mel": [], "pitch": []}
        self._index: list[dict[str, Any]] = []
        self._row = self._frame = 0
        if further:
            self._arrays = {name: [np.load(folder / f"{name}.npy")] for name in self._arrays}
            self._index = _read(folder)["utterances"]
            self._row, self._frame = (len(self._arrays[name][0]) for name in ("rows", "mel"))

    def add(
        self,
        said: Utterance,
        pitch: NDArray[np.float32],
        *,
        speaker: int,
        throat: Throat,
        held_out: bool,
        name: str = "",
        bandwidth: float = math.inf,
        mel: NDArray[np.float32] | None = None,
    ) -> None:
        """Take one utterance with its pitch in Hz per frame.

        Args:
            name: Of an unchanged recording.
            bandwidth: Hz that the recording reaches; the mel above is not learnt from.
            mel: (F, N_MELS) where it is not that of the sound.
        """
        bands = int(np.searchsorted(_TOPS, bandwidth * min(throat.formants, 1.0), side="right"))
        rows = matrix(said.phrases)
        if mel is None:
            with torch.inference_mode():
                mel = self._mel(torch.from_numpy(said.audio)[None])[0].T.numpy()  # (F, N_MELS)
        frames = int(said.durations.sum())
        if len(rows) != len(said.durations) or frames != len(mel) or frames != len(pitch):
            raise ValueError(
                f"{len(rows)} rows, {len(said.durations)} durations over {frames} of {len(mel)} frames"
            )
        values = (rows, said.durations.astype(np.int16), mel.astype(np.float16), pitch)
        for kind, value in zip(self._arrays, values, strict=True):
            self._arrays[kind].append(value)
        self._index.append(
            {"name": name, "speaker": speaker, "formants": throat.formants, "pitch_factor": throat.pitch,
             "held_out": held_out, "bands": bands, "row": self._row, "rows": len(rows),
             "frame": self._frame, "frames": frames}
        )  # fmt: skip
        self._row, self._frame = self._row + len(rows), self._frame + frames

    def close(self) -> None:
        """Write everything, with what `statistics` finds of each speaker."""
        arrays = {name: np.concatenate(values) for name, values in self._arrays.items()}
        for name, values in arrays.items():
            np.save(self._folder / f"{name}.npy", values)
        speakers = [statistics(self._index, arrays, speaker) for speaker in SPEAKERS.values()]
        document = {"utterances": self._index, "speakers": speakers}
        (self._folder / "index.json").write_text(json.dumps(document))


def statistics(
    index: Sequence[dict[str, Any]], arrays: Mapping[str, NDArray[Any]], speaker: int
) -> dict[str, float]:
    """Of one speaker: mean log pitch, its spread within an utterance, mean and spread of energy.

    The spread leaves out how high a whole utterance lies: that is drawn at random for the teacher, and
    no model could foretell it.
    """
    means, deviations, energies = [5.0], [np.zeros(1)], [np.zeros(0)]
    for entry in index:
        if entry["speaker"] != speaker:
            continue
        frames = slice(entry["frame"], entry["frame"] + entry["frames"])
        pitch = arrays["pitch"][frames]
        logs = np.log(pitch[pitch > 0] / entry["pitch_factor"])
        if len(logs):
            means.append(float(logs.mean()))
            deviations.append(logs - logs.mean())
        energies.append(level(arrays["mel"][frames].astype(np.float32)))
    energy = np.concatenate(energies)
    return {
        "log_pitch": float(np.mean(means[1:] or means)),
        "pitch_spread": float(np.concatenate(deviations).std()) or 0.15,
        "energy": float(energy.mean()) if len(energy) else -1.0,
        "energy_spread": float(energy.std()) if len(energy) else 1.5,
    }


@dataclass(frozen=True)
class Batch:
    """Utterances padded to the longest.

    Attributes:
        rows: (B, N, N_FEATURES).
        mask: (B, N) 1 where a phone is.
        durations: (B, N) frames, 0 beyond the end.
        energy: (B, N) mean log-mel of each phone in units of the speaker's spread.
        height: (B, F) log pitch around the utterance's mean in units of the speaker's spread, straight lines
            through unvoiced frames.
        log_pitch: (B, F) log Hz, the same.
        voiced, frames: (B, F) 1 where voiced, 1 where a frame is.
        mel: (B, N_MELS, F).
        bands: (B, N_MELS) 1 where the recording has the band.
        speaker, formants: (B,).
    """

    rows: Tensor
    mask: Tensor
    durations: Tensor
    energy: Tensor
    height: Tensor
    log_pitch: Tensor
    voiced: Tensor
    frames: Tensor
    mel: Tensor
    bands: Tensor
    speaker: Tensor
    formants: Tensor

    def to(self, device: torch.device) -> Batch:
        """The same on a device."""
        return Batch(*(getattr(self, field.name).to(device) for field in fields(self)))


class AcousticSet:
    """A prepared set, read from disk as it is needed."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._rows = np.load(folder / "rows.npy", mmap_mode="r")
        self._durations = np.load(folder / "durations.npy")
        self._mel = np.load(folder / "mel.npy", mmap_mode="r")
        self._pitch = np.load(folder / "pitch.npy")
        document = _read(folder)
        self.speakers: list[dict[str, float]] = document["speakers"]
        self.train = [entry for entry in document["utterances"] if not entry["held_out"]]
        self.held_out = [entry for entry in document["utterances"] if entry["held_out"]]
        self.seed(seed)

    def seed(self, seed: int) -> None:
        """Draw other batches from here on."""
        self._random = np.random.default_rng(seed)

    def batch(self, frames: int) -> Batch:
        """Utterances of like length, drawn at random, of about so many frames together."""
        middle = self.train[self._random.integers(len(self.train))]["frames"]
        alike = [entry for entry in self.train if abs(entry["frames"] - middle) <= 0.1 * middle]
        count = min(max(1, frames // middle), len(alike))
        return self.collated(
            [alike[index] for index in self._random.choice(len(alike), count, replace=False)]
        )

    def collated(self, entries: Sequence[dict[str, Any]]) -> Batch:
        """These utterances as one batch."""
        singles = [self.single(entry) for entry in entries]
        padded = {
            name: pad_sequence([torch.from_numpy(single[name]) for single in singles], batch_first=True)
            for name in singles[0]
        }
        return Batch(
            **{name: value for name, value in padded.items() if name != "mel"},
            mel=padded["mel"].transpose(1, 2),
            speaker=torch.tensor([entry["speaker"] for entry in entries]),
            formants=torch.tensor([entry["formants"] for entry in entries], dtype=torch.float32),
        )

    def single(self, entry: dict[str, Any]) -> dict[str, NDArray[Any]]:
        """One utterance's arrays, by the names that `Batch` has for them; the mel is (F, N_MELS)."""
        rows = slice(entry["row"], entry["row"] + entry["rows"])
        frames = slice(entry["frame"], entry["frame"] + entry["frames"])
        known = self.speakers[entry["speaker"]]
        durations = self._durations[rows].astype(np.int64)
        mel, pitch = self._mel[frames].astype(np.float32), self._pitch[frames]
        log_pitch = continuous(pitch, known["log_pitch"] + math.log(entry["pitch_factor"]))
        centre = float(log_pitch[pitch > 0].mean()) if (pitch > 0).any() else float(log_pitch.mean())
        sums = np.add.reduceat(np.append(level(mel), 0), np.minimum(starts(durations), len(mel)))
        energy = sums / np.maximum(durations, 1)
        return {
            "rows": np.array(self._rows[rows]),
            "mask": np.ones(len(durations), np.float32),
            "durations": durations,
            "energy": np.where(durations > 0, (energy - known["energy"]) / known["energy_spread"], 0).astype(
                np.float32
            ),
            "height": ((log_pitch - centre) / known["pitch_spread"]).astype(np.float32),
            "log_pitch": log_pitch,
            "voiced": (pitch > 0).astype(np.float32),
            "frames": np.ones(len(mel), np.float32),
            "mel": mel,
            "bands": (np.arange(N_MELS) < entry["bands"]).astype(np.float32),
        }


def _read(folder: Path) -> dict[str, Any]:
    document: dict[str, Any] = json.loads((folder / "index.json").read_text())
    return document


def level(mel: NDArray[np.float32]) -> NDArray[np.float32]:
    """How loud each frame is: mean log-mel of the lower bands. (F, N_MELS) -> (F,)."""
    loudness: NDArray[np.float32] = mel[:, :_ENERGY_BANDS].mean(axis=1)
    return loudness


def starts(durations: NDArray[np.int64]) -> NDArray[np.int64]:
    """First frame of each phone."""
    return np.cumsum(durations) - durations


def continuous(pitch: NDArray[np.float32], silent: float) -> NDArray[np.float32]:
    """Log pitch, straight lines through unvoiced frames; `silent` where nothing is voiced. (F,) -> (F,)."""
    voiced = np.flatnonzero(pitch > 0)
    if not len(voiced):
        return np.full(len(pitch), silent, np.float32)
    return np.interp(np.arange(len(pitch)), voiced, np.log(pitch[voiced])).astype(np.float32)
