"""The same words from another throat: vocal-tract length and pitch moved with WORLD (Morise et al. 2016)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.speech.mel import HOP_LENGTH, SAMPLE_RATE
from training.speech.world import world

_PERIOD = 1000 * HOP_LENGTH / SAMPLE_RATE  # milliseconds
_FFT = 1024


@dataclass(frozen=True)
class Throat:
    """A change of speaker.

    Attributes:
        formants: Factor on the frequencies of the resonances; under 1 is a longer vocal tract.
        pitch: Factor on the fundamental.
    """

    formants: float
    pitch: float


def transformed(audio: NDArray[np.float32], f0: NDArray[np.float32], throat: Throat) -> NDArray[np.float32]:
    """The recording as this throat would say it, same timing, same length.

    Args:
        audio: (T,) at SAMPLE_RATE.
        f0: Its pitch in Hz per mel frame, 0 where unvoiced.
    """
    signal = audio.astype(np.float64)
    pitch = f0.astype(np.float64)
    times = np.arange(len(pitch)) * _PERIOD / 1000
    envelope = world().cheaptrick(signal, pitch, times, SAMPLE_RATE, fft_size=_FFT)
    aperiodicity = world().d4c(signal, pitch, times, SAMPLE_RATE, fft_size=_FFT)
    made = world().synthesize(
        pitch * throat.pitch, _moved(envelope, throat.formants), _moved(aperiodicity, throat.formants),
        SAMPLE_RATE, _PERIOD,
    )  # fmt: skip
    made = np.pad(made, (0, max(0, len(audio) - len(made))))[: len(audio)]
    return made.astype(np.float32)


def _moved(spectra: NDArray[np.float64], factor: float) -> NDArray[np.float64]:
    """Spectra (F, bins) with everything at frequency f moved to f * factor."""
    bins = np.arange(spectra.shape[1])
    source = np.minimum(bins / factor, bins[-1])
    low = np.floor(source).astype(int)
    high = np.minimum(low + 1, bins[-1])
    part = source - low
    logs = np.log(spectra + 1e-16)
    return np.ascontiguousarray(np.exp(logs[:, low] * (1 - part) + logs[:, high] * part))
