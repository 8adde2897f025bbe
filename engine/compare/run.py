"""Asking both engines, within a budget."""

import time
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from engine.compare.requests import Capability, Request, requests_of
from engine.contract.errors import EngineError, ErrorDetail, QuotaExhausted
from engine.remote import RemoteEngine

_WARMING: Final = "گرم شدن موتور"  # warming up


@dataclass(frozen=True, slots=True)
class Answer:
    """What one engine made of a request.

    Attributes:
        value: Its response; None if it failed.
        seconds: How long it took; over HTTP the last try alone, without earlier ones and the pauses between.
        error: Why it failed.
    """

    value: Any
    seconds: float
    error: ErrorDetail | None = None


@dataclass(frozen=True, slots=True)
class Pair:
    """What both engines made of a request."""

    request: Request
    local: Answer
    remote: Answer

    @property
    def complete(self) -> bool:
        """Whether there are two answers to compare."""
        return self.local.error is None and self.remote.error is None


@dataclass(frozen=True, slots=True)
class Budget:
    """What a comparison may cost on the remote engine.

    Attributes:
        units: Text units.
        seconds: Seconds of Basic speech; a clip is begun while some are left.
    """

    units: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Run:
    """A comparison as it was run.

    Attributes:
        pairs: In the order of asking.
        left_out: Requests that the budget or the remote allowance did not allow.
    """

    pairs: tuple[Pair, ...]
    left_out: int


def run(local: Any, remote: Any, requests: Iterable[Request], budget: Budget) -> Run:
    """Asks both engines, one request after the other; the remote one honours rate limits by itself.

    A remote failure is assumed to have been charged, so that the budget is never exceeded. Once an allowance
    of the remote engine is used up, requests of its capability are left out.
    """
    units, seconds = 0, 0.0
    exhausted: set[Capability] = set()
    pairs: list[Pair] = []
    left_out = 0
    for request in requests:
        speech = request.capability == "speech"
        over = seconds >= budget.seconds if speech else units + request.units > budget.units
        if over or request.capability in exhausted:
            left_out += 1
            continue
        units += request.units
        far = _timed(request, remote)
        if speech and far.value is not None:
            seconds += far.value.usage.seconds
        if far.error is not None and far.error.category == QuotaExhausted.category:
            exhausted.add(request.capability)
        pairs.append(Pair(request, _timed(request, local), far))
    return Run(tuple(pairs), left_out)


def warm_up(engine: Any, capabilities: Iterable[Capability]) -> None:
    """Loads an engine's models, so that the first request is measured like the others."""
    for request in requests_of([_WARMING], list(capabilities)):
        _timed(request, engine)


def _timed(request: Request, engine: Any) -> Answer:
    started = time.perf_counter()
    try:
        if isinstance(engine, RemoteEngine):
            answered = engine.send(request.call())
            return Answer(answered.value, answered.seconds)
        value = request.ask(engine)
    except EngineError as error:
        return Answer(None, time.perf_counter() - started, error.detail)
    return Answer(value, time.perf_counter() - started)
