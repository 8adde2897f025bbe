"""The neural vocoder: log-mel and pitch to waveform.

Of the Vocos family (Siuzdak 2023): a ConvNeXt backbone at the frame rate and an inverse-STFT head, no
upsampling network. In place of a free phase the head shapes two known signals, a pulse train at the
pitch and noise, each by a gain per frequency and frame (Serra and Smith's harmonics plus noise, learnt
as in DDSP, Engel et al. 2020). Phase then comes from the pulses and from the gain's own minimum-phase
response, so nothing has to be learnt about it and a pitch moved by the caller stays clean.

Noise shaped by a gain is louder here and softer there than the gain says, as noise is. A mel says how loud
the noise was at each place, so what was made is brought nearer to the wanted mel in a few rounds, as Griffin
and Lim (1984) do with spectra, its phases kept (`Vocoder.refined`).
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from engine.speech.convnext import ConvNeXtBlock
from engine.speech.excitation import pulses
from engine.speech.mel import FLOOR, HOP_LENGTH, N_BINS, N_FFT, N_MELS, filterbank

_MEAN, _SPREAD = -1.0, 2.0  # of log-mel values of speech at -20 LUFS, to bring them near unit scale
_OCTAVE_CENTRE = 5.2  # log of about 180 Hz
_ROUNDS = 3  # of refinement; a fourth adds 0.05 to the PESQ of copy synthesis
_REACH = 1.6  # share of the missing log-mel that a round adds: neighbouring frames take some of it back
_MOST = 2.0  # nepers that a round may add to a band
_NOISE_LEVEL = -2.9  # log of 1 / |STFT of unit white noise|: sqrt(sum of squared window) = 19.6


@dataclass(frozen=True)
class VocoderConfig:
    """Size of the network; saved beside its weights."""

    width: int = 256
    inner: int = 512
    layers: int = 6


class Vocoder(nn.Module):
    """(mel, pitch) -> audio."""

    window: Tensor
    filters: Tensor
    spread: Tensor
    widths: Tensor

    def __init__(self, config: VocoderConfig) -> None:
        super().__init__()
        self.config = config
        self.enter = nn.Conv1d(N_MELS + 2, config.width, 7, padding=3)
        self.enter_norm = nn.LayerNorm(config.width)
        self.blocks = nn.ModuleList(
            ConvNeXtBlock(width=config.width, inner=config.inner, scale=1 / config.layers)
            for _ in range(config.layers)
        )
        self.leave_norm = nn.LayerNorm(config.width)
        self.head = nn.Linear(config.width, 2 * N_BINS)
        nn.init.normal_(self.head.weight, std=0.01)
        nn.init.zeros_(self.head.bias)
        self.register_buffer("window", torch.hann_window(N_FFT), persistent=False)
        self.register_buffer("filters", filterbank(), persistent=False)
        spread, widths = _mel_to_linear()
        self.register_buffer("spread", spread, persistent=False)
        self.register_buffer("widths", widths, persistent=False)

    def gains(self, mel: Tensor, f0: Tensor) -> tuple[Tensor, Tensor]:
        """Log gains of pulses and of noise.

        Args:
            mel: (B, N_MELS, F) log-mel.
            f0: (B, F) pitch in Hz, 0 where unvoiced.

        Returns:
            Two tensors (B, N_BINS, F): what the mel itself says of the spectrum plus what was learnt.
        """
        voiced = (f0 > 0).to(mel.dtype)
        height = torch.where(f0 > 0, f0.clamp(min=1.0).log() - _OCTAVE_CENTRE, torch.zeros_like(f0))
        x = torch.cat([(mel - _MEAN) / _SPREAD, height[:, None], voiced[:, None]], dim=1)
        x = self.enter_norm(self.enter(x).transpose(1, 2))  # (B, C, F) -> (B, F, C)
        for block in self.blocks:
            x = block(x)
        learnt = self.head(self.leave_norm(x)).transpose(1, 2)  # (B, F, 2 * N_BINS) -> (B, 2 * N_BINS, F)
        envelope = ((mel.transpose(1, 2) - self.widths) @ self.spread).transpose(1, 2) + _NOISE_LEVEL
        harmonic, noise = learnt.chunk(2, dim=1)
        return (envelope + harmonic).clamp(max=4.0), (envelope + noise).clamp(max=4.0)

    def forward(self, mel: Tensor, f0: Tensor, noise: Tensor | None = None) -> Tensor:
        """Make the waveform.

        Args:
            mel: (B, N_MELS, F) log-mel.
            f0: (B, F) pitch in Hz, 0 where unvoiced.
            noise: (B, (F - 1) * HOP_LENGTH) unit white noise; drawn here when not given.

        Returns:
            (B, (F - 1) * HOP_LENGTH) samples at SAMPLE_RATE.
        """
        return self.refined(self.sound(*self.gains(mel, f0), f0, noise), mel)

    def sound(
        self, harmonic_gain: Tensor, noise_gain: Tensor, f0: Tensor, noise: Tensor | None = None
    ) -> Tensor:
        """The waveform of given gains, as `gains` has them; the rest as in `forward`."""
        source = pulses(f0)
        if noise is None:
            noise = torch.randn_like(source)
        spectrum = self._stft(source) * torch.polar(harmonic_gain.exp(), minimum_phase(harmonic_gain))
        spectrum = spectrum + self._stft(noise) * noise_gain.exp()
        return torch.istft(spectrum, N_FFT, HOP_LENGTH, window=self.window)

    def refined(self, audio: Tensor, mel: Tensor) -> Tensor:
        """The same sound with its log-mel nearer to the wanted one, (B, T), (B, N_MELS, F) -> (B, T)."""
        for _ in range(_ROUNDS):
            spectrum = self._stft(audio)
            own = (spectrum.abs().transpose(1, 2) @ self.filters).clamp(min=FLOOR).log()  # (B, F, N_MELS)
            missing = (_REACH * (mel.transpose(1, 2) - own)).clamp(-_MOST, _MOST)
            spectrum = spectrum * (missing @ self.spread).transpose(1, 2).exp()
            audio = torch.istft(spectrum, N_FFT, HOP_LENGTH, window=self.window)
        return audio

    def _stft(self, audio: Tensor) -> Tensor:
        """(B, T) -> (B, N_BINS, F), complex."""
        return torch.stft(
            audio, N_FFT, HOP_LENGTH, window=self.window, pad_mode="constant", return_complex=True
        )


def minimum_phase(log_gain: Tensor) -> Tensor:
    """Phase of the minimum-phase filter of this gain, by folding its cepstrum (Oppenheim and Schafer).

    Shape: (B, N_BINS, F) -> (B, N_BINS, F), radians.
    """
    cepstrum = torch.fft.irfft(log_gain, n=N_FFT, dim=1)
    fold = torch.zeros(N_FFT, 1, device=log_gain.device, dtype=log_gain.dtype)
    fold[1 : N_FFT // 2] = 2.0
    fold[0] = fold[N_FFT // 2] = 1.0
    phase: Tensor = torch.fft.rfft(cepstrum * fold, n=N_FFT, dim=1).imag
    return phase


def _mel_to_linear() -> tuple[Tensor, Tensor]:
    """How a mel frame is laid out over linear bins.

    Returns:
        Weights (N_MELS, N_BINS) that interpolate log values between the filters over each bin, and the log
        width of each filter (N_MELS,), by which its sum exceeds the magnitude of one bin.
    """
    filters = filterbank()  # (N_BINS, N_MELS)
    bins = torch.arange(N_BINS, dtype=filters.dtype)
    centres = (filters * bins[:, None]).sum(dim=0) / filters.sum(dim=0)
    nearest = nn.functional.one_hot((bins[:, None] - centres).abs().argmin(dim=1), N_MELS).to(filters.dtype)
    reach = filters.sum(dim=1, keepdim=True)
    weights = torch.where(reach > 1e-3, filters / reach.clamp(min=1e-3), nearest)  # no filter reaches 0 Hz
    return weights.T.contiguous(), filters.sum(dim=0).log()
