"""The comb of harmonics that a pitch draws into a log-mel.

Up to about 1.5 kHz the mel bands of a frame are narrower than the harmonics of a voice lie apart, so a voiced
frame has a ridge at each harmonic and a valley between, whose places follow from the pitch alone.
"""

from __future__ import annotations

import math

import torch
from torch import Tensor, nn

from engine.speech.excitation import pulses
from engine.speech.mel import LogMel

LOWEST, HIGHEST = 60.0, 400.0  # Hz
_STEPS = 384  # of half a percent: a tenth harmonic moves by a twentieth of the way to the next
_FRAMES = 24  # of each pitch, over which the places of single pulses in the window are averaged
_SMOOTH = 60  # bands from here on know no harmonics at any pitch; their mean is the comb's zero


class Comb(nn.Module):
    """Log pitch to the ridges and valleys of a steady pulse train of that pitch."""

    table: Tensor

    def __init__(self) -> None:
        super().__init__()
        f0 = torch.linspace(math.log(LOWEST), math.log(HIGHEST), _STEPS).exp()
        mel = LogMel()(pulses(f0[:, None].expand(-1, _FRAMES)))[:, :, 4:-4].mean(dim=-1)  # (_STEPS, N_MELS)
        widths = LogMel().filters.sum(dim=0).log()
        flat = mel - widths
        self.register_buffer("table", flat - flat[:, _SMOOTH:].mean(dim=1, keepdim=True), persistent=False)

    def forward(self, log_pitch: Tensor) -> Tensor:
        """(B, F) log Hz -> (B, F, N_MELS) nepers, linear between the steps, as at the ends beyond them."""
        place = (log_pitch - math.log(LOWEST)) / math.log(HIGHEST / LOWEST) * (_STEPS - 1)
        place = place.clamp(0, _STEPS - 1.001)
        low = place.long()
        share = (place - low)[..., None].to(self.table.dtype)
        return self.table[low] * (1 - share) + self.table[low + 1] * share
