"""Words as tensors: letters, sounds, origin and the chunks of the Latin spelling."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from engine.pinglish.name_model import LETTER_IDS, ORIGINS, SOUND_IDS, UNKNOWN
from training.pinglish.prepare import Example
from training.pinglish.transliteration import SAME_NAME, align

NO_CHUNK: Final = -100
"""Target of letters whose chunk is not known; the loss leaves it out."""

_LEAST: Final = 2
"""Names a chunk must occur in to be learnt."""


@dataclass(frozen=True)
class Batch:
    """B words of N letters at most: letters, sounds, chunks before and targets (B, N), origins (B,)."""

    letters: Tensor
    sounds: Tensor
    chunks: Tensor
    targets: Tensor
    origins: Tensor


def chunks_of(example: Example) -> tuple[str, ...]:
    """The lower-case Latin letters of each Persian one; empty where there is no spelling to learn from."""
    if not example.latin:
        return ()
    cost, chunks = align(example.key, example.latin.lower())
    return chunks if cost <= SAME_NAME else ()


def vocabulary(examples: Sequence[Example]) -> tuple[str, ...]:
    """The chunks worth learning; the first, "^", begins a word."""
    counts = Counter(chunk for example in examples for chunk in chunks_of(example))
    return ("^", *sorted(chunk for chunk, count in counts.items() if count >= _LEAST))


def batch(examples: Sequence[Example], chunk_ids: Mapping[str, int]) -> Batch:
    """Examples padded to one length."""
    longest = max(len(example.key) for example in examples)
    shape = (len(examples), longest)
    letters, sounds = torch.zeros(shape, dtype=torch.long), torch.zeros(shape, dtype=torch.long)
    chunks, targets = torch.zeros(shape, dtype=torch.long), torch.full(shape, NO_CHUNK)
    for row, example in enumerate(examples):
        for at, (letter, sound) in enumerate(zip(example.key, example.sounds, strict=True)):
            letters[row, at] = LETTER_IDS.get(letter, UNKNOWN)
            sounds[row, at] = SOUND_IDS.get(sound, UNKNOWN)
        spelled = [chunk_ids.get(chunk, NO_CHUNK) for chunk in chunks_of(example)]
        if spelled and NO_CHUNK not in spelled:
            targets[row, : len(spelled)] = torch.tensor(spelled)
            chunks[row, : len(spelled)] = torch.tensor(spelled)
    origins = torch.tensor([ORIGINS.index(example.origin) for example in examples])
    return Batch(letters, sounds, chunks, targets, origins)


def batches(
    examples: Sequence[Example], chunk_ids: Mapping[str, int], size: int, seed: int
) -> Iterator[Batch]:
    """One epoch in random order, words of like length together."""
    choose = random.Random(seed)
    order = sorted(examples, key=lambda example: (len(example.key), choose.random()))
    groups = [order[at : at + size] for at in range(0, len(order), size)]
    choose.shuffle(groups)
    for group in groups:
        yield batch(group, chunk_ids)
