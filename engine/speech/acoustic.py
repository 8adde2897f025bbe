"""The acoustic model: phones to log-mel and pitch.

Non-autoregressive with explicit durations, pitch and energy (FastSpeech 2, Ren et al. 2020), so no
word can be skipped or repeated. Two things are kept apart on purpose: whose rhythm and melody is
followed (`prosody`) and in whose voice (`timbre`, with the length of the vocal tract as a continuous
value). The decoder is told no language, and sees phones as articulatory features only.

What the phones do not determine is left to chance: the decoder is given noise, and is trained so that its
sounds vary as recorded ones do (`training.speech.losses.MelEnergy`), where a decoder that answers with one
sound must answer with a blurred mean of all.

Where a pitch puts its harmonics is no matter of learning: the decoder is handed them (`Comb`), and learns how
much they stand out.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor, nn

from engine.speech.comb import Comb
from engine.speech.convnext import ConvNeXtBlock
from engine.speech.mel import N_MELS
from engine.speech.phrases import N_FEATURES

_MEL_MEAN, _MEL_SPREAD = -1.0, 2.0  # of log-mel values, to bring the decoder's output near unit scale
_PITCH_CENTRE, _PITCH_SPREAD = 5.0, 0.4  # of log Hz, likewise for its input
CHANCE = 8  # values of noise a frame


@dataclass(frozen=True)
class AcousticConfig:
    """Sizes, and what was measured of the speakers; saved beside the weights.

    Attributes:
        log_pitch, pitch_spread: Mean log Hz of each speaker, and its standard deviation within an utterance.
        energy, energy_spread: The same of the mean log-mel, up to 5 kHz, of a frame.
    """

    speakers: int = 3
    encoder_width: int = 192
    encoder_layers: int = 4
    melody_width: int = 128
    melody_layers: int = 3
    decoder_width: int = 256
    decoder_inner: int = 512
    decoder_layers: int = 6
    log_pitch: tuple[float, ...] = (4.6, 5.1, 5.1)
    pitch_spread: tuple[float, ...] = (0.15, 0.17, 0.17)
    energy: tuple[float, ...] = (-1.5, -1.0, -1.0)
    energy_spread: tuple[float, ...] = (2.0, 1.5, 1.5)


@dataclass(frozen=True)
class Prosody:
    """What the model makes of phones before their sound.

    Attributes:
        duration: (B, N) log frames of each phone.
        energy: (B, N) mean log-mel up to 5 kHz of each phone in units of the speaker's spread.
    """

    duration: Tensor
    energy: Tensor


class Acoustic(nn.Module):
    """Phones -> durations and energy -> melody -> log-mel."""

    def __init__(self, config: AcousticConfig, dropout: float = 0.0) -> None:
        super().__init__()
        self.config = config
        width, inner = config.encoder_width, 2 * config.encoder_width
        self.enter = nn.Linear(N_FEATURES, width)
        self.encoder = _stack(config.encoder_layers, width, inner, 5, dropout)
        self.manner = nn.Embedding(config.speakers, width)  # of speaking: rhythm and melody
        self.rhythm = _stack(2, width, inner, 5, dropout)
        self.rhythm_head = nn.Linear(width, 2)
        self.melody_enter = nn.Linear(width + 2, config.melody_width)
        self.melody = _stack(config.melody_layers, config.melody_width, 2 * config.melody_width, 11, dropout)
        self.melody_head = nn.Linear(config.melody_width, 2)
        self.timbre = nn.Embedding(config.speakers, config.decoder_width)
        self.tract = nn.Sequential(nn.Linear(1, 32), nn.GELU(), nn.Linear(32, config.decoder_width))
        self.decoder_enter = nn.Linear(width + 5, config.decoder_width)
        self.chance = nn.Linear(CHANCE, config.decoder_width, bias=False)
        self.decoder = _stack(config.decoder_layers, config.decoder_width, config.decoder_inner, 7)
        self.shifts = nn.ModuleList(
            nn.Linear(config.decoder_width, config.decoder_width) for _ in range(config.decoder_layers)
        )
        self.decoder_norm = nn.LayerNorm(config.decoder_width)
        self.decoder_head = nn.Linear(config.decoder_width, N_MELS)
        self.comb = Comb()
        self.ridges = nn.Linear(config.decoder_width, N_MELS)
        nn.init.zeros_(self.ridges.weight)
        nn.init.zeros_(self.ridges.bias)

    def encode(self, rows: Tensor, mask: Tensor) -> Tensor:
        """Phones in context, of no speaker. (B, N, N_FEATURES), (B, N) 1 where a phone is -> (B, N, C)."""
        return _run(self.encoder, self.enter(rows), mask)

    def prosody(self, phones: Tensor, mask: Tensor, speaker: Tensor) -> Prosody:
        """Rhythm and energy in this speaker's manner. (B, N, C), (B, N), (B,) -> (B, N) each."""
        hidden = _run(self.rhythm, phones + self.manner(speaker)[:, None], mask)
        duration, energy = self.rhythm_head(hidden).unbind(-1)
        return Prosody(duration, energy)

    def pitch(self, phones: Tensor, durations: Tensor, speaker: Tensor) -> tuple[Tensor, Tensor]:
        """Melody in this speaker's manner.

        Args:
            phones: (B, N, C) from `encode`.
            durations: (B, N) frames, whole numbers, 0 beyond the end.
            speaker: (B,) whose manner.

        Returns:
            (B, F) log pitch in units of the speaker's spread around the mean, and (B, F) logits of voicing.
        """
        frames, places, mask = spread(phones + self.manner(speaker)[:, None], durations)
        hidden = _run(self.melody, self.melody_enter(torch.cat([frames, places], dim=-1)), mask)
        height, voicing = self.melody_head(hidden).unbind(-1)
        return height, voicing

    def decode(
        self, phones: Tensor, durations: Tensor, energy: Tensor, log_pitch: Tensor, voiced: Tensor,
        shares: Tensor, formants: Tensor, chance: Tensor,
    ) -> Tensor:  # fmt: skip
        """The sound.

        Args:
            phones: (B, N, C) from `encode`.
            durations: (B, N) frames.
            energy: (B, N) as in `Prosody`.
            log_pitch: (B, F) log Hz, running on through unvoiced frames; float32 whatever the model is in.
            voiced: (B, F) 0 or 1.
            shares: (B, N, speakers) of each speaker in the timbre of each phone; they sum to 1.
            formants: (B,) factor on the resonances of that timbre's vocal tract; 1 is the speaker.
            chance: (B, F, CHANCE) unit white noise; smaller values make a calmer, zeros the plainest sound.

        Returns:
            (B, N_MELS, F) log-mel.
        """
        joined = torch.cat([phones, energy[..., None]], dim=-1)
        frames, places, mask = spread(joined, durations)
        height = ((log_pitch - _PITCH_CENTRE) / _PITCH_SPREAD).to(phones.dtype)
        x = self.decoder_enter(torch.cat([frames, places, height[..., None], voiced[..., None]], dim=-1))
        x = x + self.chance(chance)
        throat = self.tract(formants.log()[:, None] * 10)  # (B, 1) -> (B, C)
        timbre = spread(shares @ self.timbre.weight + throat[:, None], durations)[0]
        for block, shift in zip(self.decoder, self.shifts, strict=True):
            x = block((x + shift(timbre)) * mask)
        x = self.decoder_norm(x)
        harmonics = self.ridges(x) * self.comb(log_pitch) * voiced[..., None]
        mel: Tensor = self.decoder_head(x) * _MEL_SPREAD + _MEL_MEAN + harmonics
        return mel.transpose(1, 2)  # (B, F, N_MELS) -> (B, N_MELS, F)


def spread(phones: Tensor, durations: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Repeats each phone for as many frames as it lasts.

    Args:
        phones: (B, N, C).
        durations: (B, N) frames, whole numbers.

    Returns:
        (B, F, C) frames, (B, F, 2) how far each is from its phone's start and end (0 to 1), and (B, F, 1)
        1 where a frame is, F being the longest of the batch.
    """
    ends = durations.cumsum(dim=1)
    total = ends[:, -1]
    clock = torch.arange(int(total.max()), device=phones.device).expand(len(phones), -1).contiguous()
    index = torch.searchsorted(ends, clock, right=True).clamp(max=durations.shape[1] - 1)  # (B, F)
    mask = (clock < total[:, None]).to(phones.dtype)[..., None]
    length = durations.gather(1, index).clamp(min=1)
    passed = (clock - (ends - durations).gather(1, index) + 0.5) / length
    places = torch.stack([passed, 1 - passed], dim=-1).to(phones.dtype) * mask
    frames = phones.gather(1, index[..., None].expand(-1, -1, phones.shape[-1]))
    return frames * mask, places, mask


def _stack(layers: int, width: int, inner: int, kernel: int, dropout: float = 0.0) -> nn.ModuleList:
    return nn.ModuleList(
        ConvNeXtBlock(width=width, inner=inner, kernel=kernel, scale=1 / layers, dropout=dropout)
        for _ in range(layers)
    )


def _run(blocks: nn.ModuleList, x: Tensor, mask: Tensor) -> Tensor:
    """The blocks in order, padding kept at zero. (B, T, C), (B, T) or (B, T, 1) -> (B, T, C)."""
    column = mask if mask.dim() == 3 else mask[..., None]
    for block in blocks:
        x = block(x * column)
    return x
