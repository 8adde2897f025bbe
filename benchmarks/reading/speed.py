"""Speed: warm latency of one sentence, and throughput of many."""

from __future__ import annotations

import statistics
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine import LocalEngine
from engine.reading.reader import Reader

WORDS: Final = range(18, 23)
"""How many words a sentence of about 20 words has."""
_BATCH_RUNS: Final = 3


@dataclass(frozen=True)
class Latency:
    """Median and 95th percentile, in milliseconds, over some sentences, each once."""

    median: float
    p95: float
    sentences: int


def about_twenty_words(texts: Sequence[str]) -> list[int]:
    """The indices of the sentences whose latency counts."""
    return [i for i, text in enumerate(texts) if len(text.split()) in WORDS]


def latency(seconds: Sequence[float]) -> Latency:
    """The summary of measured times."""
    milliseconds = [1000 * s for s in seconds]
    return Latency(
        statistics.median(milliseconds),
        statistics.quantiles(milliseconds, n=20, method="inclusive")[-1],
        len(milliseconds),
    )


def times(call: Callable[[str], object], texts: Sequence[str], warm_up: Sequence[str]) -> list[float]:
    """Seconds of each text, once, so that no cache can answer; those of `warm_up` go first, unmeasured."""
    for text in warm_up:
        call(text)
    seconds = []
    for text in texts:
        started = time.perf_counter()
        call(text)
        seconds.append(time.perf_counter() - started)
    return seconds


def diacritize_times(
    texts: Sequence[str], warm_up: Sequence[str], threads: int, weights: Path | None
) -> list[float]:
    """`times` of the whole of `LocalEngine.diacritize` on the CPU: checks, metering, store and all."""
    with (
        tempfile.TemporaryDirectory() as folder,
        LocalEngine(device="cpu", threads=threads, data_dir=folder, weights=weights) as engine,
    ):
        return times(engine.diacritize, texts, warm_up)


def throughput(reader: Reader, texts: Sequence[str]) -> float:
    """Code points a second through `Reader.read_many`, the median of several runs after one unmeasured."""
    reader.read_many(texts)
    seconds = []
    for _ in range(_BATCH_RUNS):
        started = time.perf_counter()
        reader.read_many(texts)
        seconds.append(time.perf_counter() - started)
    return sum(map(len, texts)) / statistics.median(seconds)
