"""Requests of different clients run on the device together.

Nobody waits for a batch to fill: whoever finds the model free starts at once, and all that came while it
worked form the next batch. The models put texts of like length together by themselves.
"""

import threading
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from engine.contract import BasicSpeechRequest, PremiumSpeechRequest
from engine.contract.names import PinglishStyle, VowelNotation
from engine.service.capabilities import Capabilities, Clip, Listener, Marked, Romanized, StopCheck

R = TypeVar("R")
MOST_TEXTS: Final = 32  # in one batch: bounds memory, and how long a newcomer waits for the one before


@dataclass(slots=True, eq=False)
class _Call(Generic[R]):
    texts: Sequence[str]
    options: Hashable
    results: list[R] = field(default_factory=list)
    failure: Exception | None = None
    ended: bool = False


class Batcher(Generic[R]):
    """One function of texts, called from many threads.

    Args:
        make: Takes texts and options and answers in the texts' order; called by one thread at a time.
    """

    def __init__(self, make: Callable[[Sequence[str], Any], Sequence[R]]) -> None:
        self._make = make
        self._turn = threading.Lock()
        self._guard = threading.Lock()
        self._waiting: list[_Call[R]] = []

    def run(self, texts: Sequence[str], options: Hashable) -> list[R]:
        """The results of these texts. A text that fails fails only the call it came with."""
        call = _Call[R](texts, options)
        with self._guard:
            self._waiting.append(call)
        with self._turn:
            if not call.ended:
                self._work(self._batch(call))
        if call.failure is not None:
            raise call.failure
        return call.results

    def _batch(self, first: _Call[R]) -> list[_Call[R]]:
        with self._guard:
            batch, room = [first], MOST_TEXTS - len(first.texts)
            for call in self._waiting:
                if call is not first and call.options == first.options and len(call.texts) <= room:
                    batch.append(call)
                    room -= len(call.texts)
            self._waiting = [call for call in self._waiting if call not in batch]
            return batch

    def _work(self, batch: list[_Call[R]]) -> None:
        try:
            made = iter(self._make([text for call in batch for text in call.texts], batch[0].options))
            for call in batch:
                call.results = [next(made) for _ in call.texts]
        except Exception as error:
            if len(batch) > 1:
                for call in batch:
                    self._work([call])
                return
            batch[0].failure = error
        for call in batch:
            call.ended = True


class Batched:
    """Capabilities whose text calls are batched.

    Args:
        capabilities: What runs them.
    """

    def __init__(self, capabilities: Capabilities) -> None:
        self._capabilities = capabilities
        self._marks: Batcher[Marked] = Batcher(capabilities.diacritize)
        self._latin: Batcher[Romanized] = Batcher(lambda texts, how: capabilities.romanize(texts, *how))
        self._english: Batcher[str] = Batcher(lambda texts, _: capabilities.translate(texts))

    @property
    def engine_version(self) -> str:
        """As of the capabilities."""
        return self._capabilities.engine_version

    def diacritize(self, texts: Sequence[str], include_ezafe: bool) -> Sequence[Marked]:
        """Marks of each text."""
        return self._marks.run(texts, include_ezafe)

    def romanize(
        self, texts: Sequence[str], style: PinglishStyle, vowel_notation: VowelNotation
    ) -> Sequence[Romanized]:
        """Each text in Latin script."""
        return self._latin.run(texts, (style, vowel_notation))

    def translate(self, texts: Sequence[str]) -> Sequence[str]:
        """Each text in English."""
        return self._english.run(texts, None)

    def speak(
        self,
        request: BasicSpeechRequest | PremiumSpeechRequest,
        should_stop: StopCheck,
        listener: Listener | None = None,
    ) -> Clip:
        """The text as an audio file."""
        return self._capabilities.speak(request, should_stop, listener)

    def join(self, clips: Sequence[Clip]) -> Clip:
        """Clips of the sections of one text as one file."""
        return self._capabilities.join(clips)
