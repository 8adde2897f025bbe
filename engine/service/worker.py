"""The thread that runs speech jobs: takes the oldest that waits, speaks it, settles it."""

import logging
import threading
import time
from base64 import b64encode
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from sqlalchemy import Connection, Row

from engine.contract import AudioEvent, ResetEvent, SpeechRequest
from engine.contract.errors import EngineError, InternalError
from engine.contract.wire import decode, encode
from engine.service import events, jobs
from engine.service.account import Account
from engine.service.cache import Cached
from engine.service.capabilities import Listener, SpeechStopped, StopCheck
from engine.service.failures import told
from engine.service.operations import SPEECH, speak, speak_in_sections
from engine.service.parts import Parts
from engine.service.settlement import Call, Stored, settle, store_audio
from engine.service.views import job_result

_LOG = logging.getLogger(__name__)
_PREVIEWED: Final = ("kian", "leyla")  # section 6, rule 2
_IDLE_SECONDS: Final = 2.0  # between two looks for jobs that another process left
_HELD_SECONDS: Final = 0.5  # between two looks whether a running job was cancelled
_CLOSING_SECONDS: Final = 30.0  # how long closing waits for the synthesis to notice


@dataclass(frozen=True, slots=True)
class _Started:
    job_id: str
    token: int
    end: float
    call: Call
    cached: Cached | None


class Worker:
    """Runs jobs one after the other, as long as the engine is open.

    Args:
        parts: Of the engine.
        account_of: The account of a scope; None where its jobs are not this engine's to run.
    """

    def __init__(self, parts: Parts, account_of: Callable[[str], Account | None]) -> None:
        self._parts = parts
        self._account_of = account_of
        self._closing = threading.Event()
        self._wake = threading.Event()
        self._thread = threading.Thread(target=self._work, name="speech-jobs", daemon=True)
        self._thread.start()

    @property
    def running(self) -> bool:
        """Whether jobs are being taken."""
        return self._thread.is_alive() and not self._closing.is_set()

    def wake(self) -> None:
        """Says that a job waits."""
        self._wake.set()

    def close(self) -> None:
        """Stops taking jobs; one that runs is left for the next engine on the data folder."""
        self._closing.set()
        self._wake.set()
        self._thread.join(_CLOSING_SECONDS)

    def _work(self) -> None:
        while not self._closing.is_set():
            self._wake.clear()
            ran = False
            try:
                ran = self.run_one()
            except Exception as error:  # the store could not be used; the job is still in it
                _LOG.error("no speech job could be run: %s", told(error))
            if not ran:
                self._wake.wait(_IDLE_SECONDS)

    def run_one(self) -> bool:
        """Runs the oldest waiting job; False if there is none."""
        with self._parts.store.read() as conn:
            if self._next(conn) is None:
                return False
        with self._parts.store.write() as conn:
            found = self._next(conn)  # another process may have been faster
            started = None if found is None else self._start(conn, *found)
        if started is not None:
            with self._parts.presence.at_work(started.job_id):
                self._run(started)
        return found is not None

    def _next(self, conn: Connection) -> tuple[Account, str] | None:
        for job_id, scope in jobs.waiting(conn, self._parts.presence):
            account = self._account_of(scope)
            if account is not None:
                return account, job_id
        return None

    def _start(self, conn: Connection, account: Account, job_id: str) -> _Started | None:
        row = jobs.find(conn, account, job_id)
        now = self._parts.clock.now()
        try:
            self._check_may_start(row)
            request = decode(SpeechRequest, row.request)
        except EngineError as error:
            jobs.fail(conn, row.id, row.request_id, error.detail, now)
            return None
        row = jobs.start(conn, row, self._parts.presence.owner, now)
        version = self._parts.capabilities.engine_version
        call = Call(account, SPEECH, request, row.request_id, version, row.started_at, promised=True)
        _discard_preview(conn, row.id)
        cached = self._parts.cache.find(conn, call.content, now)
        return _Started(row.id, row.token, self._parts.runtimes.end(row), call, cached)

    def _check_may_start(self, row: Row[Any]) -> None:
        if row.status == "running":  # left by a process that ended
            self._check_in_time(self._parts.runtimes.end(row))
        if row.attempts >= self._parts.settings.job_attempts:
            raise InternalError(f"the job was started {row.attempts} times and never ended")

    def _check_in_time(self, end: float) -> None:
        if self._parts.runtimes.is_over(end):
            raise jobs.overrun(self._parts.runtimes.longest)

    def _run(self, job: _Started) -> None:
        try:
            result = job.cached or self._speak(job)
            self._end(job, result)
        except SpeechStopped:
            if self._closing.is_set():
                with self._parts.store.write() as conn:
                    jobs.hand_back(conn, job.job_id, job.token)
            elif self._parts.runtimes.is_over(job.end):
                self._fail(job, jobs.overrun(self._parts.runtimes.longest))
        except EngineError as error:
            self._fail(job, error)
        except Exception as error:
            _LOG.error("speech job %s failed: %s", job.job_id, told(error))
            self._fail(job, InternalError(f"the speech job failed: {type(error).__name__}"))

    def _speak(self, job: _Started) -> Stored:
        request, capabilities = job.call.request, self._parts.capabilities
        if request.tier == "premium":
            made = speak_in_sections(capabilities, request, self._stop_check(job))
        else:
            listener = self._listener(job) if request.voice in _PREVIEWED else None
            made = speak(capabilities, request, self._stop_check(job), listener)
        self._check_in_time(job.end)
        return store_audio(self._parts, made)

    def _listener(self, job: _Started) -> Listener:
        def hear(chunk: bytes) -> None:
            sound = b64encode(chunk).decode()
            event = AudioEvent(job_id=UUID(job.job_id), format="mp3", audio_base64=sound)
            with suppress(EngineError), self._parts.store.write() as conn:  # nobody depends on a preview
                if jobs.is_held(conn, job.job_id, job.token):
                    events.append(conn, job.job_id, "audio", event)

        return hear

    def _stop_check(self, job: _Started) -> StopCheck:
        looked = time.monotonic()

        def should_stop() -> bool:
            nonlocal looked
            if self._closing.is_set() or self._parts.runtimes.is_over(job.end):
                return True
            if time.monotonic() - looked < _HELD_SECONDS:
                return False
            looked = time.monotonic()
            with suppress(EngineError), self._parts.store.read() as conn:
                return not jobs.is_held(conn, job.job_id, job.token)
            return False  # the store was busy; the settling transaction looks again

        return should_stop

    def _end(self, job: _Started, result: Stored | Cached) -> None:
        with self._parts.store.write() as conn:
            if not jobs.is_held(conn, job.job_id, job.token):  # cancelled meanwhile: nothing is charged
                return
            answer = settle(conn, self._parts, job.call, result)
            sections = result.made.sections if isinstance(result, Stored) else None
            finished = job_result(answer.response, sections)
            if finished.fallback is not None:  # what was heard is not what was made
                _discard_preview(conn, job.job_id)
            jobs.succeed(conn, job.job_id, encode(finished), answer.artifact, self._parts.clock.now())

    def _fail(self, job: _Started, error: EngineError) -> None:
        with self._parts.store.write() as conn:
            if jobs.is_held(conn, job.job_id, job.token):
                jobs.fail(conn, job.job_id, job.call.request_id, error.detail, self._parts.clock.now())


def _discard_preview(conn: Connection, job_id: str) -> None:
    if events.preview_stands(conn, job_id):
        events.append(conn, job_id, "reset", ResetEvent(job_id=UUID(job_id)))
