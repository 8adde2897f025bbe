"""Text to speech: reads, plans sections, renders them one after the other."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from engine.contract.errors import ValidationFailed
from engine.speech.audio_file import Audio
from engine.speech.brought.opening import SectionRenderer, opened
from engine.speech.brought.registry import VoiceChoice
from engine.speech.conjunction import Spoken
from engine.speech.delivery import EXPRESSIVENESS, STYLES, Delivery, Manner
from engine.speech.director import read_notes
from engine.speech.loudness import gain_to_target, limit, limited
from engine.speech.persian import segments
from engine.speech.phrases import Ending, Phrase
from engine.speech.rendering import LEAD, TAIL, Renderer, silence
from engine.speech.sections import Section, sections_of
from engine.speech.voices import Voice, voice_named
from engine.turns import Turns

if TYPE_CHECKING:
    from engine.reading.reader import Reader

StopCheck = Callable[[], bool]  # asked before each section; True means: give up
Listener = Callable[[NDArray[np.float32]], None]  # takes (T,) samples of one section

_YARDSTICK = ("salAm", "bahAr", "az", "rAh", "resid")  # a sentence whose loudness stands for a voice's


class SynthesisStopped(Exception):
    """`should_stop` said so before the speech was whole."""


class Synthesizer:
    """Speaks Persian text in any of the voices.

    Calls from several threads at once are fine: they take turns section by section, so that a long text
    keeps a short one waiting for no more than a sentence or two.
    """

    def __init__(
        self,
        reader: Reader,
        weights: Path | None = None,
        device: str | None = None,
        dtype: str | None = None,
        brought: Mapping[str, VoiceChoice] | None = None,
    ) -> None:
        """Read the weights.

        Args:
            reader: Recovers how the text is read.
            weights, device, dtype: As `Renderer` takes them.
            brought: What speaks in place of shipped voices, by name; opened at the first use.

        Raises:
            WeightsError: A model is missing or damaged.
        """
        self._reader = reader
        self._renderer = Renderer(weights, device, dtype)
        self._brought = brought or {}
        self._opened: dict[str, SectionRenderer] = {}
        self._device, self._dtype = device, dtype
        self._turns = Turns()
        self._gains: dict[str, float] = {}

    def synthesize(
        self, text: str, delivery: Delivery, should_stop: StopCheck | None = None
    ) -> Iterator[NDArray[np.float32]]:
        """Speech section by section, for listening while it is made.

        Each section carries the pause before it; joined they are the whole. Loudness is brought near
        the target by a gain that is fixed for the voice, since the whole is not known yet.

        Yields:
            (T,) float32 samples at 24 kHz, within -1 and 1.

        Raises:
            ValidationFailed: An unknown voice, or nothing in the text can be spoken.
            WeightsError: The user's own voice is missing or has changed.
            SynthesisStopped: `should_stop` said so.
        """
        gain = self._gain(voice_named(delivery.voice))
        for samples in self._sections(text, delivery, should_stop):
            yield limited(samples, gain)

    def speak(
        self,
        text: str,
        delivery: Delivery,
        should_stop: StopCheck | None = None,
        listener: Listener | None = None,
    ) -> Audio:
        """The whole speech at -20 LUFS (ITU-R BS.1770), silence trimmed at its ends, no peak clipped.

        A listener gets each section when it is there, as `synthesize` yields it.

        Raises:
            ValidationFailed: An unknown voice, or nothing in the text can be spoken.
            WeightsError: The user's own voice is missing or has changed.
            SynthesisStopped: `should_stop` said so.
        """
        made: deque[NDArray[np.float32]] = deque()
        for samples in self._sections(text, delivery, should_stop):
            made.append(samples)
            if listener is not None:
                listener(limited(samples, self._gain(voice_named(delivery.voice))))
        whole = _joined(made)
        limit(whole, gain_to_target(whole))
        return Audio(whole)

    def _sections(
        self, text: str, delivery: Delivery, should_stop: StopCheck | None
    ) -> Iterator[NDArray[np.float32]]:
        from engine.reading.phonemes import phonemize_along

        voice = voice_named(delivery.voice)
        words = phonemize_along(self._reader, text)
        return self._rendered(sections_of(text, words), voice, delivery, should_stop)

    def _rendered(
        self, sections: Iterator[Section], voice: Voice, delivery: Delivery, should_stop: StopCheck | None
    ) -> Iterator[NDArray[np.float32]]:
        manner = manner_of(delivery)
        before: float | None = None  # seconds of pause owed by the section before
        title = manner.title_pause  # seconds more, owed by the first sentence
        while True:
            if should_stop is not None and should_stop():
                raise SynthesisStopped
            with self._turns.turn():  # to read the section's words, and to say them
                section = next(sections, None)
                if section is None:
                    break
                samples = self._renderer_of(voice).render(section, voice, manner, delivery.pace)
            yield samples if before is None else np.concatenate([silence(before / delivery.pace), samples])
            before = max(0.0, section.pauses[-1] * manner.pauses - LEAD - TAIL)
            if section.ends_sentence:
                before, title = before + title, 0.0
        if before is None:
            raise ValidationFailed("nothing in the text can be spoken", details={"field": "text"})

    def _gain(self, voice: Voice) -> float:
        """What brings this voice near the target loudness, measured once on a fixed sentence."""
        if voice.name not in self._gains:
            yardstick = _sentence(_YARDSTICK)
            with self._turns.turn():
                samples = self._renderer_of(voice).render(yardstick, voice, Manner(), 1.0)
            self._gains[voice.name] = gain_to_target(samples)
        return self._gains[voice.name]

    def _renderer_of(self, voice: Voice) -> SectionRenderer:
        """What speaks this voice: the user's own where there is one, else the shipped models."""
        if voice.name not in self._brought:
            return self._renderer
        if voice.name not in self._opened:
            self._opened[voice.name] = opened(self._brought[voice.name], self._device, self._dtype)
        return self._opened[voice.name]


def manner_of(delivery: Delivery) -> Manner:
    """Style, expressiveness and the director's notes together."""
    asked = STYLES[delivery.style].with_(EXPRESSIVENESS[delivery.expressiveness])
    return asked.with_(read_notes(delivery.director_notes).manner)


def _joined(pieces: deque[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The pieces as one sound; each is let go once it is copied, so that no sound is held twice. (T,)."""
    whole = np.empty(sum(map(len, pieces)), np.float32)
    place = 0
    while pieces:
        piece = pieces.popleft()
        whole[place : place + len(piece)] = piece
        place += len(piece)
    return whole


def _sentence(words: Sequence[str]) -> Section:
    phones = tuple(segment for word in words for segment in segments(word))
    return Section((Phrase(phones, Ending.STATEMENT),), (0.0,))


__all__ = ["Delivery", "Spoken", "SynthesisStopped", "Synthesizer", "manner_of"]
