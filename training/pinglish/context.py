"""What stands beside foreign names, and how much it says about a form that is also a common word."""

from __future__ import annotations

import math
import random
import zlib
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import torch
import torch.nn.functional as F

from engine.pinglish.name_context import EDGE, NAME, ContextWeights, Placed, neighbours
from engine.pinglish.name_table import KnownName, NameTable
from engine.text.name_key import key_of
from engine.text.words import WordKind, words

_LEAST: Final = 20
"""A neighbour seen less often says nothing."""

_OFTEN: Final = 3
_WEAKEST: Final = 0.3
_STEM: Final = 4
"""Letters of a name that also tell its derivatives (Ukraine, Ukrainian)."""

_STEPS: Final = 400


@dataclass(frozen=True, slots=True)
class Occurrence:
    """A doubtful form in a sentence, and whether the translation has the name."""

    key: str
    sentence: str
    is_name: bool

    @property
    def part(self) -> str:
        """The part its sentence belongs to: a fifth each is "test" and "dev", the rest "train"."""
        return {0: "test", 1: "dev"}.get(zlib.crc32(self.sentence.encode()) % 5, "train")

    def neighbours_in(self, read: Sequence[Placed], at: int, sure: Collection[str]) -> tuple[str, str]:
        """The neighbours of the word at a place of the sentence's reading."""
        return neighbours(self.sentence, read, at, sure)


@dataclass(frozen=True, slots=True)
class Seen:
    """An occurrence as the decision sees it; `log_odds` is the name's own.

    `certain`: a neighbour leaves no doubt that it is the name.
    """

    key: str
    is_name: bool
    neighbours: tuple[str, str]
    agrees: bool
    log_odds: float
    part: str = "train"
    certain: bool = False


def neighbour_weights(
    sentences: Iterable[str], sure: Collection[str], other_names: Collection[str]
) -> tuple[dict[str, float], dict[str, float]]:
    """Log-odds of a foreign name after, and before, each frequent neighbour.

    Args:
        sentences: Persian.
        sure: keys of foreign names.
        other_names: keys of names that are not foreign; they are left out, being neither.
    """
    counts: tuple[Counter[tuple[str, bool]], ...] = (Counter(), Counter())
    totals = {True: 0, False: 0}
    for sentence in sentences:
        found = [word for word in words(sentence) if word.kind is WordKind.PERSIAN]
        for at, word in enumerate(found):
            key = key_of(word.text)
            if key in other_names:
                continue
            is_name = key in sure
            totals[is_name] += 1
            for count, beside in zip(counts, neighbours(sentence, found, at, sure), strict=True):
                count[beside, is_name] += 1
    return _log_odds(counts[0], totals), _log_odds(counts[1], totals)


def _log_odds(counts: Counter[tuple[str, bool]], totals: Mapping[bool, int]) -> dict[str, float]:
    found: dict[str, float] = {}
    for key in sorted({key for key, _ in counts}):
        named, other = counts[key, True], counts[key, False]
        if named + other >= _LEAST:
            weight = math.log((named + 1) / (totals[True] + 1)) - math.log((other + 1) / (totals[False] + 1))
            if abs(weight) >= _WEAKEST or key in (EDGE, NAME):
                found[key] = weight
    return found


def occurrences(
    pairs: Iterable[tuple[str, str]], doubtful: Mapping[str, KnownName]
) -> dict[str, list[Occurrence]]:
    """Sentences that hold doubtful forms, by form, names and others alike."""
    found: dict[str, list[Occurrence]] = {}
    for persian, english in pairs:
        for key in {key_of(word.text) for word in words(persian)} & doubtful.keys():
            latin = doubtful[key].latin[0]
            is_name = latin[: max(_STEM, len(latin) - 2)] in english
            found.setdefault(key, []).append(Occurrence(key, persian, is_name))
    return found


def drawn(found: Mapping[str, Sequence[Occurrence]], each: int, seed: int) -> Iterator[Occurrence]:
    """`each` occurrences of a form at most."""
    choose = random.Random(seed)
    for key in sorted(found):
        yield from choose.sample(found[key], min(each, len(found[key])))


def always_beside(
    found: Iterable[Occurrence], sure: Collection[str], frequent: Collection[str]
) -> frozenset[str]:
    """Neighbours of one form beside which it was the name every time, `_OFTEN` times or more.

    Only the "train" part is looked at, and frequent words, which stand beside anything, are left out.
    """
    named: Counter[str] = Counter()
    other: set[str] = set()
    for one in found:
        if one.part == "train":
            read = [word for word in words(one.sentence) if word.kind is WordKind.PERSIAN]
            for at, word in enumerate(read):
                if key_of(word.text) == one.key:
                    beside = set(one.neighbours_in(read, at, sure)) - {EDGE, NAME, *frequent}
                    named.update(beside if one.is_name else ())
                    other.update(() if one.is_name else beside)
    return frozenset(key for key, count in named.items() if count >= _OFTEN and key not in other)


def seen(path: Path, table: NameTable) -> list[Seen]:
    """The occurrences that `prepare` wrote."""
    found: list[Seen] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        part, key, is_name, before, after, agrees = line.split("\t")
        name = table.find((key,))
        if name is not None and name.log_odds is not None:
            certain = not name.beside.isdisjoint((before, after))
            beside = (before, after)
            found.append(Seen(key, is_name == "1", beside, agrees == "1", name.log_odds, part, certain))
    return found


def odds_when_read_so(cases: Sequence[Seen]) -> dict[str, float]:
    """Log-odds of each doubtful form that is read as the name is; forms never read so are left out."""
    named: Counter[str] = Counter()
    other: Counter[str] = Counter()
    for case in cases:
        if case.agrees:
            (named if case.is_name else other)[case.key] += 1
    return {key: math.log((named[key] + 0.5) / (other[key] + 0.5)) for key in named.keys() | other.keys()}


def fit(cases: Sequence[Seen], weights: ContextWeights) -> ContextWeights:
    """The factors of a decision by logistic regression; the neighbours' own log-odds stay."""
    rows = [
        (case.log_odds, sum(_beside(case, weights)), float(case.agrees), float(not case.agrees))
        for case in cases
    ]
    inputs = torch.tensor(rows, dtype=torch.float64)
    labels = torch.tensor([float(case.is_name) for case in cases], dtype=torch.float64)
    factors = torch.zeros(4, dtype=torch.float64, requires_grad=True)
    optimizer = torch.optim.Adam([factors], lr=0.05)
    for _ in range(_STEPS):
        optimizer.zero_grad()
        F.binary_cross_entropy_with_logits(inputs @ factors, labels).backward()
        optimizer.step()
    prior, beside, agreeing, differing = (round(value, 3) for value in factors.tolist())
    return replace(weights, prior=prior, beside=beside, agreeing=agreeing, differing=differing)


def _beside(case: Seen, weights: ContextWeights) -> tuple[float, float]:
    before, after = case.neighbours
    return weights.before.get(before, 0.0), weights.after.get(after, 0.0)
