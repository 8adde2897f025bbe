"""One section to sound in a Piper voice.

What of a manner can act does: tempo on the voice's durations, span on how far its sounds vary, pauses between
sections. Pitch, energy, brightness and whisper are the voice's own; so are the pauses inside a section.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
import torchaudio
from numpy.typing import NDArray

from engine.speech.delivery import Manner
from engine.speech.mel import SAMPLE_RATE
from engine.speech.piper.config import read
from engine.speech.piper.graph import Graph
from engine.speech.piper.spelling import Spelling
from engine.speech.rendering import LEAD, TAIL, faded, silence
from engine.speech.sections import Section
from engine.speech.voices import Voice

_NEAR = 0.005  # of a duration: as near to the pace as is asked
_TRIES = 4  # runs to come there; durations are whole frames, so no factor may hit it
_WINDOW = SAMPLE_RATE // 100
_QUIET = 10**-4.5  # of the loudest window's power: silence at the ends
_MOST_NOISE = 1.0


class PiperRenderer:
    """A Piper voice on the CPU. Calls from several threads at once are fine."""

    def __init__(self, graph: Path, speaker: int = 0) -> None:
        """Load the voice.

        Args:
            graph: The `.onnx` file, its `.onnx.json` beside it.
            speaker: Its number, for a voice that has several.

        Raises:
            WeightsError: A file is damaged, the voice does not speak Persian, or `onnxruntime` is missing.
        """
        self._config = read(graph)
        self._speaker = speaker
        self._spelling = Spelling(self._config)
        self._graph = Graph(graph, self._config.speakers)

    @property
    def substitutes(self) -> dict[str, str]:
        """Symbols that the voice lacks, and what stands in for each."""
        return self._spelling.substitutes

    def render(self, section: Section, voice: Voice, manner: Manner, pace: float) -> NDArray[np.float32]:
        """The section's sound, silent at both ends. (T,) float32.

        The voice's timbre, pitch and tempo are what it learnt, whatever shipped voice it stands for.
        """
        ids = self._spelling.ids(section)
        noise = min(self._config.noise * manner.span, _MOST_NOISE)
        length = self._config.length / manner.tempo
        natural = self._said(ids, noise, length)
        said = natural if pace == 1.0 else self._paced(ids, noise, length, natural, pace)
        lead = silence(LEAD / pace)
        whole = round((len(natural) / SAMPLE_RATE + LEAD + TAIL) / pace * SAMPLE_RATE)
        return np.concatenate([lead, faded(said), silence((whole - len(lead) - len(said)) / SAMPLE_RATE)])

    def _paced(
        self, ids: list[int], noise: float, length: float, natural: NDArray[np.float32], pace: float
    ) -> NDArray[np.float32]:
        """The same at another pace: the factor on the durations that brings them there, by secants."""
        goal = len(natural) / pace
        best, factor = natural, 1 / pace
        known = (1.0, len(natural))  # a factor, and how many samples it gave
        for _ in range(_TRIES):
            said = self._said(ids, noise, length * factor)
            best = min(best, said, key=lambda sound: abs(len(sound) - goal))
            slope = (len(said) - known[1]) / (factor - known[0]) if factor != known[0] else 0.0
            if abs(len(best) / goal - 1) <= _NEAR or slope <= 0:
                break
            known, factor = (factor, len(said)), max(factor + (goal - len(said)) / slope, 0.5 * factor)
        return best

    def _said(self, ids: list[int], noise: float, length: float) -> NDArray[np.float32]:
        """One run, at our sample rate, without the silence at its ends."""
        made = torch.from_numpy(self._graph.run(ids, noise, length, self._speaker))
        at_rate = torchaudio.functional.resample(made, self._config.sample_rate, SAMPLE_RATE)
        return trimmed(at_rate.numpy())


def trimmed(samples: NDArray[np.float32]) -> NDArray[np.float32]:
    """The same sound without what is silent at its ends. (T,) -> (T',)."""
    whole = len(samples) // _WINDOW * _WINDOW
    power = np.square(samples[:whole]).reshape(-1, _WINDOW).mean(axis=1)
    loud = np.flatnonzero(power > power.max(initial=0.0) * _QUIET)
    return samples[loud[0] * _WINDOW : (loud[-1] + 1) * _WINDOW] if len(loud) else samples
