"""A chosen voice, ready to speak."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from engine.speech.brought.registry import PIPER, VoiceChoice
from engine.speech.delivery import Manner
from engine.speech.rendering import HUMAN, Renderer
from engine.speech.sections import Section
from engine.speech.voices import Voice


class SectionRenderer(Protocol):
    """What speaks a section."""

    def render(self, section: Section, voice: Voice, manner: Manner, pace: float) -> NDArray[np.float32]:
        """The section's sound at 24 kHz, silent at both ends. (T,) float32."""
        ...


class OwnRenderer:
    """Weights of our own kind whose only speaker is the voice: no throat is imagined for it."""

    def __init__(self, folder: Path, device: str | None, dtype: str | None) -> None:
        self._renderer = Renderer(folder, device, dtype)
        self._pitch = math.exp(self._renderer.acoustic.config.log_pitch[HUMAN])

    def render(self, section: Section, voice: Voice, manner: Manner, pace: float) -> NDArray[np.float32]:
        """As `Renderer.render`."""
        return self._renderer.render(section, Voice(voice.name, 1.0, self._pitch), manner, pace)


def opened(choice: VoiceChoice, device: str | None = None, dtype: str | None = None) -> SectionRenderer:
    """What speaks the chosen voice, its files checked first.

    Args:
        device, dtype: of our own kind; a Piper voice runs on the CPU as it is stored.

    Raises:
        WeightsError: a file is missing or has changed, the voice cannot be loaded, or a package is missing.
    """
    choice.verify()
    if choice.kind == PIPER:
        from engine.speech.piper.rendering import PiperRenderer

        return PiperRenderer(choice.graph, choice.speaker)
    return OwnRenderer(Path(choice.folder), device, dtype)
