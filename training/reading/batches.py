"""Training texts drawn, varied and put in batches of one length."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.reading.encoding import encode
from engine.reading.forms import FormVocabulary
from engine.reading.inputs import collate
from engine.reading.model import TaggerInput
from training.reading.augment import Augmentation, Text, augmented, joined
from training.reading.sources import DRAWN, LEXICA
from training.reading.unlabelled import UNLABELLED

_ORDERED: Final = frozenset(("updt",))  # neighbours in the file are neighbours in the text
_POOL: Final = 1500  # texts sorted by length together
_MOST_CHARACTERS: Final = 420  # of a text of several sentences


@dataclass(frozen=True)
class TaggerBatch:
    """A batch with its targets: label-set numbers (B, T), ezafe 1, 0 or -1 for unknown (B, W)."""

    input: TaggerInput
    targets: Tensor
    ezafe: Tensor


class Corpus:
    """The packed examples, drawn by source weight.

    Args:
        path: what prepare wrote.
        without: names of sources to leave out.
    """

    def __init__(self, path: Path, without: Collection[str] = ()) -> None:
        with np.load(path) as arrays:
            packed = {name: arrays[name] for name in arrays.files}
        self.sets: NDArray[np.bool_] = packed["sets"]
        self.vocabulary: list[str] = [str(word) for word in packed["vocabulary"]]
        left_out = [number for number, source in enumerate(DRAWN) if source.name in without]
        self.sources: NDArray[np.int8] = packed["sources"]
        self.sources[np.isin(self.sources, left_out)] = -1
        self._ends = np.cumsum(packed["lengths"])
        self._text = packed["characters"].tobytes().decode("utf-32-le")
        self._plain = packed["unlabelled_characters"].tobytes().decode("utf-32-le")
        self._plain_sources: NDArray[np.int8] = packed["unlabelled_sources"]
        self._plain_ends: NDArray[np.int64] = np.cumsum(packed["unlabelled_lengths"], dtype=np.int64)
        self._marks = packed["marks"].astype(np.int64)
        self.targets: NDArray[np.int64] = packed["targets"].astype(np.int64)
        self._ezafe = packed["ezafe"].astype(np.int64)

    @property
    def licences(self) -> list[dict[str, str]]:
        """Name and licence of every source that has examples here, as the manifest lists them."""
        used = [source for number, source in enumerate(DRAWN) if (self.sources == number).any()]
        plain = [source for number, source in enumerate(UNLABELLED) if (self._plain_sources == number).any()]
        licences = {source.name: source.licence for source in (*used, *plain)}
        return [{"name": name, "licence": licence} for name, licence in licences.items()]

    def __getitem__(self, index: int) -> Text:
        span = self._span(index)
        return Text(self._text[span], self._marks[span], self.targets[span], self._ezafe[span])

    def _span(self, index: int) -> slice:
        return slice(int(self._ends[index - 1]) if index else 0, int(self._ends[index]))

    def spans(self, source: str) -> dict[str, slice]:
        """The texts of a source and where each lies in the arrays; of equal ones the last."""
        number = [drawn.name for drawn in DRAWN].index(source)
        found = map(self._span, np.flatnonzero(self.sources == number).tolist())
        return {self._text[span]: span for span in found}

    @property
    def has_unlabelled(self) -> bool:
        return len(self._plain_ends) > 0

    def unlabelled(self, how: Augmentation, rng: random.Random) -> Iterator[Text]:
        """One pass over the unlabelled lines, one to three a text."""
        order = list(range(len(self._plain_ends)))
        rng.shuffle(order)
        while order:
            company = [self._line(order.pop()) for _ in range(min(len(order), rng.choice((1, 2, 3))))]
            while len(company) > 1 and sum(len(text.text) for text in company) > _MOST_CHARACTERS:
                company.pop()
            yield augmented(joined(company, " "), how, rng)

    def lines(self, rng: random.Random, characters: float) -> Iterator[str]:
        """Unlabelled lines drawn at random, about so many characters of them."""
        order = list(range(len(self._plain_ends)))
        rng.shuffle(order)
        while order and characters > 0:
            line = self._plain_line(order.pop())
            characters -= len(line)
            yield line

    def _plain_line(self, index: int) -> str:
        start = int(self._plain_ends[index - 1]) if index else 0
        return self._plain[start : int(self._plain_ends[index])]

    def _line(self, index: int) -> Text:
        line = self._plain_line(index)
        nothing = np.zeros(len(line), dtype=np.int64)
        return Text(line, nothing, nothing, nothing - 1)

    def texts(self, how: Augmentation, rng: random.Random, late: bool = False) -> Iterator[Text]:
        """One pass over the corpus: every example as often as its source's weight says, with company."""
        queue: list[tuple[str, list[int]]] = []
        for number, source in enumerate(DRAWN):
            members = [int(i) for i in np.flatnonzero(self.sources == number)]
            if source.name not in _ORDERED:
                rng.shuffle(members)
            at = 0
            while at < len(members):
                size = 12 if source.name in LEXICA else rng.choice((1, 1, 2, 3, 4))
                draws = int((source.late if late else source.weight) + rng.random())
                queue += [(source.name, members[at : at + size])] * draws
                at += size
        rng.shuffle(queue)
        for name, group in queue:
            company: list[Text] = []
            total = 0
            for index in group:
                text = self[index]
                if company and total + len(text.text) > _MOST_CHARACTERS:
                    break
                company.append(text)
                total += len(text.text)
            separator = "\n" if name in LEXICA or rng.random() < 0.2 else " "
            yield augmented(joined(company, separator), how, rng)


def batches(
    corpus: Corpus,
    forms: FormVocabulary,
    characters: int,
    how: Augmentation,
    seed: int,
    late: Callable[[], bool] = lambda: False,
) -> Iterator[TaggerBatch]:
    """Endless batches of about `characters` characters, texts of like length together.

    `late` is asked after each batch; as soon as its answer changes, a new pass over the corpus begins.
    """
    rng = random.Random(seed)
    while True:
        begun = late()
        for made in _pooled(corpus.texts(how, rng, begun), forms, characters, rng):
            yield made
            if late() != begun:
                break


def unlabelled_batches(
    corpus: Corpus, forms: FormVocabulary, characters: int, how: Augmentation, seed: int
) -> Iterator[TaggerBatch]:
    """Endless batches of unlabelled text; none if the corpus has none."""
    rng = random.Random(seed)
    while corpus.has_unlabelled:
        yield from _pooled(corpus.unlabelled(how, rng), forms, characters, rng)


def _pooled(
    texts: Iterator[Text], forms: FormVocabulary, characters: int, rng: random.Random
) -> Iterator[TaggerBatch]:
    while pool := list(itertools.islice(texts, _POOL)):
        yield from _batched(pool, forms, characters, rng)


def _batched(
    pool: list[Text], forms: FormVocabulary, characters: int, rng: random.Random
) -> Iterator[TaggerBatch]:
    pool.sort(key=lambda text: len(text.text))
    groups: list[list[Text]] = []
    group: list[Text] = []
    for text in pool:
        if group and len(text.text) * (len(group) + 1) > characters:
            groups.append(group)
            group = []
        group.append(text)
    if group:
        groups.append(group)
    rng.shuffle(groups)
    for group in groups:
        yield batch(group, forms)


def batch(texts: list[Text], forms: FormVocabulary) -> TaggerBatch:
    """The texts with their targets as padded tensors."""
    encoded = [encode(text.text) for text in texts]
    made = collate(encoded, forms)
    made.mark_bits.zero_()
    targets = torch.zeros_like(made.characters)
    ezafe = torch.full_like(made.forms, -1)
    for row, (text, e) in enumerate(zip(texts, encoded, strict=True)):
        made.mark_bits[row, : len(text.text)] = torch.from_numpy(text.marks)
        targets[row, : len(text.text)] = torch.from_numpy(text.targets)
        ezafe[row, : len(e.segments)] = torch.from_numpy(text.ezafe[[s.end - 1 for s in e.segments]])
    return TaggerBatch(made, targets, ezafe)


def moved(batch: TaggerInput, device: torch.device) -> TaggerInput:
    """The batch on another device."""
    return TaggerInput(**{name: value.to(device, non_blocking=True) for name, value in vars(batch).items()})
