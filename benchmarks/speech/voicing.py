"""Whether voiced sounds are as clear as people's: how nearly they repeat themselves a period later."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from benchmarks.report import Table
from benchmarks.speech.copy_synthesis import periodicity
from benchmarks.speech.timbre import PEOPLE
from training.speech.pitch import pitch_of
from training.speech.recordings import cut, recordings, samples_of

_CLEAR: Final = 0.9
_RECORDINGS: Final = 20  # of each person


@dataclass(frozen=True)
class Voicing:
    """Of the voiced frames of somebody's sentences.

    Attributes:
        mean: Periodicity, 0 to 1 (`copy_synthesis.periodicity`).
        clear: Share of the frames in which it is over 0.9.
    """

    mean: float
    clear: float


def voicing(sounds: Iterable[NDArray[np.float32]]) -> Voicing:
    """Of the frames in which a pitch is found."""
    found = []
    for audio in sounds:
        values, pitch = periodicity(audio), pitch_of(audio)
        count = min(len(values), len(pitch))
        found.append(values[:count][pitch[:count] > 0])
    frames = np.concatenate(found)
    return Voicing(float(frames.mean()), float((frames > _CLEAR).mean()))


def people(data: Path) -> dict[str, Voicing]:
    """Of recordings of each speaker, spread over all of theirs."""
    listed = {name: recordings(data / "speech" / name) for name in PEOPLE}
    return {
        name: voicing(
            cut(samples_of(one.path)) for one in every[:: max(1, len(every) // _RECORDINGS)][:_RECORDINGS]
        )
        for name, every in listed.items()
    }


def table(found: Mapping[str, Voicing]) -> Table:
    """People, the teacher and the voices."""
    return Table(
        "voicing",
        "Voiced sounds: how nearly they repeat themselves",
        ("who speaks", "periodicity", f"frames over {_CLEAR}, %"),
        [(name, one.mean, 100 * one.clear) for name, one in found.items()],
        "1 is a sound that repeats itself exactly; a hoarse one has less. People spoke English or German.",
    )
