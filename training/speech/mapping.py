"""The teacher's Persian in a person's timbre, phone by phone.

Both have said many of the same phones, in English or German. A frame of the teacher is moved by what all
their speech is apart in the mean, and most of the way from there to what its phone is apart. So each phone
lies near to where it lies for that person, and what makes it this phone of Persian stays as the teacher says
it. It is the linear mapping of voice conversion (Stylianou et al. 1998) with classes that are known, and no
turn or stretch.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.speech.mel import N_MELS
from engine.speech.phones import PHONES, SILENCE
from training.speech.align import labels_of

Floats = NDArray[np.float32]
INDEX = {name: number for number, name in enumerate(PHONES)}
_PARTS = 2  # begin and end of a phone, as `labels_of` has them
_ENOUGH, _MOST = 150, 1500  # frames that a mean needs, and that count towards its weight
_NEAR = 0.35  # features apart, over which a phone's say in another falls to 1 / e
_OWN = 0.6  # of the way to where she has a phone, the rest as far as all her phones together
_COSINES = 20  # of a shift over the bands: resonances, not harmonics
_GLIDE = 1.2  # frames: standard deviation of the smoothing over time
_BREATH = 0.4  # nepers: spread of the noise in her silences
_VECTORS = np.array([phone.vector for phone in PHONES.values()], np.float32)
_NAMES = {tuple(vector): name for name, vector in zip(PHONES, _VECTORS.tolist(), strict=True)}


def names_of(rows: Floats) -> list[str]:
    """The phones of rows as `engine.speech.phrases.matrix` makes them. (N, N_FEATURES) -> N names."""
    return [_NAMES[tuple(row)] for row in rows[:, : _VECTORS.shape[1]].tolist()]


@dataclass(frozen=True)
class Profile:
    """How somebody's phones look in the mean.

    Attributes:
        count: (S,) frames of each half of each phone.
        mean: (S, N_MELS) their mean log-mels.
    """

    count: NDArray[np.int64]
    mean: Floats

    @classmethod
    def of(cls, utterances: Iterable[tuple[NDArray[np.int64], Floats]]) -> Profile:
        """Of utterances: the label of each frame (F,), and log-mels (F, N_MELS)."""
        count = np.zeros(len(PHONES) * _PARTS, np.int64)
        total = np.zeros((len(count), N_MELS))
        for labels, mel in utterances:
            order = np.argsort(labels, kind="stable")
            present, first = np.unique(labels[order], return_index=True)
            total[present] += np.add.reduceat(mel[order].astype(np.float64), first)
            count += np.bincount(labels, minlength=len(count))
        return cls(count, (total / np.maximum(count, 1)[:, None]).astype(np.float32))


class Mapping:
    """From the teacher's timbre to a person's."""

    def __init__(self, teacher: Profile, person: Profile, seed: int = 0) -> None:
        """From how both say their phones.

        Raises:
            ValueError: They have none in common.
        """
        self._shift = _smooth(_shifts(teacher, person))
        self._silence = person.mean[INDEX[SILENCE] * _PARTS]
        self._random = np.random.default_rng(seed)

    def __call__(self, mel: Floats, labels: NDArray[np.int64]) -> Floats:
        """The person's log-mel. (F, N_MELS) and the label of each frame (F,) -> (F, N_MELS)."""
        shift = self._shift[labels]
        shift[labels // _PARTS == INDEX[SILENCE]] = 0  # the teacher's silences are digital
        noise = self._silence + self._random.normal(0, _BREATH, mel.shape)
        return np.logaddexp(mel + _glided(shift), noise).astype(np.float32)


def labels(names: list[str], durations: NDArray[np.int64]) -> NDArray[np.int64]:
    """The half of a phone that each frame belongs to. (F,)."""
    return labels_of(names, durations, INDEX)


def _shifts(teacher: Profile, person: Profile) -> Floats:
    """(S, N_MELS): how far each half of a phone moves; what one of them never said goes with its like."""
    both = np.minimum(teacher.count, person.count)[::_PARTS]
    weight = np.where(both >= _ENOUGH, np.minimum(both, _MOST), 0)
    if not weight.any():
        raise ValueError(f"the two have no phone of which both said {_ENOUGH} frames")
    apart = np.abs(_VECTORS[:, None] - _VECTORS).sum(axis=2)
    near = np.exp(-(apart - apart[:, weight > 0].min(axis=1, keepdims=True)) / _NEAR) * weight
    near /= near.sum(axis=1, keepdims=True)
    raw = person.mean - teacher.mean
    shifts = np.empty_like(raw)
    for part in range(_PARTS):
        shifts[part::_PARTS] = near @ raw[part::_PARTS]
    spoken = np.minimum(teacher.count, person.count)
    spoken[INDEX[SILENCE] * _PARTS :][:_PARTS] = 0
    together = np.average(shifts, axis=0, weights=spoken)
    return (together + _OWN * (shifts - together)).astype(np.float32)


def _smooth(shifts: Floats) -> Floats:
    """The first cosines of each row."""
    angles = np.pi * np.arange(_COSINES)[:, None] * (np.arange(N_MELS) + 0.5) / N_MELS
    cosines = np.cos(angles) * np.sqrt(2 / N_MELS)
    cosines[0] /= np.sqrt(2)
    return (shifts @ cosines.T @ cosines).astype(np.float32)


def _glided(shift: Floats) -> Floats:
    """The same without steps from frame to frame. (F, N_MELS) -> (F, N_MELS)."""
    reach = round(3 * _GLIDE)
    weights = np.exp(-0.5 * (np.arange(-reach, reach + 1) / _GLIDE) ** 2)
    weights /= weights.sum()
    padded = np.pad(shift, ((reach, reach), (0, 0)), mode="edge")
    return np.asarray(sum(w * padded[k : k + len(shift)] for k, w in enumerate(weights)), np.float32)
