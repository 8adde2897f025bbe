"""One section to sound: the two models, and the delivery between them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine import checkpoint
from engine.speech.acoustic import CHANCE, Acoustic, AcousticConfig
from engine.speech.comb import HIGHEST, LOWEST
from engine.speech.delivery import Manner
from engine.speech.mel import FRAME_RATE, HOP_LENGTH, N_MELS, SAMPLE_RATE
from engine.speech.phrases import matrix, silences
from engine.speech.sections import Section
from engine.speech.vocoder import Vocoder, VocoderConfig
from engine.speech.voices import Voice

TEACHER, HUMAN, PERSIAN = 0, 1, 3
"""Speakers of the acoustic model: whose rhythm and melody it is; whose spread of pitch; and whose energy, the
teacher's mapped into the human's timbre, for the teacher's own silences are digital."""
LEAD, TAIL = 0.05, 0.15  # seconds of silence that a section begins and ends with
_FADE = 0.005  # seconds over which a section's ends come from and go to nothing
_CALM = 0.15  # of the acoustic model's chance: of all the sounds it might make, the likelier ones
_PERSIAN = 0.7  # share of a timbre as the teacher's Persian was mapped into it, the rest as recorded
_MELODY = 1.1  # a predicted melody is an average, and moves less than a spoken one
_RIDGES = 0.2  # of the comb of harmonics, in which a predicted spectrum is an average too
_DECIBEL = math.log(10) / 20  # nepers


@dataclass(frozen=True)
class Plan:
    """What is fixed before the sound is made.

    Attributes:
        durations: (N,) frames of each row.
        log_pitch: (F,) log Hz.
        voiced: (F,) 0 or 1.
        energy: (N,) in units of the speaker's spread.
    """

    durations: NDArray[np.int64]
    log_pitch: NDArray[np.float32]
    voiced: NDArray[np.float32]
    energy: NDArray[np.float32]


class Renderer:
    """Both models on one device. Calls from several threads at once are fine."""

    def __init__(
        self, weights: Path | None = None, device: str | None = None, dtype: str | None = None
    ) -> None:
        """Read the weights.

        Args:
            weights: Folder of the weights; the package's own by default.
            device: torch's name of a device; a GPU where there is one if None.
            dtype: Of the acoustic model, as torch names it; float32 by default, as the vocoder always is.

        Raises:
            WeightsError: A model is missing or damaged.
        """
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        self.dtype: torch.dtype = getattr(torch, dtype or "float32")
        stored = checkpoint.load("acoustic", weights)
        self.acoustic = Acoustic(_acoustic_config(stored.config))
        self.acoustic.load_state_dict(stored.tensors)
        self.acoustic.to(self.device, self.dtype).eval()
        stored = checkpoint.load("vocoder", weights)
        self.vocoder = Vocoder(VocoderConfig(**stored.config))
        self.vocoder.load_state_dict(stored.tensors)
        self.vocoder.to(self.device, torch.float32).eval()

    @torch.inference_mode()
    def render(self, section: Section, voice: Voice, manner: Manner, pace: float) -> NDArray[np.float32]:
        """The section's sound, silent at both ends. (T,) float32."""
        rows = torch.from_numpy(matrix(section.phrases)).to(self.device, self.dtype)[None]
        phones = self.acoustic.encode(rows, torch.ones_like(rows[..., 0]))
        plan = self.planned(phones, section, voice, manner, pace)
        frames = len(plan.log_pitch)
        generator = torch.Generator().manual_seed(frames)  # the same words always sound the same
        chance = _CALM * torch.randn((1, frames, CHANCE), generator=generator)
        sounding = 0.0 * plan.voiced if manner.whisper else plan.voiced
        mel = self.acoustic.decode(
            phones,
            self._tensor(plan.durations),
            self._tensor(plan.energy).to(self.dtype),
            self._tensor(plan.log_pitch),
            self._tensor(sounding).to(self.dtype),
            self._tensor(timbres(voice, phones.shape[1])).to(self.dtype),
            torch.tensor([voice.formants], device=self.device, dtype=self.dtype),
            chance.to(self.device, self.dtype),
        ).float()
        ridges = self.acoustic.comb(self._tensor(plan.log_pitch)) * self._tensor(sounding)[..., None]
        slope = torch.linspace(-0.5, 0.5, N_MELS, device=self.device)
        mel = mel + _RIDGES * ridges.transpose(1, 2)  # (B, F, N_MELS) -> (B, N_MELS, F)
        mel = mel + slope[None, :, None] * (voice.brightness + manner.brightness) * _DECIBEL
        f0 = self._tensor((np.exp(plan.log_pitch) * sounding).astype(np.float32))
        noise = torch.randn((1, (frames - 1) * HOP_LENGTH), generator=generator).to(self.device)
        return faded(self.vocoder(mel, f0, noise)[0].cpu().numpy())

    def planned(self, phones: Tensor, section: Section, voice: Voice, manner: Manner, pace: float) -> Plan:
        """Durations, melody, energy; the melody is made at the natural pace and stretched with the phones."""
        manners = torch.tensor([TEACHER], device=self.device)
        mask = torch.ones_like(phones[..., 0])
        duration = self.acoustic.prosody(phones, mask, manners).duration[0].float().cpu().numpy()
        own = self.acoustic.prosody(phones, mask, torch.tensor([PERSIAN], device=self.device))
        rate = voice.tempo * manner.tempo
        seconds = np.exp(duration) / FRAME_RATE / rate
        pauses = [LEAD, *(pause * manner.pauses for pause in section.pauses[:-1]), TAIL]
        seconds[silences(section.phrases)] = pauses
        natural = whole_frames(seconds)
        durations = whole_frames(seconds / pace)
        height, voicing = self.acoustic.pitch(phones, self._tensor(natural), manners)
        spread = self.acoustic.config.pitch_spread[HUMAN] * manner.span * _MELODY
        centre = math.log(voice.pitch * manner.pitch)
        log_pitch = centre + height[0].float().cpu().numpy() * spread
        voiced = (voicing[0].float().cpu().numpy() > 0).astype(np.float32)
        silent = np.zeros(len(natural), bool)
        silent[silences(section.phrases)] = True
        voiced[np.repeat(silent, natural)] = 0
        source = stretched(natural, durations)
        log_pitch = np.interp(source, np.arange(len(log_pitch)), log_pitch).clip(
            math.log(LOWEST), math.log(HIGHEST)
        )
        energy = own.energy[0].float().cpu().numpy() * manner.contrast + np.where(silent, 0, manner.energy)
        return Plan(
            durations,
            log_pitch.astype(np.float32),
            voiced[np.round(source).astype(int).clip(max=len(voiced) - 1)],
            energy.astype(np.float32),
        )

    def _tensor(self, values: NDArray[Any]) -> Tensor:
        return torch.from_numpy(values).to(self.device)[None]


def timbres(voice: Voice, phones: int) -> NDArray[np.float32]:
    """Shares of the teacher, the two humans, and the two in Persian, in so many phones. (phones, 5)."""
    humans = np.array([1 - voice.second, voice.second])
    shares = np.concatenate([[0.0], (1 - _PERSIAN) * humans, _PERSIAN * humans])
    return np.tile(shares.astype(np.float32), (phones, 1))


def whole_frames(seconds: NDArray[np.float32]) -> NDArray[np.int64]:
    """Frames of each phone, rounded so that the sum is right, one at least. (N,) -> (N,)."""
    edges = np.round(np.cumsum(seconds.astype(np.float64)) * FRAME_RATE).astype(np.int64)
    edges = np.maximum.accumulate(edges - np.arange(len(edges))) + np.arange(len(edges))  # strictly rising
    return np.diff(np.maximum(edges, np.arange(1, len(edges) + 1)), prepend=0)


def stretched(natural: NDArray[np.int64], wanted: NDArray[np.int64]) -> NDArray[np.float64]:
    """For each frame of the wanted durations, the place it has in the natural ones, phone by phone."""
    before = np.concatenate([[0], np.cumsum(natural)])
    after = np.concatenate([[0], np.cumsum(wanted)])
    place = np.interp(np.arange(after[-1]) + 0.5, after, before) - 0.5
    return np.asarray(place.clip(0, before[-1] - 1))


def faded(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same sound coming from and going to nothing, so that it joins without a click."""
    count = min(int(_FADE * SAMPLE_RATE), len(samples) // 2)
    ramp = (0.5 - 0.5 * np.cos(np.pi * np.arange(count) / max(count, 1))).astype(np.float32)
    ends = samples.copy()
    ends[:count] *= ramp
    ends[len(ends) - count :] *= ramp[::-1]
    return ends


def silence(seconds: float) -> NDArray[np.float32]:
    """So much of nothing."""
    return np.zeros(max(0, round(seconds * SAMPLE_RATE)), np.float32)


def _acoustic_config(stored: dict[str, Any]) -> AcousticConfig:
    values: dict[str, Any] = {n: tuple(v) if isinstance(v, Sequence) else v for n, v in stored.items()}
    return AcousticConfig(**values)
