"""Collects the known readings of word forms from the packed corpus, and how often a word has another one."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

import numpy as np

from engine.reading.encoding import encode
from engine.reading.known import KnownReadings
from engine.reading.labels import LABELS
from engine.text.chars import ZWNJ
from training.reading.batches import Corpus
from training.reading.sources import SOURCES, letters_of

_TRUSTED: Final = frozenset(("sentences", "farsdat", "homographs_llm", "zaya", "wiktionary", "written"))
_RUNNING: Final = "sentences"  # words as they occur in text


def known_readings(corpus: Corpus) -> KnownReadings:
    """The readings of words whose every letter has one known label, in the sources that can be trusted."""
    found: dict[str, dict[tuple[int, ...], None]] = {}
    for _, form, labels in _readings(corpus):
        found.setdefault(form, {})[labels] = None
    return KnownReadings({form: list(readings) for form, readings in found.items()})


def unseen(corpus: Corpus) -> tuple[int, int]:
    """What tells how often a word of known form has a reading not known of it (Good-Turing estimate).

    Returns:
        words of the training sentences whose reading occurs nowhere else, though their form does; and all
        words there whose form occurs elsewhere.
    """
    everywhere: dict[str, Counter[tuple[int, ...]]] = defaultdict(Counter)
    running: list[tuple[str, tuple[int, ...]]] = []
    for source, form, labels in _readings(corpus):
        everywhere[form][labels] += 1
        if source == _RUNNING:
            running.append((form, labels))
    repeated = [(form, labels) for form, labels in running if everywhere[form].total() > 1]
    return sum(everywhere[form][labels] == 1 for form, labels in repeated), len(repeated)


def _readings(corpus: Corpus) -> Iterator[tuple[str, str, tuple[int, ...]]]:
    """(source, form, labels) of every fully labelled word of the trusted sources."""
    trusted = [n for n, source in enumerate(SOURCES) if source.name in _TRUSTED]
    for index in np.flatnonzero(np.isin(corpus.sources, trusted)):
        text = corpus[int(index)]
        for segment in encode(text.text).segments:
            places = [i for i in range(segment.start, segment.end) if text.text[i] != ZWNJ]
            if segment.word and all(0 < text.targets[i] <= len(LABELS) for i in places):
                labels = tuple(int(text.targets[i]) - 1 for i in places)
                yield SOURCES[corpus.sources[index]].name, letters_of(segment.word), labels
