"""Text models in processes of their own.

In one process a model and the HTTP face take turns at Python's lock, and each waits for the other. Readings
(marks and Pinglish) have one process, translation another; both start at their first call. Speech, which
reports while it works, stays with the server.
"""

import atexit
import logging
import os
import signal
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from multiprocessing import get_context, parent_process
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from multiprocessing.reduction import ForkingPickler
from typing import Any, Final, Self

from engine.contract import BasicSpeechRequest, PremiumSpeechRequest
from engine.contract.errors import EngineError, InternalError, ServiceUnavailable
from engine.contract.names import PinglishStyle, VowelNotation
from engine.server.lasting import settle_memory
from engine.server.logs import ELSEWHERE, places
from engine.service.capabilities import Capabilities, Clip, Listener, Marked, Romanized, StopCheck

_LOG: Final = logging.getLogger("engine.server")
_CONTEXT: Final = get_context("spawn")  # a fork would copy locks that other threads hold
FAREWELL_SECONDS: Final = 10.0
"""How long a call that runs at the end is waited for; then its process is killed."""
_LONGEST_REST: Final = 60  # seconds between two starts of a process that dies before it answers


class Worker:
    """A process with a copy of the capabilities that runs their methods, one call after the other.

    One that has died is replaced at the next call; one that keeps dying before it answers, ever less often.

    Args:
        capabilities: Must be picklable.
        clock: Tells the seconds.
    """

    def __init__(self, capabilities: Capabilities, clock: Callable[[], float] = time.monotonic) -> None:
        self._capabilities = capabilities
        self._clock = clock
        self._turn = threading.Lock()
        self._running: tuple[BaseProcess, Connection] | None = None
        self._closed = False
        self._deaths = 0  # in a row, without an answer between them
        self._rests_until = float("-inf")

    def call(self, method: str, *arguments: Any) -> Any:
        """What the method returns.

        Raises:
            EngineError: The method raised it.
            ServiceUnavailable: The process died meanwhile, or may not start again yet; or this is closed.
            InternalError: The method raised something that is no EngineError.
        """
        with self._turn:
            self._check()
            try:
                self._running = self._running or self._start()
                _, connection = self._running
                connection.send((method, arguments))
                answer = connection.recv()
            except (EOFError, OSError):
                self._bury()
                raise ServiceUnavailable("the process of the model ended", retry_after=1) from None
            self._deaths = 0
        if isinstance(answer, EngineError):
            raise answer
        return answer

    def close(self) -> None:
        """Lets a running call end, if it does so soon, and then the process; no other call begins."""
        self._closed = True
        atexit.unregister(self.close)
        patience = FAREWELL_SECONDS
        while not self._turn.acquire(timeout=patience):
            if self._running is not None:
                self._running[0].kill()  # whoever holds the turn finds the pipe at its end
            patience = 0.1
        try:
            if self._running is not None:
                process, connection = self._running
                self._running = None
                connection.close()
                process.join(FAREWELL_SECONDS)
                process.kill()
                process.join()
        finally:
            self._turn.release()

    def _check(self) -> None:
        if self._running is not None and not self._running[0].is_alive():
            self._bury()
        left = self._rests_until - self._clock()
        if self._closed or (self._running is None and left > 0):
            raise ServiceUnavailable("the process of the model does not run", retry_after=int(max(1, left)))

    def _start(self) -> tuple[BaseProcess, Connection]:
        atexit.register(self.close)  # before multiprocessing waits for a process that waits for a call
        ours, theirs = _CONTEXT.Pipe()
        process = _CONTEXT.Process(target=_work, args=(theirs, self._capabilities), daemon=True)
        process.start()
        theirs.close()  # the process alone holds that end now, so that its death is the end of the pipe
        return process, ours

    def _bury(self) -> None:
        """Puts away a process that died, or never began."""
        exitcode = None
        if self._running is not None:
            process, connection = self._running
            self._running = None
            connection.close()
            process.join(1)
            process.kill()
            exitcode = process.exitcode
        _LOG.error("the process of a model is gone", extra={"exitcode": exitcode})
        if self._deaths:
            self._rests_until = self._clock() + min(2**self._deaths, _LONGEST_REST)
        self._deaths += 1


def _work(connection: Connection, capabilities: Capabilities) -> None:
    """Answers calls until the other end is closed."""
    for number in (signal.SIGINT, signal.SIGTERM):  # sent to the whole group; the server says when to end
        signal.signal(number, signal.SIG_IGN)
    threading.Thread(target=_end_with_the_server, daemon=True).start()
    loaded: set[str] = set()
    with suppress(EOFError, OSError):
        while True:
            method, arguments = connection.recv()
            connection.send_bytes(_answer(capabilities, method, arguments))
            if method not in loaded:  # models and modules, which stay
                loaded.add(method)
                settle_memory()


def _end_with_the_server() -> None:
    """Ends this process, whatever it is at, when the server's is gone."""
    server = parent_process()
    assert server is not None
    wait([server.sentinel])
    os._exit(1)


def _answer(capabilities: Capabilities, method: str, arguments: tuple[Any, ...]) -> memoryview:
    """The pickled result of a method or, with the places it went through, its error."""
    try:
        return ForkingPickler.dumps(getattr(capabilities, method)(*arguments))
    except Exception as error:
        told = error if isinstance(error, EngineError) else InternalError("a model failed")
        setattr(told, ELSEWHERE, (*places(error), type(error).__name__))
        return ForkingPickler.dumps(told)


class Apart:
    """Capabilities whose text calls run in other processes.

    Args:
        capabilities: Must be picklable; what is not text they do themselves, in this process.
    """

    def __init__(self, capabilities: Capabilities) -> None:
        self._here = capabilities
        self._readings = Worker(capabilities)
        self._translation = Worker(capabilities)

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
        try:
            self._readings.close()
        finally:
            self._translation.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
