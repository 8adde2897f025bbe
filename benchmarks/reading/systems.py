"""Everything measured of one system, and how ours is measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from benchmarks.reading.diacritics import Letter, bare, letters
from benchmarks.reading.speed import Latency, diacritize_times, latency, throughput, times
from engine.diacritics import diacritize
from engine.reading.reader import Reader
from training.reading.evaluate import phonemes


@dataclass(frozen=True)
class Speed:
    """Warm speed of one way to call a system.

    Attributes:
        what: the call and where it runs.
        latency: of sentences of about twenty words; None if not measured.
        throughput: code points a second; None if not measured.
    """

    what: str
    latency: Latency | None
    throughput: float | None


def transcribe(reader: Reader, texts: Sequence[str]) -> list[str]:
    """Our reading of each text, in the scheme."""
    return [phonemes(reading) for reading in reader.read_many(texts)]


def marked_letters(reader: Reader, references: Sequence[str]) -> list[Letter]:
    """Our marks beside the references'."""
    readings = reader.read_many([bare(text) for text in references])
    return [
        letter
        for reference, reading in zip(references, readings, strict=True)
        for letter in letters(reference, diacritize(reading).marked)
    ]


def speeds(
    chosen: Sequence[str], others: Sequence[str], batch: Sequence[str], threads: int, weights: Path | None
) -> list[Speed]:
    """Our speed on the CPU, and on the GPU where there is one.

    Args:
        chosen: sentences whose latency counts.
        others: sentences to warm up on.
        batch: texts of the throughput.
    """
    found = []
    places = [("cpu", f"CPU, {threads} threads")]
    if torch.cuda.is_available():
        places.append(("cuda", torch.cuda.get_device_name()))
    for device, place in places:
        reader = Reader(weights, device)
        found += [
            Speed(f"Reader.read, {place}", latency(times(reader.read, chosen, others)), None),
            Speed(f"Reader.read_many, {place}", None, throughput(reader, batch)),
        ]
    whole = latency(diacritize_times(chosen, others, threads, weights))
    return [*found, Speed(f"LocalEngine.diacritize, CPU, {threads} threads", whole, None)]
