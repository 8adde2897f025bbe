"""Words by the company they keep (Firth 1957): vectors from counts of what stands around them.

    python -m training.reading.company --packed checkpoints/reading/data.npz \\
        --out checkpoints/reading/company.npz

A context is a frequent word or punctuation mark one or two places before or after. The positive pointwise
mutual information of words and contexts, factorised (Levy, Goldberg and Dagan 2015), gives like vectors to
words that are used alike, also to those that no labelled sentence holds: to tell nouns from adjectives and
names, which an ezafe depends on, takes millions of words of plain text and no label. A new tagger sees them
by `training.reading.train --company`; for a trained one without them, `--forms` names the list of its forms.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.reading.encoding import encode
from engine.reading.model import TaggerConfig
from training.reading.batches import Corpus
from training.reading.sources import letters_of

WIDTH: Final = 96
LEAST: Final = 5  # times that a word must have been seen
_CONTEXTS: Final = 6000  # the most frequent words and marks
_DISTANCES: Final = (-2, -1, 1, 2)
_SMOOTHING: Final = 0.75  # of the contexts' frequencies: rare ones tell less than they seem to
_CHANCE: Final = 3  # what was seen about so often together may have met by chance
_EDGE: Final = "\n"
_NUMBER: Final = "0"


@dataclass(frozen=True)
class Company:
    """Word forms and the vectors of their company, (V, `WIDTH`) of length sqrt(WIDTH)."""

    forms: list[str]
    vectors: Tensor

    def save(self, path: Path) -> None:
        np.savez_compressed(path, forms=np.array(self.forms), vectors=self.vectors.numpy().astype(np.float16))

    @classmethod
    def load(cls, path: Path) -> Self:
        with np.load(path) as arrays:
            return cls([str(f) for f in arrays["forms"]], torch.from_numpy(arrays["vectors"]).float())


def untouched(company: Company, config: TaggerConfig) -> dict[str, Tensor]:
    """What a tagger of these dimensions has beside its own weights before it learns to see company."""
    nothing = torch.zeros(1, config.company_width)  # of unknown forms
    return {
        "company.weight": torch.cat((nothing, company.vectors)),
        "by_company.weight": torch.zeros(config.word_width, config.company_width),
    }


def tokens(text: str) -> Iterator[str]:
    """The words of a text by their letters, its punctuation, numbers as one token; an edge at its end."""
    for segment in encode(text).segments:
        if segment.word:
            yield letters_of(segment.word)
        else:
            mark = text[segment.start : segment.end].strip()[:1]
            if mark:
                yield _NUMBER if mark.isdecimal() else mark
    yield _EDGE


def company(texts: Iterable[str], known: Sequence[str], width: int = WIDTH) -> Company:
    """Vectors of the known forms, first and in their order, and of other words seen often enough.

    A known form that was seen less has a vector of zeros.
    """
    counts: Counter[str] = Counter()
    ids: dict[str, int] = {}
    stream = []
    for text in texts:
        found = list(tokens(text))
        counts.update(found)
        stream.append(np.array([ids.setdefault(token, len(ids)) for token in found], dtype=np.int64))
    order = [token for token, count in counts.most_common() if count >= LEAST]
    taken = set(known)
    forms = [*known, *(token for token in order if token not in taken and token.isalpha())]
    flat = np.concatenate(stream)
    rows = _renumbered(ids, {form: n for n, form in enumerate(forms) if counts[form] >= LEAST})[flat]
    columns = _renumbered(ids, {token: n for n, token in enumerate(order[:_CONTEXTS])})[flat]
    with torch.sparse.check_sparse_tensor_invariants():
        return Company(forms, _factorised(_counted(rows, columns, len(forms)), width))


def _renumbered(ids: dict[str, int], wanted: dict[str, int]) -> NDArray[np.int64]:
    table = np.full(len(ids), -1, dtype=np.int64)
    for token, number in wanted.items():
        if token in ids:
            table[ids[token]] = number
    return table


def _counted(rows: NDArray[np.int64], columns: NDArray[np.int64], forms: int) -> Tensor:
    """How often each form met each context at each distance: sparse (forms, contexts * distances)."""
    width = _CONTEXTS * len(_DISTANCES)
    keys = []
    for number, distance in enumerate(_DISTANCES):
        here = rows[max(0, -distance) : len(rows) - max(0, distance)]
        there = columns[max(0, distance) : len(columns) - max(0, -distance)]
        both = (here >= 0) & (there >= 0)
        keys.append(here[both] * width + there[both] * len(_DISTANCES) + number)
    met, times = np.unique(np.concatenate(keys), return_counts=True)
    places = torch.from_numpy(np.stack((met // width, met % width)))
    return _sparse(places, torch.from_numpy(times).float(), (forms, width))


def _sparse(places: Tensor, values: Tensor, shape: tuple[int, ...]) -> Tensor:
    return torch.sparse_coo_tensor(places, values, shape, is_coalesced=True)


def _factorised(counts: Tensor, width: int) -> Tensor:
    together, (row, column) = counts.values(), counts.indices()
    of_row, of_column = counts.sum(1).to_dense(), counts.sum(0).to_dense() ** _SMOOTHING
    information = (together * of_column.sum() / (of_row[row] * of_column[column])).clamp(min=1).log()
    information *= together / (together + _CHANCE)
    positive = information > 0
    matrix = _sparse(counts.indices()[:, positive], information[positive], counts.shape)
    told = matrix.sum(1).to_dense() > 0
    torch.manual_seed(0)
    left, strength, _ = torch.svd_lowrank(matrix, q=width, niter=3)
    vectors = torch.nn.functional.normalize(left * strength.sqrt(), dim=-1) * width**0.5
    return vectors * told[:, None]  # where nothing is told, what is left of a row is rounding error


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--packed", type=Path, required=True, help="what prepare wrote")
    parser.add_argument("--forms", type=Path, help="those of a trained tagger, a line each")
    parser.add_argument("--out", type=Path, required=True, help="the .npz to write")
    arguments = parser.parse_args()
    corpus = Corpus(arguments.packed)
    known = arguments.forms.read_text(encoding="utf-8").splitlines() if arguments.forms else corpus.vocabulary
    found = company(corpus.lines(random.Random(0), float("inf")), known)
    found.save(arguments.out)
    seen = int((found.vectors != 0).any(1).sum())
    print(f"{len(found.forms)} forms, {len(known)} of them known before; {seen} with a vector")


if __name__ == "__main__":
    main()
