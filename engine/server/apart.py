"""Text models in processes of their own.

In one process a model and the HTTP face take turns at Python's lock, and each waits for the other. Readings
(marks and Pinglish) have one process, translation another; both start at their first call. Speech, which
reports while it works, stays with the server.
"""

import logging
import signal
import threading
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import cache
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any, Final, Self

from engine.contract import BasicSpeechRequest, PremiumSpeechRequest
from engine.contract.errors import EngineError, InternalError, ServiceUnavailable
from engine.contract.names import PinglishStyle, VowelNotation
from engine.service.capabilities import Capabilities, Clip, Listener, Marked, Romanized, StopCheck

Make = Callable[[], Capabilities]
_LOG: Final = logging.getLogger("engine.server")
_CONTEXT: Final = get_context("spawn")  # a fork would copy locks that other threads hold
_FAREWELL_SECONDS: Final = 10  # from the end of the last call to that of the process


class Worker:
    """A process that runs the methods of capabilities, one call after the other.

    One that has died is replaced at the next call.

    Args:
        make: Makes the capabilities, in that process; must be picklable.
    """

    def __init__(self, make: Make) -> None:
        self._make = make
        self._turn = threading.Lock()
        self._running: tuple[BaseProcess, Connection] | None = None
        self._closed = False

    def call(self, method: str, *arguments: Any) -> Any:
        """What the method returns.

        Raises:
            EngineError: The method raised it.
            ServiceUnavailable: The process died meanwhile, or the worker is closed.
            InternalError: The method raised something that is no EngineError; the process has logged it.
        """
        with self._turn:
            if self._closed:
                raise ServiceUnavailable("the server ends", retry_after=1)
            self._running = self._running or self._start()
            _, connection = self._running
            try:
                connection.send((method, arguments))
                answer = connection.recv()
            except (EOFError, OSError):
                self._end()
                raise ServiceUnavailable("the process of the model ended", retry_after=1) from None
        if isinstance(answer, EngineError):
            raise answer
        return answer

    def close(self) -> None:
        """Lets a running call end, then the process."""
        with self._turn:
            self._closed = True
            self._end()

    def _start(self) -> tuple[BaseProcess, Connection]:
        ours, theirs = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=_work, args=(theirs, self._make), daemon=True)
        process.start()
        theirs.close()  # the process alone holds that end now, so that its death is the end of the pipe
        return process, ours

    def _end(self) -> None:
        if self._running is None:
            return
        process, connection = self._running
        self._running = None
        connection.close()
        process.join(_FAREWELL_SECONDS)
        process.kill()
        process.join()


def _work(connection: Connection, make: Make) -> None:
    """Answers calls until the other end is closed, be it by the death of the server."""
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to the whole group; the server says when to end
        signal.signal(number, signal.SIG_IGN)
    made = cache(make)
    with suppress(EOFError, OSError):
        while True:
            method, arguments = connection.recv()
            connection.send(_answer(made, method, arguments))


def _answer(made: Make, method: str, arguments: tuple[Any, ...]) -> Any:
    try:
        return getattr(made(), method)(*arguments)
    except EngineError as error:
        return error
    except Exception as error:
        _LOG.error("a model failed", exc_info=error)
        return InternalError(f"an unforeseen {type(error).__name__}")


class Apart:
    """Capabilities whose text calls run in other processes.

    Args:
        make: Makes the capabilities, here and in each process; must be picklable.
    """

    def __init__(self, make: Make) -> None:
        self._here = make()
        self._readings = Worker(make)
        self._translation = Worker(make)

    @property
    def engine_version(self) -> str:
        """As of the capabilities."""
        return self._here.engine_version

    def diacritize(self, texts: Sequence[str], include_ezafe: bool) -> Sequence[Marked]:
        """Marks of each text."""
        marked: Sequence[Marked] = self._readings.call("diacritize", texts, include_ezafe)
        return marked

    def romanize(
        self, texts: Sequence[str], style: PinglishStyle, vowel_notation: VowelNotation
    ) -> Sequence[Romanized]:
        """Each text in Latin script."""
        romanized: Sequence[Romanized] = self._readings.call("romanize", texts, style, vowel_notation)
        return romanized

    def translate(self, texts: Sequence[str]) -> Sequence[str]:
        """Each text in English."""
        english: Sequence[str] = self._translation.call("translate", texts)
        return english

    def speak(
        self,
        request: BasicSpeechRequest | PremiumSpeechRequest,
        should_stop: StopCheck,
        listener: Listener | None = None,
    ) -> Clip:
        """The text as an audio file, made here."""
        return self._here.speak(request, should_stop, listener)

    def join(self, clips: Sequence[Clip]) -> Clip:
        """Clips of the sections of one text as one file."""
        return self._here.join(clips)

    def close(self) -> None:
        """Ends the processes."""
        self._readings.close()
        self._translation.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
