"""Examples as flat arrays, the form in which prepared data is stored."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from training.reading.sources import DRAWN
from training.reading.targets import Example

Arrays = dict[str, NDArray[np.generic]]

_NUMBERS = {source.name: number for number, source in enumerate(DRAWN)}


def packed(examples: Sequence[Example]) -> Arrays:
    """N examples of C characters in all.

    Returns:
        `characters` as UTF-32, `marks`, `targets` and `ezafe` (C,); `lengths` and `sources` (N,).
    """
    return {
        "characters": code_points(e.text for e in examples),
        "marks": np.array([m for e in examples for m in e.marks], dtype=np.int16),
        "targets": np.array([t for e in examples for t in e.targets], dtype=np.int16),
        "ezafe": np.array([z for e in examples for z in e.ezafe], dtype=np.int8),
        "lengths": np.array([len(e.text) for e in examples], dtype=np.int32),
        "sources": np.array([_NUMBERS[e.source] for e in examples], dtype=np.int8),
    }


def code_points(texts: Iterable[str]) -> NDArray[np.uint32]:
    """The code points of texts, one after another."""
    return np.frombuffer("".join(texts).encode("utf-32-le"), dtype=np.uint32)
