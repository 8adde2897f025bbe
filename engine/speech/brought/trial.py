"""A voice tried before it is used: does it speak, and does it follow what it is told?"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from engine.brought import refusal
from engine.speech.brought.opening import opened
from engine.speech.brought.registry import VoiceChoice
from engine.speech.delivery import Manner
from engine.speech.mel import SAMPLE_RATE
from engine.speech.persian import segments
from engine.speech.phrases import Ending, Phrase
from engine.speech.piper.rendering import PiperRenderer
from engine.speech.sections import Section
from engine.speech.voices import voice_named

_WORDS = ("salAm", "emruz", "havA", "ye", "qaSang", "dAneSgAh", "xub", "ast")
_SECONDS = (0.5, 20.0)  # that a sentence of these words may last
_PACES = (0.8, 1.25)
_ACTION = "Choose another voice."


def tried(choice: VoiceChoice, device: str | None = None) -> str:
    """Speaks a sentence at several paces; what is to be known of the voice, for a person to read.

    Raises:
        WeightsError: The voice cannot be opened, is silent, or does not follow the pace.
    """
    phones = tuple(segment for word in _WORDS for segment in segments(word))
    sentence = Section((Phrase(phones, Ending.STATEMENT),), (0.0,))
    speaker, voice = opened(choice, device), voice_named(choice.voice)
    seconds = {}
    for pace in (1.0, *_PACES):
        said = speaker.render(sentence, voice, Manner(), pace)
        seconds[pace] = len(said) / SAMPLE_RATE
        if not np.any(np.abs(said) > 1e-3) or not _SECONDS[0] < seconds[pace] * pace < _SECONDS[1]:
            raise refusal(
                Path(choice.folder), f"does not speak: {seconds[pace]:.1f} s for a sentence", _ACTION
            )
    for pace in _PACES:
        if abs(seconds[1.0] / seconds[pace] / pace - 1) > 0.02:
            raise refusal(
                Path(choice.folder), "does not follow its length scale, so pace cannot act", _ACTION
            )
    lines = [f"a sentence of {len(_WORDS)} words lasts {seconds[1.0]:.1f} s"]
    if isinstance(speaker, PiperRenderer):
        lines += [f"{name} is written {one or 'as nothing'}" for name, one in speaker.substitutes.items()]
    return "\n".join(lines)
