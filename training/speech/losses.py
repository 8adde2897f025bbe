"""How far one sound is from another, as the ear has it: spectra at several resolutions, no phase."""

from __future__ import annotations

import torch
from torch import Tensor, nn
from torch.nn import functional

from engine.speech.mel import LogMel

RESOLUTIONS = ((2048, 480), (1024, 240), (512, 120), (256, 60))  # window and hop, samples
_FLOOR = 1e-3  # magnitude: about 80 dB under a loud frame of the middle resolution


class Spectra(nn.Module):
    """Magnitudes of the short-time Fourier transform, one tensor for each of RESOLUTIONS."""

    def __init__(self) -> None:
        super().__init__()
        for window, _ in RESOLUTIONS:
            self.register_buffer(f"window_{window}", torch.hann_window(window), persistent=False)

    def forward(self, audio: Tensor) -> list[Tensor]:
        """(B, T) -> (B, bins, frames) each."""
        return [
            torch.stft(audio, window, hop, window=self.get_buffer(f"window_{window}"), return_complex=True)
            .abs()
            .clamp(min=_FLOOR)
            for window, hop in RESOLUTIONS
        ]


class SpectralDistance(nn.Module):
    """Multi-resolution STFT distance (Yamamoto et al. 2020): spectral convergence plus log-magnitude L1."""

    def __init__(self) -> None:
        super().__init__()
        self.spectra = Spectra()

    def forward(self, made: Tensor, real: Tensor) -> Tensor:
        """(B, T), (B, T) -> scalar, mean over the resolutions."""
        total = made.new_zeros(())
        for a, b in zip(self.spectra(made), self.spectra(real), strict=True):
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


class EnergyDistance(nn.Module):
    """Spectral energy distance (Gritsenko et al. 2020) of two renderings, with other noise, to a recording.

    A distance to the recording alone is least for a sound without any chance in it, since noise never has the
    recording's values: breath would be left out, or be replaced by pulses. Taking off how far two renderings
    are from each other makes the distance least where both are noisy to the same degree.
    """

    def __init__(self) -> None:
        super().__init__()
        self.spectra, self.mel = Spectra(), LogMel()

    def forward(self, first: Tensor, second: Tensor, real: Tensor) -> Tensor:
        """(B, T) each -> scalar."""
        wanted = self.spectra(real)
        loud = [b.mean() for b in wanted]
        target, *renderings = (self._views(audio, loud) for audio in (real, first, second))
        return (
            _apart(renderings[0], target)
            + _apart(renderings[1], target)
            - _apart(renderings[0], renderings[1])
        )

    def _views(self, audio: Tensor, loud: list[Tensor]) -> list[Tensor]:
        magnitudes = self.spectra(audio)
        linear = [a / mean for a, mean in zip(magnitudes, loud, strict=True)]
        return [*linear, *(a.log() for a in magnitudes), self.mel(audio)]


def _apart(one: list[Tensor], other: list[Tensor]) -> Tensor:
    """L1, which with the term between renderings is a proper score of each value's distribution."""
    return torch.stack([(a - b).abs().mean() for a, b in zip(one, other, strict=True)]).mean()


class MelEnergy(nn.Module):
    """Energy score (Gneiting and Raftery 2007) of log-mels drawn with other noise, against the real one.

    Least in the mean when the draws are distributed as real mels are. Norms are taken over whole frames and
    over small patches of time and band, so that what varies together in speech must vary together.
    """

    PATCH = (10, 4)  # bands, frames

    def forward(self, first: Tensor, second: Tensor, real: Tensor, known: Tensor) -> Tensor:
        """Scores the draws.

        Args:
            first, second, real: (B, N_MELS, F).
            known: (B, N_MELS, F) 1 where the real one says something.

        Returns:
            A scalar in nepers.
        """
        return (
            self._apart(first, real, known)
            + self._apart(second, real, known)
            - self._apart(first, second, known)
        )

    def _apart(self, one: Tensor, other: Tensor, known: Tensor) -> Tensor:
        square = (one - other).square() * known
        total = square.new_zeros(())
        for size in (self.PATCH, (one.shape[1], 1)):
            patches = functional.avg_pool2d(square[:, None], size, ceil_mode=True)
            there = functional.avg_pool2d(known[:, None], size, ceil_mode=True)
            norms = (patches / there.clamp(min=1e-3) + 1e-6).sqrt()
            total = total + (norms * there).sum() / there.sum().clamp(min=1)
        return total / 2
