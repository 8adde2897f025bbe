"""Adds the teacher's Persian in the humans' timbres to the acoustic model's training set.

    python -m training.speech.prepare_mapped --data DATA --set checkpoints/acoustic/set

Run after `prepare_acoustic`, once: the people have recorded no Persian, and this is what their Persian phones
are learnt from besides their own.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray
from tqdm import tqdm

from engine.speech.mel import LogMel
from engine.speech.phrases import names
from training.speech.acoustic_set import TEACHER, AcousticSet, SetWriter
from training.speech.mapping import Mapping, Profile, labels, names_of
from training.speech.perturbation import warped
from training.speech.pitch import pitch_of
from training.speech.prepare_acoustic import HELD_OUT, HUMANS, TEACHER_PITCH, Human, teach_persian
from training.speech.teacher import Utterance
from training.speech.transform import Throat

Floats = NDArray[np.float32]
_PITCH = (40, 100)  # of eSpeak NG's 0 to 99: up to a woman's
_THROATS = (0.8, 1.1)  # as `prepare_acoustic` draws them
_BANDWIDTH = 7_000.0  # Hz: what lies above is learnt from people alone
_ALTERED = 0.5  # share from another throat


def spoken_by(data: AcousticSet, speaker: int) -> Iterator[tuple[NDArray[np.int64], Floats]]:
    """Labels and log-mels of what a speaker said from the throat of birth."""
    for entry in data.train:
        if entry["speaker"] == speaker and entry["formants"] == 1:
            one = data.single(entry)
            yield labels(names_of(one["rows"]), one["durations"]), one["mel"]


def add(
    writer: SetWriter, said: Utterance, mapping: Mapping, human: Human, factor: float, *, held_out: bool
) -> None:
    """Write an utterance of the teacher in somebody's timbre, all its frequencies times a factor."""
    with torch.inference_mode():
        mel = LogMel()(torch.from_numpy(said.audio)[None])[0].T.numpy()
    mel = mapping(mel, labels(names(said.phrases), said.durations))
    mel = warped(torch.from_numpy(mel.T), factor).T.numpy()
    pitch = pitch_of(said.audio, *TEACHER_PITCH) * np.float32(factor)
    writer.add(
        said, pitch, mel=mel, speaker=human.mapped, throat=Throat(factor, factor), held_out=held_out,
        bandwidth=min(human.bandwidth, _BANDWIDTH),
    )  # fmt: skip


def prepare(data: Path, folder: Path, minutes: float) -> None:
    """Add so many minutes for each of the HUMANS.

    Raises:
        ValueError: The set has them already.
    """
    known, random = AcousticSet(folder, 0), np.random.default_rng(7)
    if any(entry["speaker"] == human.mapped for entry in known.train for human in HUMANS):
        raise ValueError(f"{folder} holds mapped speech already")
    teacher = Profile.of(spoken_by(known, TEACHER))
    writer = SetWriter(folder, further=True)
    for human in HUMANS:
        mapping = Mapping(teacher, Profile.of(spoken_by(known, human.speaker)))
        for number, said in enumerate(tqdm(teach_persian(data, minutes, random, _PITCH), desc=human.folder)):
            factor = float(random.uniform(*_THROATS)) if random.random() < _ALTERED else 1.0
            add(writer, said, mapping, human, factor, held_out=number % HELD_OUT == 0)
    writer.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--set", type=Path, required=True, help="folder made by prepare_acoustic")
    parser.add_argument("--minutes", type=float, default=60, help="for each person")
    given = parser.parse_args()
    torch.set_num_threads(1)
    prepare(given.data, given.set, given.minutes)
