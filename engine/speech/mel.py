"""The log-mel spectrogram that joins the acoustic model to the vocoder.

Both models, and everything that prepares their training data, take these constants from here, so a
spectrogram means the same thing everywhere.
"""

from __future__ import annotations

import torch
import torchaudio
from torch import Tensor

SAMPLE_RATE = 24_000  # samples per second
N_FFT = 1024  # samples in a window: 42.7 ms
HOP_LENGTH = 256  # samples from one frame to the next: 10.7 ms
N_BINS = N_FFT // 2 + 1  # linear frequency bins, 23.4 Hz apart
N_MELS = 100
FRAME_RATE = SAMPLE_RATE / HOP_LENGTH  # 93.75 frames per second
FLOOR = 1e-5  # smallest magnitude told apart: 100 dB under full scale


def filterbank() -> Tensor:
    """Triangular mel filters from 0 Hz to Nyquist, peak 1 (HTK scale). Shape (N_BINS, N_MELS)."""
    filters: Tensor = torchaudio.functional.melscale_fbanks(
        n_freqs=N_BINS, f_min=0.0, f_max=SAMPLE_RATE / 2, n_mels=N_MELS, sample_rate=SAMPLE_RATE, norm=None
    )
    return filters


def frames_of(samples: int) -> int:
    """Number of frames that `log_mel` makes of so many samples."""
    return samples // HOP_LENGTH + 1


class LogMel(torch.nn.Module):
    """Waveform to log-mel: `log(max(filters @ |STFT|, FLOOR))`, windows centred on multiples of the hop."""

    window: Tensor
    filters: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.register_buffer("window", torch.hann_window(N_FFT), persistent=False)
        self.register_buffer("filters", filterbank(), persistent=False)

    def forward(self, audio: Tensor) -> Tensor:
        """(B, T) -> (B, N_MELS, T // HOP_LENGTH + 1). Needs T > N_FFT / 2."""
        spectrum = torch.stft(audio, N_FFT, HOP_LENGTH, window=self.window, return_complex=True).abs()
        mel = spectrum.transpose(1, 2) @ self.filters  # (B, N_BINS, F) -> (B, F, N_MELS)
        return mel.clamp(min=FLOOR).log().transpose(1, 2)
