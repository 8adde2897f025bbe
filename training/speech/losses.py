"""How far one waveform is from another, as the ear has it: spectra at several resolutions, no phase."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from engine.speech.mel import LogMel

RESOLUTIONS = ((2048, 480), (1024, 240), (512, 120), (256, 60))  # window and hop, samples
_FLOOR = 1e-3  # magnitude: about 80 dB under a loud frame of the middle resolution


class SpectralDistance(nn.Module):
    """Multi-resolution STFT distance (Yamamoto et al. 2020): spectral convergence plus log-magnitude L1."""

    def __init__(self) -> None:
        super().__init__()
        for window, _ in RESOLUTIONS:
            self.register_buffer(f"window_{window}", torch.hann_window(window), persistent=False)

    def forward(self, made: Tensor, real: Tensor) -> Tensor:
        """(B, T), (B, T) -> scalar, mean over the resolutions."""
        total = made.new_zeros(())
        for window, hop in RESOLUTIONS:
            taper = self.get_buffer(f"window_{window}")
            a, b = (
                torch.stft(x, window, hop, window=taper, return_complex=True).abs().clamp(min=_FLOOR)
                for x in (made, real)
            )
            total = total + torch.linalg.norm(b - a) / torch.linalg.norm(b) + (b.log() - a.log()).abs().mean()
        return total / len(RESOLUTIONS)


class MelDistance(nn.Module):
    """Mean absolute difference of the log-mel spectrograms."""

    def __init__(self) -> None:
        super().__init__()
        self.mel = LogMel()

    def forward(self, made: Tensor, real: Tensor) -> Tensor:
        """(B, T), (B, T) -> scalar, nepers."""
        distance: Tensor = (self.mel(made) - self.mel(real)).abs().mean()
        return distance
