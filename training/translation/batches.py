"""Batches without padding on the source side: all sentences of a batch have the same number of pieces.

No attention needs a mask then: the encoder sees no padding, and the padding at the end of a target is hidden
from the real pieces by the causal order and from the loss by its index.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from engine.translation.vocabulary import BOS, EOS, PAD, UNKNOWN

TAG = UNKNOWN
"""Stands before a source that a model wrote (Caswell 2019): no text is encoded as this piece."""


@dataclass(frozen=True, slots=True)
class Batch:
    """source: (B, S) without padding, to EOS; target: (B, T) from BOS; expected: (B, T) to EOS, then PAD."""

    source: Tensor
    target: Tensor
    expected: Tensor


class Pairs:
    """Piece ids of pairs, in flat arrays."""

    def __init__(self, source: list[list[int]], target: list[list[int]]) -> None:
        self._source = _flat(source)
        self._target = _flat(target)
        self.file = np.zeros(len(source), dtype=np.int16)

    @classmethod
    def load(cls, path: Path) -> "Pairs":
        """The file that `training.translation.prepare` wrote."""
        arrays = np.load(path)
        pairs = cls([], [])
        pairs._source = arrays["source"], _starts(arrays["source_length"])
        pairs._target = arrays["target"], _starts(arrays["target_length"])
        pairs.file = arrays["origin"]
        return pairs

    def __len__(self) -> int:
        return len(self._source[1]) - 1

    def lengths(self) -> tuple[np.ndarray, np.ndarray]:
        """Pieces of each source and each target."""
        return np.diff(self._source[1]), np.diff(self._target[1])

    def swapped(self) -> "Pairs":
        """The pairs the other way round."""
        other = Pairs([], [])
        other._source, other._target, other.file = self._target, self._source, self.file
        return other

    def take(self, indices: np.ndarray) -> "Pairs":
        """These pairs only, in this order."""
        taken = Pairs([], [])
        taken._source = _joined([self[int(index)][0] for index in indices])
        taken._target = _joined([self[int(index)][1] for index in indices])
        taken.file = self.file[indices]
        return taken

    def with_sources(self, sources: Mapping[int, Sequence[int]]) -> "Pairs":
        """The same pairs, but for the sources of the given rows."""
        changed = Pairs([], [])
        changed._source = _joined(
            [np.array(sources[row]) if row in sources else self[row][0] for row in range(len(self))]
        )
        changed._target = self._target
        changed.file = self.file
        return changed

    def __getitem__(self, index: int) -> tuple[np.ndarray, np.ndarray]:
        (source, at), (target, to) = self._source, self._target
        return source[at[index] : at[index + 1]], target[to[index] : to[index + 1]]

    def collate(self, indices: np.ndarray) -> Batch:
        """One batch of these pairs, whose sources have the same length."""
        rows = [self[int(index)] for index in indices]
        longest = max(len(target) for _, target in rows)
        source = np.stack([np.append(source, EOS) for source, _ in rows]).astype(np.int64)
        target = np.full((len(rows), longest + 1), PAD, dtype=np.int64)
        expected = target.copy()
        for row, (_, ids) in enumerate(rows):
            target[row, 0] = BOS
            target[row, 1 : len(ids) + 1] = ids
            expected[row, : len(ids)] = ids
            expected[row, len(ids)] = EOS
        return Batch(*(torch.from_numpy(array) for array in (source, target, expected)))


def draw(pairs: Pairs, repeats: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """Indices of one pass over the data: each pair as often as its file is to be drawn, on average."""
    expected = repeats[pairs.file]
    times = np.floor(expected + random.random(len(pairs))).astype(np.int64)
    return np.repeat(np.arange(len(pairs)), times)


def plan(
    pairs: Pairs, indices: np.ndarray, tokens: int, longest: int, random: np.random.Generator
) -> list[np.ndarray]:
    """Cut drawn pairs into batches of at most `tokens` pieces on the larger side, in random order.

    Pairs with more than `longest` pieces on a side are left out.
    """
    source, target = pairs.lengths()
    indices = indices[np.maximum(source, target)[indices] <= longest]
    # Targets of like length share a batch; the noise keeps the same pairs from meeting in every pass.
    order = np.lexsort((target[indices] + random.uniform(-2, 2, len(indices)), source[indices]))
    indices = indices[order]
    batches = []
    first = 0
    widest = 0
    for at in range(len(indices) + 1):
        end = at == len(indices)
        if not end:
            grown = max(widest, int(source[indices[at]]) + 1, int(target[indices[at]]) + 1)
        if end or source[indices[at]] != source[indices[first]] or grown * (at - first + 1) > tokens:
            if at > first:
                batches.append(indices[first:at])
            first = at
            grown = 0 if end else max(int(source[indices[at]]), int(target[indices[at]])) + 1
        widest = grown
    random.shuffle(batches)  # type: ignore[arg-type]
    return batches


Change = Callable[[Pairs, np.random.Generator], Pairs]
"""What is done to the drawn pairs of each pass; the generator alone decides what chance decides."""


def unchanged(pairs: Pairs, random: np.random.Generator) -> Pairs:
    """The pairs as they are stored."""
    return pairs


def passes(
    pairs: Pairs,
    repeats: np.ndarray,
    tokens: int,
    longest: int,
    seed: int,
    start: tuple[int, int] = (0, 0),
    change: Change = unchanged,
) -> Iterator[tuple[int, int, Batch]]:
    """Batches for ever, with the numbers of the pass and of the batch in it; the same from any start on."""
    number, skip = start
    while True:
        random = np.random.default_rng((seed, number))
        drawn = change(pairs.take(draw(pairs, repeats, random)), random)
        batches = plan(drawn, np.arange(len(drawn)), tokens, longest, random)
        for at in range(skip, len(batches)):
            yield number, at, drawn.collate(batches[at])
        number, skip = number + 1, 0


def _starts(lengths: np.ndarray) -> np.ndarray:
    return np.concatenate([[0], np.cumsum(lengths, dtype=np.int64)])


def _flat(rows: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    return _joined([np.array(row, dtype=np.int64) for row in rows])


def _joined(rows: Sequence[np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    ids = np.concatenate(rows) if rows else np.zeros(0, dtype=np.int64)
    return ids, _starts(np.array([len(row) for row in rows], dtype=np.int64))
