"""Phoneme measures of one system: error rates by kind of sentence, with and without ezafe, and homographs."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from training.reading.evaluate import homograph_words, paired_words
from training.reading.score import (
    EZAFE,
    EzafeScore,
    aligned,
    ezafe_score,
    holds_reading,
    phoneme_error_rate,
    tokens,
)
from training.reading.sources import lines

KINDS: Final = ("original", "real", "homograph")
_EZAFE: Final = re.compile(r"(-y?e\b)")
_UNMARKED_EZAFE: Final = frozenset(("e", "y", EZAFE))


@dataclass(frozen=True)
class Sentence:
    """A dev sentence.

    Attributes:
        text: as written.
        phonemes: its reference.
        kind: one of `KINDS`.
        homographs: the reference readings of its marked homographs.
    """

    text: str
    phonemes: str
    kind: str
    homographs: tuple[str, ...]


@dataclass(frozen=True)
class PhonemeScores:
    """Rates as shares (0.03 is 3 %).

    Attributes:
        with_ezafe: phoneme error rate, ezafe counted, by kind and for "all".
        without_ezafe: the same for all, ezafe taken out on both sides.
        homographs: share read right.
        ezafe: precision, recall and F1.
    """

    with_ezafe: dict[str, float]
    without_ezafe: float
    homographs: float
    ezafe: EzafeScore


def sentences(data: Path) -> list[Sentence]:
    """The sentences of `reading/sentences.dev.tsv`."""
    known = homograph_words(data)
    return [
        Sentence(
            text,
            phonemes,
            kind,
            tuple(r for word, r in paired_words(text, phonemes) if kind == "homograph" and word in known),
        )
        for text, phonemes, _, kind in lines(data / "reading" / "sentences.dev.tsv")
    ]


def score(said: Sequence[str], wanted: Sequence[Sentence]) -> PhonemeScores:
    """Scores of one transcription a sentence."""
    with_ezafe = {}
    for kind in ("all", *KINDS):
        chosen = [(s, w.phonemes) for s, w in zip(said, wanted, strict=True) if kind in ("all", w.kind)]
        if chosen:
            with_ezafe[kind] = phoneme_error_rate(*zip(*chosen, strict=True))
    outcomes = [
        holds_reading(s, reading) for s, w in zip(said, wanted, strict=True) for reading in w.homographs
    ]
    return PhonemeScores(
        with_ezafe,
        error_rate_without_ezafe((s, w.phonemes) for s, w in zip(said, wanted, strict=True)),
        sum(outcomes) / max(1, len(outcomes)),
        ezafe_score(said, [w.phonemes for w in wanted]),
    )


def error_rate_without_ezafe(pairs: Iterable[tuple[str, str]]) -> float:
    """Errors for each reference token that is no ezafe, over (hypothesis, reference) pairs.

    The ezafe and its glide are taken out of both sides after alignment, so that a system that reads them
    without saying so (`ketAbe` for `ketAb-e`) loses nothing, and one that never reads them gains nothing.
    """
    errors = total = 0
    for hypothesis, reference in pairs:
        said, said_ezafe = _flagged(hypothesis)
        wanted, wanted_ezafe = _flagged(reference)
        i = j = 0
        for a, b in aligned(said, wanted):
            skip_a, skip_b = a is not None and said_ezafe[i], b is not None and wanted_ezafe[j]
            i, j = i + (a is not None), j + (b is not None)
            if (skip_b and a in _UNMARKED_EZAFE) or (skip_a and b is None) or {a, b} == {"e", EZAFE}:
                continue
            errors += (None if skip_a else a) != (None if skip_b else b)
        total += wanted_ezafe.count(False)
    return errors / total


def _flagged(phonemes: str) -> tuple[list[str], list[bool]]:
    """Tokens, and for each whether it belongs to an ezafe."""
    found: list[str] = []
    flags: list[bool] = []
    for n, part in enumerate(_EZAFE.split(phonemes)):
        new = tokens(part)
        found += new
        flags += [n % 2 == 1] * len(new)
    return found, flags
