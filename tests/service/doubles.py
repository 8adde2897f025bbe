"""Stand-ins of the service's surroundings: capabilities without models, a clock that is moved by hand."""

import threading
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from engine.contract import AlignmentItem, Operation
from engine.contract.errors import EngineError
from engine.service.account import Account, Allowances
from engine.service.capabilities import Clip, Listener, SpeechStopped, StopCheck

START = 1_790_000_000.0


class HandClock:
    """Stands still until it is moved."""

    def __init__(self, now: float = START) -> None:
        self.time = now
        self.passed = 0.0

    def now(self) -> float:
        return self.time

    def elapsed(self) -> float:
        return self.passed

    def forward(self, seconds: float) -> None:
        """Lets time pass."""
        self.time += seconds
        self.passed += seconds

    def jump(self, seconds: float) -> None:
        """Sets the clock to another time, while none passes."""
        self.time += seconds


@dataclass(frozen=True)
class Marks:
    marked: str
    operations: tuple[Operation, ...]


@dataclass(frozen=True)
class Latin:
    pinglish: str
    alignment: tuple[AlignmentItem, ...]
    warnings: tuple[str, ...]


class PlainCapabilities:
    """Answers by rule, counts its calls, and fails or waits when told to.

    Attributes:
        failure: Raised by every call, if set.
        gate: While it is clear, speech does not end; it listens to its stop check.
        hangs: Whether it does not even do that.
        seconds: Length of the next clip.
        fallback: Substitution of the next clip.
        preview: What a listener hears before the gate is looked at.
        calls: Name of every call, in order.
        spoken: Every speech request, in order.
    """

    def __init__(self) -> None:
        self.engine_version = "plain-1"
        self.failure: BaseException | None = None
        self.gate = threading.Event()
        self.gate.set()
        self.hangs = False
        self.speaking = threading.Event()
        self.seconds = 2.5
        self.fallback: Any = None
        self.preview: Iterable[bytes] = []
        self.calls: list[str] = []
        self.spoken: list[Any] = []

    def diacritize(self, texts: Sequence[str], include_ezafe: bool) -> list[Marks]:
        self._called("diacritize")
        kind = "ezafe" if include_ezafe else "reading"
        operations = (Operation(source_index=0, mark="\u064e", type=kind),)
        return [Marks(text[0] + "\u064e" + text[1:], operations) for text in texts]

    def romanize(self, texts: Sequence[str], style: str, vowel_notation: str) -> list[Latin]:
        self._called("romanize")
        return [
            Latin(
                f"{style} {vowel_notation}",
                (AlignmentItem(source_start=0, source_end=len(text), source=text, pinglish="x"),),
                ("a warning",),
            )
            for text in texts
        ]

    def translate(self, texts: Sequence[str]) -> list[str]:
        self._called("translate")
        return [f"English of {text}" for text in texts]

    def speak(self, request: Any, should_stop: StopCheck, listener: Listener | None = None) -> Clip:
        self._called("speak")
        self.spoken.append(request)
        for chunk in self.preview if listener else []:
            listener(chunk)
        self.speaking.set()
        while not self.gate.wait(0.005):
            if not self.hangs and should_stop():
                raise SpeechStopped
        voice = request.voice if self.fallback is None else self.fallback.to
        data = f"sound of {voice}: {request.text}".encode()
        return Clip(data, "audio/wav", self.seconds, voice, self.fallback)

    def join(self, clips: Sequence[Clip]) -> Clip:
        data = b" + ".join(clip.data for clip in clips)
        return Clip(data, "audio/wav", sum(clip.duration_seconds for clip in clips), clips[0].voice)

    def _called(self, name: str) -> None:
        self.calls.append(name)
        if self.failure is not None:
            raise self.failure


def account(**allowances: Any) -> Account:
    return Account(allowances=Allowances(**allowances))


def wait_for(condition: Any, seconds: float = 10) -> None:
    """Waits until `condition()` holds."""
    ends = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < ends, "it never came to be"
        time.sleep(0.005)


def code_of(error: EngineError) -> str:
    return error.detail.code
