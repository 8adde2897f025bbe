"""Pitch of a recording, by WORLD (Morise 2016)."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from engine.speech.mel import HOP_LENGTH, SAMPLE_RATE, frames_of
from training.speech.world import world

LOWEST, HIGHEST = 60.0, 450.0  # Hz


def pitch_of(
    audio: NDArray[np.float32], lowest: float = LOWEST, highest: float = HIGHEST
) -> NDArray[np.float32]:
    """Hz per mel frame, 0 where unvoiced. (T,) -> (T // HOP_LENGTH + 1,)."""
    signal = audio.astype(np.float64)
    raw, times = world().dio(
        signal, SAMPLE_RATE, f0_floor=lowest, f0_ceil=highest, frame_period=1000 * HOP_LENGTH / SAMPLE_RATE
    )
    refined = world().stonemask(signal, raw, times, SAMPLE_RATE)
    wanted = frames_of(len(audio))
    refined = np.pad(refined[:wanted], (0, max(0, wanted - len(refined))))
    return np.where((refined >= lowest) & (refined <= highest), refined, 0).astype(np.float32)
