"""What the translator asks of a model: candidates of single sentences, each with the faults found in it."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from engine.translation.checks import Fault

BATCH_PIECES = 2048
"""Source pieces of a batch, padding included: bounds the memory of a search, about 60 MB at four beams."""

Progress = Callable[[int, int], None]
"""Called with sentences done and sentences in all, after each batch."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A finished translation of one sentence, slots filled in."""

    text: str
    score: float
    faults: tuple[Fault, ...]

    @property
    def rank(self) -> tuple[bool, int]:
        """Lower is better."""
        return any(fault.severe for fault in self.faults), sum(fault.weight for fault in self.faults)


class Decoder(Protocol):
    """A translation model with its vocabulary and its ways of decoding."""

    @property
    def attempts(self) -> int:
        """How many ways there are, the usual one first."""

    def decode(
        self, sentences: Sequence[str], attempt: int, progress: Progress | None = None
    ) -> Iterator[tuple[str, Candidate]]:
        """Each sentence with its best candidate.

        The first attempt yields every sentence; a later one may leave out what it treats no differently.
        """


def batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Rows in batches of like length, the longest first, so that memory peaks at the start."""
    order = sorted(range(len(lengths)), key=lambda row: -lengths[row])
    while order:
        size = max(1, BATCH_PIECES // (lengths[order[0]] + 1))
        yield order[:size]
        order = order[size:]
