"""When each phone of a human recording is said.

First by analogy: the teacher says the same sentence, dynamic time warping lays its known timings over
the recording. Then by evidence: from that start, each phone gets a Gaussian of the recordings' own
cepstra and the Viterbi path through the phones, with silences allowed between words, is taken again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.speech.phones import SILENCE
from engine.speech.phrases import Ending, Phrase, Segment

Floats = NDArray[np.float32]
_CEPSTRA = 16
_PARTS = 2  # begin and end of a phone; so a phone lasts two frames at least
_PAUSE = 5  # frames of the shortest silence between words
_VARIANCE = 0.05  # least variance of a normalised cepstrum


def cepstra(mel: Floats) -> Floats:
    """Cepstra and their slopes, of zero mean and unit variance over the recording. (N_MELS, F) -> (F, 32)."""
    raw = (_cosines(len(mel)) @ np.maximum(mel, -7.0)).T
    slope = np.gradient(raw, axis=0)
    both = np.concatenate([raw, slope], axis=1)
    return ((both - both.mean(axis=0)) / (both.std(axis=0) + 1e-6)).astype(np.float32)


def _cosines(bands: int) -> Floats:
    """The first rows of the orthonormal DCT-II. (_CEPSTRA, bands)."""
    angles = np.pi * np.arange(_CEPSTRA)[:, None] * (np.arange(bands)[None] + 0.5) / bands
    rows = np.cos(angles) * np.sqrt(2 / bands)
    rows[0] /= np.sqrt(2)
    return rows.astype(np.float32)


def warp(a: Floats, b: Floats) -> NDArray[np.int64]:
    """For each frame of `a` the like frame of `b` (Sakoe and Chiba 1978). (A, D), (B, D) -> (A,)."""
    cost = np.square(a).sum(1)[:, None] + np.square(b).sum(1)[None] - 2 * a @ b.T
    cost = np.sqrt(np.maximum(cost, 0))
    rows, columns = cost.shape
    total = np.full((rows + 1, columns + 1), np.inf)
    total[0, 0] = 0
    for diagonal in range(2, rows + columns + 1):
        i = np.arange(max(1, diagonal - columns), min(rows, diagonal - 1) + 1)
        j = diagonal - i
        best = np.minimum(np.minimum(total[i - 1, j], total[i, j - 1]), total[i - 1, j - 1])
        total[i, j] = cost[i - 1, j - 1] + best
    match = np.zeros(rows, np.int64)
    i, j = rows, columns
    while i > 0:
        match[i - 1] = j - 1
        step = int(np.argmin((total[i - 1, j - 1], total[i - 1, j], total[i, j - 1])))
        i, j = i - (step != 2), j - (step != 1)
        if j == 0:
            break
    return match


@dataclass(frozen=True)
class Gaussians:
    """One diagonal Gaussian for each part of each phone."""

    index: dict[str, int]
    mean: Floats
    variance: Floats

    def likelihood(self, frames: Floats) -> Floats:
        """Log density of every frame under every part. (F, D) -> (F, len(index) * _PARTS)."""
        inverse = 1 / self.variance
        square = np.square(frames) @ inverse.T - 2 * frames @ (self.mean * inverse).T
        constant = (np.square(self.mean) * inverse).sum(1) + np.log(self.variance).sum(1)
        return (-0.5 * (square + constant)).astype(np.float32)


def fitted(frames: Sequence[Floats], labels: Sequence[NDArray[np.int64]], index: dict[str, int]) -> Gaussians:
    """Gaussians of frames labelled by part; a part never seen is as wide as everything together."""
    data, parts = np.concatenate(list(frames)), np.concatenate(list(labels))
    count = len(index) * _PARTS
    mean, variance = np.zeros((count, data.shape[1])), np.ones((count, data.shape[1]))
    for part in range(count):
        mine = data[parts == part]
        if len(mine) > 20:
            mean[part], variance[part] = mine.mean(axis=0), np.maximum(mine.var(axis=0), _VARIANCE)
    return Gaussians(index, mean.astype(np.float32), variance.astype(np.float32))


def labels_of(names: Sequence[str], durations: NDArray[np.int64], index: dict[str, int]) -> NDArray[np.int64]:
    """The part that each frame belongs to, of phones that last so many frames."""
    parts = []
    for name, duration in zip(names, durations, strict=True):
        half = duration // 2
        parts += [index[name] * _PARTS] * int(half) + [index[name] * _PARTS + 1] * int(duration - half)
    return np.array(parts, dtype=np.int64)


@dataclass(frozen=True)
class Graph:
    """An utterance's states in order: which part of a phone each is, whose, and which may be skipped."""

    parts: NDArray[np.int64]
    rows: NDArray[np.int64]  # -1 - k: silence before segment k that is in no phrase's matrix
    entry: NDArray[np.bool_]  # first state of an optional silence


def graph(segments: Sequence[Segment], index: dict[str, int]) -> Graph:
    """States for silence, all the segments with optional silences between words, silence."""
    parts, rows, entry = [], [], []

    def add(name: str, row: int, states: int, optional: bool) -> None:
        for state in range(states):
            parts.append(index[name] * _PARTS + state * _PARTS // states)
            rows.append(row)
            entry.append(optional and state == 0)

    add(SILENCE, -1, 1, False)
    for number, segment in enumerate(segments):
        if segment.initial and number:
            add(SILENCE, -1 - number, _PAUSE, True)
        add(segment.ipa, number, _PARTS, False)
    add(SILENCE, -1 - len(segments), 1, False)
    return Graph(np.array(parts), np.array(rows), np.array(entry))


def viterbi(states: Graph, likelihood: Floats) -> tuple[NDArray[np.int64], float]:
    """The best path: the state of each frame, and its mean log likelihood."""
    emission = likelihood[:, states.parts]
    frames, count = emission.shape
    after = np.zeros(count, np.int64)  # where a skip lands: past an optional silence
    skip = np.flatnonzero(states.entry)
    after[skip + _PAUSE] = skip - 1
    score = np.full(count, -np.inf)
    score[0] = emission[0, 0]
    back = np.zeros((frames, count), np.int64)
    own = np.arange(count)
    landing = after > 0
    for frame in range(1, frames):
        moved = np.concatenate([[-np.inf], score[:-1]])
        origin = np.where(moved > score, own - 1, own)
        best = np.maximum(moved, score)
        skipped = np.where(landing, score[after], -np.inf)
        origin = np.where(skipped > best, after, origin)
        score = np.maximum(best, skipped) + emission[frame]
        back[frame] = origin
    path = np.zeros(frames, np.int64)
    path[-1] = count - 1
    for frame in range(frames - 1, 0, -1):
        path[frame - 1] = back[frame, path[frame]]
    return path, float(score[-1] / frames)


def realised(
    segments: Sequence[Segment], last: Ending, states: Graph, path: NDArray[np.int64]
) -> tuple[tuple[Phrase, ...], NDArray[np.int64]]:
    """The phrases as spoken, parted where a silence was found, with a duration for each matrix row."""
    rows = states.rows[path]
    durations = [int((rows == -1).sum())]
    phrases: list[Phrase] = []
    group: list[Segment] = []
    for number, segment in enumerate(segments):
        pause = int((rows == -1 - number).sum()) if number else 0
        if pause:
            phrases.append(Phrase(tuple(group), Ending.CONTINUES))
            durations.append(pause)
            group = []
        group.append(segment)
        durations.append(int((rows == number).sum()))
    phrases.append(Phrase(tuple(group), last))
    durations.append(int((rows == -1 - len(segments)).sum()))
    return tuple(phrases), np.array(durations)
