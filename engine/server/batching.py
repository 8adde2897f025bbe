"""Requests of different clients run on the device together, in batches of texts of like length.

Nobody waits for a batch to fill: whoever finds the model free starts at once, and what came while it worked
forms the next batches. Short texts go first, so that long ones do not hold them up; but a call that has
waited until its deadline is next, whatever its length.
"""

import threading
import time
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar

from engine.contract import BasicSpeechRequest, PremiumSpeechRequest
from engine.contract.names import PinglishStyle, VowelNotation
from engine.service.capabilities import Capabilities, Clip, Listener, Marked, Romanized, StopCheck

R = TypeVar("R")
# Of one batch: bounds of its memory, and of how long a newcomer waits for it. Twice as many texts would take
# a CPU as long for each; with these, the answers of one batch are on their way while the next one runs.
MOST_TEXTS: Final = 16
MOST_CODE_POINTS: Final = 16_384
DEADLINE_SECONDS: Final = 0.5


@dataclass(slots=True, eq=False)
class _Call(Generic[R]):
    """A call that waits, works or has ended.

    Attributes:
        came: When, by the batcher's clock.
        woken: Set when it has ended, or is to run the next batch.
    """

    texts: Sequence[str]
    options: Hashable
    came: float
    woken: threading.Event = field(default_factory=threading.Event)
    results: list[R] = field(default_factory=list)
    failure: Exception | None = None
    ended: bool = False

    @property
    def size(self) -> int:
        """Code points."""
        return sum(map(len, self.texts))

    @property
    def bucket(self) -> int:
        """Calls of one bucket are at most twice as long as each other."""
        return self.size.bit_length()


class Batcher(Generic[R]):
    """One function of texts, called from many threads.

    Args:
        make: Takes texts and options and answers in the texts' order; called by one thread at a time.
        clock: Tells the seconds.
    """

    def __init__(
        self, make: Callable[[Sequence[str], Any], Sequence[R]], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._make = make
        self._clock = clock
        self._guard = threading.Lock()
        self._waiting: list[_Call[R]] = []  # in the order they came
        self._working = False

    def run(self, texts: Sequence[str], options: Hashable) -> list[R]:
        """The results of these texts. A text that fails fails only the call it came with."""
        call = _Call[R](texts, options, self._clock())
        with self._guard:
            first, self._working = not self._working, True
            if not first:
                self._waiting.append(call)
        if not first:
            call.woken.wait()
        if not call.ended:
            batch = self._batch(call)
            try:
                self._work(batch)
            finally:
                self._hand_over(batch)
        if call.failure is not None:
            raise call.failure
        return call.results

    def _batch(self, first: _Call[R]) -> list[_Call[R]]:
        """A call, and those that wait and go with it; they wait no more."""
        with self._guard:
            batch, texts, size = [first], len(first.texts), first.size
            for call in self._waiting:
                alike = (call.options, call.bucket) == (first.options, first.bucket)
                fits = texts + len(call.texts) <= MOST_TEXTS and size + call.size <= MOST_CODE_POINTS
                if alike and fits:
                    batch.append(call)
                    texts, size = texts + len(call.texts), size + call.size
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

    def _hand_over(self, batch: list[_Call[R]]) -> None:
        """Lets the calls of a batch go, and one that waits run the next."""
        with self._guard:
            self._working = bool(self._waiting)
            if self._waiting:
                following = self._next()
                self._waiting.remove(following)
                following.woken.set()
        for call in batch:
            call.ended = True
            call.woken.set()

    def _next(self) -> _Call[R]:
        oldest = self._waiting[0]
        if self._clock() - oldest.came >= DEADLINE_SECONDS:
            return oldest
        return min(self._waiting, key=lambda call: call.bucket)


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
