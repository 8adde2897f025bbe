"""Queued speech: create, read, follow and cancel jobs (sections 2.10, 3.1, 4 and 6)."""

import threading
from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import Connection, Row

from engine.contract import BasicSpeechRequest, PremiumSpeechRequest, SpeechJob, StreamedEvent
from engine.contract.errors import (
    NotFound,
    PremiumSpeechJobsUnavailable,
    SpeechJobStartUncertain,
    SpeechJobsUnavailable,
)
from engine.contract.jobs import EVENT_MODELS, JobEvent
from engine.contract.names import TERMINAL_STATUSES
from engine.contract.parameters import event_id, job_idempotency_key
from engine.contract.parameters import job_id as parsed_id
from engine.service import allowance, events, idempotency, jobs, ledger
from engine.service.account import Account
from engine.service.identity import identity
from engine.service.operations import SPEECH
from engine.service.parts import Parts
from engine.service.store import CommitUncertain
from engine.service.views import complete_event, speech_job
from engine.service.worker import Worker

_QUEUE_SECONDS: Final = 30  # after which a full queue is worth another try
_LOOK_SECONDS: Final = 0.1  # between two looks for new events
MOST_EVENTS: Final = 8  # in one batch: what a stream whose reader is slow keeps in memory
_OPERATION: Final = "speech/jobs"  # the identity of a job's key: not that of synchronous speech


class EventBatch(NamedTuple):
    """What a look at a job's events found.

    Attributes:
        events: The new ones, in order; a bounded number of them, since each may hold a minute of sound.
        more: Whether others are there already.
        ended: Whether none will follow.
    """

    events: list[StreamedEvent]
    more: bool
    ended: bool


class SpeechJobs:
    """The job routes.

    Args:
        parts: Of the engine.
        account_of: The account of a scope; None where its jobs are not this engine's to run.
    """

    def __init__(self, parts: Parts, account_of: Callable[[str], Account | None]) -> None:
        self._parts = parts
        self._closed = threading.Event()
        self._worker = Worker(parts, account_of)

    def create(
        self,
        account: Account,
        request: BasicSpeechRequest | PremiumSpeechRequest,
        key: str | None,
        request_id: UUID,
    ) -> SpeechJob:
        """Queues a request, durably; the same key and request again give the job as it now stands.

        Raises:
            IdempotencyKeyRequired, ValidationFailed: About the key.
            PremiumSpeechJobsUnavailable: A Premium job in production.
            SpeechJobsUnavailable: No job can be run.
            SpeechJobStartUncertain: The job may or may not have been stored.
        """
        key = job_idempotency_key(key)
        if request.tier == "premium" and self._parts.settings.deployment == "production":
            raise PremiumSpeechJobsUnavailable("Premium speech jobs are not available in production")
        if not self._worker.running:
            raise SpeechJobsUnavailable("speech jobs are not being taken", retry_after=1)
        try:
            with self._parts.store.write() as conn:
                row = self._create(conn, account, request, key, str(request_id))
        except CommitUncertain as error:
            raise SpeechJobStartUncertain(str(error), retry_after=1) from error
        self._worker.wake()
        return self._view(row)

    def get(self, account: Account, job_id: UUID | str) -> SpeechJob:
        """The job as it now stands; a succeeded one with a fresh address."""
        with self._parts.store.read() as conn:
            return self._view(jobs.find(conn, account, str(parsed_id(job_id))))

    def cancel(self, account: Account, job_id: UUID | str) -> SpeechJob:
        """Cancels the job unless it has ended, and returns it as it then stands."""
        with self._parts.store.write() as conn:
            row = jobs.find(conn, account, str(parsed_id(job_id)))
            jobs.cancel(conn, row, self._parts.clock.now())
            return self._view(jobs.find(conn, account, row.id))

    def stream(self, account: Account, job_id: UUID | str, after: int | None) -> Iterator[StreamedEvent]:
        """The job's events with an id over `after`, then new ones as they come, until the job has ended.

        Raises:
            NotFound, ValidationFailed: At once, before the first event.
        """
        last = event_id(after)
        with self._parts.store.read() as conn:
            row = jobs.find(conn, account, str(parsed_id(job_id)))
        return self._follow(account, row.id, last)

    def events(self, account: Account, job_id: UUID | str, after: int | None) -> EventBatch:
        """The job's events with an id over `after`, as far as there are any now.

        Raises:
            NotFound, ValidationFailed: As `stream`.
        """
        last = event_id(after)
        with self._parts.store.read() as conn:
            row = jobs.find(conn, account, str(parsed_id(job_id)))
            found = events.since(conn, row.id, last, MOST_EVENTS + 1)
        more = len(found) > MOST_EVENTS
        streamed = [
            StreamedEvent(event.id, event.event, self._payload(row, event)) for event in found[:MOST_EVENTS]
        ]
        return EventBatch(streamed, more, ended=not more and row.status in TERMINAL_STATUSES)

    @property
    def taken(self) -> bool:
        """Whether jobs are being run."""
        return self._worker.running

    def close(self) -> None:
        """Stops running jobs and ends the streams."""
        self._closed.set()
        self._worker.close()

    def _create(
        self,
        conn: Connection,
        account: Account,
        request: BasicSpeechRequest | PremiumSpeechRequest,
        key: str,
        request_id: str,
    ) -> Row[Any]:
        now = self._parts.clock.now()
        record = idempotency.claim(
            conn,
            self._parts.presence,
            scope=account.scope,
            key=key,
            identity=identity(_OPERATION, request),
            request_id=request_id,
            now=now,
            retry_after=SPEECH.retry_after,
        )
        if record is not None:
            return jobs.find(conn, account, record.job_id)
        if jobs.count_waiting(conn) >= self._parts.settings.waiting_jobs:
            raise SpeechJobsUnavailable("too many speech jobs wait", retry_after=_QUEUE_SECONDS)
        meter, need = SPEECH.meter(request), SPEECH.need(request)
        allowance.admit(conn, self._parts.presence, account, meter, need, now)
        ledger.reserve(conn, account, meter, need, request_id, owner=None)
        row = jobs.create(conn, account, request, str(uuid4()), request_id, now)
        idempotency.keep_job(
            conn, scope=account.scope, key=key, request_id=request_id, job_id=row.id, now=now
        )
        return row

    def _follow(self, account: Account, job_id: str, after: int) -> Iterator[StreamedEvent]:
        while not self._closed.is_set():
            try:
                batch = self.events(account, job_id, after or None)
            except NotFound:  # its retention ended while the stream was followed
                return
            for event in batch.events:
                after = event.id
                yield event
            if batch.ended:
                return
            if not batch.more:
                self._closed.wait(_LOOK_SECONDS)

    def _payload(self, job: Row[Any], event: Row[Any]) -> JobEvent:
        if event.event == "complete":
            return complete_event(
                job, self._parts.signer, self._parts.settings.base_address, self._parts.clock.now()
            )
        return EVENT_MODELS[event.event].model_validate_json(event.body)

    def _view(self, row: Row[Any]) -> SpeechJob:
        return speech_job(row, self._parts.signer, self._parts.settings.base_address, self._parts.clock.now())
