"""Collects the known readings of word forms from the packed corpus."""

from __future__ import annotations

from typing import Final

import numpy as np

from engine.reading.encoding import encode
from engine.reading.known import KnownReadings
from engine.reading.labels import LABELS
from engine.text.chars import ZWNJ
from training.reading.batches import Corpus
from training.reading.sources import SOURCES, letters_of

_TRUSTED: Final = frozenset(("sentences", "farsdat", "homographs_llm", "zaya", "wiktionary"))


def known_readings(corpus: Corpus) -> KnownReadings:
    """The readings of words whose every letter has one known label, in the sources that can be trusted."""
    trusted = [n for n, source in enumerate(SOURCES) if source.name in _TRUSTED]
    found: dict[str, dict[tuple[int, ...], None]] = {}
    for index in np.flatnonzero(np.isin(corpus.sources, trusted)):
        text = corpus[int(index)]
        for segment in encode(text.text).segments:
            places = [i for i in range(segment.start, segment.end) if text.text[i] != ZWNJ]
            if segment.word and all(0 < text.targets[i] <= len(LABELS) for i in places):
                labels = tuple(int(text.targets[i]) - 1 for i in places)
                found.setdefault(letters_of(segment.word), {})[labels] = None
    return KnownReadings({form: list(readings) for form, readings in found.items()})
