"""What listeners would probably say of a sound, by a network that foretells their scores.

DNSMOS learnt from scores that people gave to English recordings, many of them noisy or cleaned of noise. It
hears noise, hoarseness and metal; whether words, accent and melody are right it cannot tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from pathlib import Path
from typing import Final

import numpy as np
import torch
import torchaudio
from numpy.typing import NDArray

from benchmarks.report import Table
from benchmarks.speech.timbre import PEOPLE
from engine.speech.mel import SAMPLE_RATE
from training.speech.recordings import cut, levelled, recordings, samples_of

Scores = tuple[float, ...]
"""1 to 5, in the order of SCORES."""

SCORES: Final = {
    "overall": "ovrl_mos",
    "speech": "sig_mos",
    "background": "bak_mos",
    "overall, P.808": "p808_mos",
}
_RATE: Final = 16_000  # Hz that it hears
_RECORDINGS: Final = 20  # of each person


def opinion(sounds: Iterable[NDArray[np.float32]]) -> Scores:
    """Mean scores of some sounds, (T,) each at 24 kHz, brought to one loudness.

    By DNSMOS P.835 and P.808 (Reddy et al. 2021 and 2022).

    Raises:
        ImportError: speechmos or what it needs is missing (extra `bench-speech`).
    """
    from speechmos import dnsmos

    found = [dnsmos.run(_heard(one), _RATE) for one in sounds]
    return tuple(float(np.mean([scores[key] for scores in found])) for key in SCORES.values())


def people(data: Path) -> dict[str, Scores]:
    """Of recordings of each speaker, spread over all of theirs."""
    listed = {name: recordings(data / "speech" / name) for name in PEOPLE}
    return {
        name: opinion(
            cut(samples_of(one.path)) for one in islice(every, 0, None, max(1, len(every) // _RECORDINGS))
        )
        for name, every in listed.items()
    }


def table(found: Mapping[str, Scores]) -> Table:
    """People, the teacher and the voices."""
    return Table(
        "opinion",
        "Foretold opinion of listeners, 1 to 5",
        ("who speaks", *SCORES),
        [(name, *scores) for name, scores in found.items()],
        "DNSMOS (Reddy et al. 2022) learnt from scores of English recordings and knows noise, hoarseness and "
        "metal, not words or melody. People spoke English or German.",
    )


def _heard(audio: NDArray[np.float32]) -> NDArray[np.float32]:
    """As DNSMOS takes it: 16 kHz, within -1 and 1. (T,) -> (T * 2 / 3,)."""
    sound: torch.Tensor = torchaudio.functional.resample(
        torch.from_numpy(levelled(audio)), SAMPLE_RATE, _RATE
    )
    return np.asarray(sound.clamp(-1, 1).numpy(), np.float32)
