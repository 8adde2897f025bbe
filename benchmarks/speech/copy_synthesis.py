"""What the vocoder loses: held-out recordings to log-mel and pitch and back."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
import torchaudio
from numpy.typing import NDArray

from benchmarks.report import Table
from engine.speech.mel import HOP_LENGTH, N_FFT, SAMPLE_RATE, LogMel
from engine.speech.vocoder import Vocoder
from training.speech.losses import SpectralDistance
from training.speech.pitch import HIGHEST, LOWEST, pitch_of
from training.speech.prepare_vocoder import HELD_OUT, SPEAKERS
from training.speech.recordings import cut, recordings, samples_of
from training.speech.transform import Throat, transformed

Floats = NDArray[np.float32]
PESQ_RATE: Final = 16_000  # samples per second, wide-band
_QUIET = 1e-3  # of the loudest frame's power: below is silence


@dataclass(frozen=True)
class Copy:
    """How near a copy comes to its recording; the mean over several is one too.

    Attributes:
        pesq: ITU-T P.862.2 mean opinion score, 1.04 to 4.64.
        spectral: Multi-resolution STFT distance.
        periodicity: Root mean square difference, of values 0 to 1.
        voicing: F1 of voiced frames, 0 to 1.
        pitch: Root mean square difference where both are voiced, in cents.
    """

    pesq: float
    spectral: float
    periodicity: float
    voicing: float
    pitch: float


def held_out(data: Path, count: int | None = None) -> Iterator[Floats]:
    """The recordings that `prepare_vocoder` holds out, of each speaker `count` at most."""
    for speaker in SPEAKERS:
        kept = recordings(data / "speech" / speaker)[HELD_OUT // 2 :: HELD_OUT]
        for recording in kept[:count]:
            yield cut(samples_of(recording.path))


@torch.inference_mode()
def copied(vocoder: Vocoder, audio: Floats) -> Floats:
    """The recording through its log-mel and pitch and our vocoder."""
    torch.manual_seed(0)
    mel = LogMel()(torch.from_numpy(audio)[None])
    made: Floats = vocoder(mel, torch.from_numpy(pitch_of(audio))[None])[0].numpy()
    return made


def by_world(audio: Floats) -> Floats:
    """The recording through WORLD's analysis and synthesis."""
    return transformed(audio, pitch_of(audio), Throat(1.0, 1.0))


def compared(real: Floats, made: Floats) -> Copy:
    """One copy beside its recording, which may be a little longer."""
    from pesq import pesq

    real = real[: len(made)]
    here, there = (pitch_of(audio) for audio in (real, made))
    both = (here > 0) & (there > 0)
    cents = 1200 * np.log2(there[both] / here[both]) if both.any() else np.zeros(1)
    narrow = [
        torchaudio.functional.resample(torch.from_numpy(x), SAMPLE_RATE, PESQ_RATE).numpy()
        for x in (real, made)
    ]
    spectral = SpectralDistance()(torch.from_numpy(made)[None], torch.from_numpy(real)[None])
    return Copy(
        pesq=float(pesq(PESQ_RATE, *narrow, "wb")),
        spectral=float(spectral),
        periodicity=float(np.sqrt(np.square(periodicity(real) - periodicity(made)).mean())),
        voicing=float(2 * both.sum() / max((here > 0).sum() + (there > 0).sum(), 1)),
        pitch=float(np.sqrt(np.square(cents).mean())),
    )


def mean(copies: Sequence[Copy]) -> Copy:
    """Of each figure the mean."""
    return Copy(*np.mean([astuple(one) for one in copies], axis=0).tolist())


def periodicity(audio: Floats) -> Floats:
    """How nearly each frame repeats itself, 0 to 1, 0 in silence. (T,) -> (T // HOP_LENGTH + 1,).

    The autocorrelation over that of the window, at the best lag of a pitch that people have (Boersma 1993).
    """
    window = np.hanning(N_FFT)
    padded = np.pad(audio.astype(np.float64), N_FFT // 2)
    frames = np.lib.stride_tricks.sliding_window_view(padded, N_FFT)[::HOP_LENGTH]
    own = _autocorrelation((frames - frames.mean(axis=1, keepdims=True)) * window)
    lags = slice(int(SAMPLE_RATE / HIGHEST), int(SAMPLE_RATE / LOWEST) + 1)
    shape = _autocorrelation(window)
    power = own[:, :1]
    best = (own[:, lags] / np.maximum(power, 1e-12) / (shape[lags] / shape[0])).max(axis=1)
    return np.where(power[:, 0] > _QUIET * power.max(), best.clip(0, 1), 0).astype(np.float32)


def _autocorrelation(frames: NDArray[np.float64]) -> NDArray[np.float64]:
    """(..., N) -> (..., N), lag 0 first."""
    spectrum = np.fft.rfft(frames, 2 * frames.shape[-1])
    found: NDArray[np.float64] = np.fft.irfft(np.abs(spectrum) ** 2)[..., : frames.shape[-1]]
    return found


def table(copies: Mapping[str, Copy], parameters: int, count: int) -> Table:
    """Each system's copies, the goal below."""
    return Table(
        "copy_synthesis",
        f"Vocoder, copy synthesis of {count} held-out recordings",
        (
            "system",
            "PESQ wide-band",
            "multi-resolution STFT",
            "periodicity RMSE",
            "V/UV F1",
            "pitch RMSE, cents",
        ),
        [
            *((name, *astuple(copy)) for name, copy in copies.items()),
            ("goal", "over 3.2", None, None, None, None),
        ],
        f"Our vocoder has {parameters / 1e6:.1f} M parameters, of 8 M allowed. Published for Vocos with "
        "13.5 M, on LibriTTS and from the mel alone: PESQ 3.70, periodicity 0.10, V/UV F1 0.96. Ours is "
        "given the pitch too, as the engine gives it.",
    )
