"""The service as a whole: what an engine in this process and an HTTP face both stand on."""

import threading
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

from sqlalchemy import text

from engine.contract import SpeechJob, SpeechRequest, StreamedEvent, UsageResponse
from engine.contract.errors import EngineError, NotFound, ValidationFailed
from engine.contract.responses import Success
from engine.contract.wire import decode, validate
from engine.service import events, ledger, rate
from engine.service.account import Account
from engine.service.artifacts import AudioFile
from engine.service.capabilities import Capabilities
from engine.service.clock import Clock, SystemClock
from engine.service.failures import named_failures
from engine.service.generation import Generation
from engine.service.operations import OPERATIONS
from engine.service.parts import Parts
from engine.service.settings import Settings
from engine.service.speech_jobs import EventBatch, SpeechJobs
from engine.service.sweep import Sweeper
from engine.service.usage import usage_response
from engine.service.views import addressed

Body = dict[str, Any] | bytes  # the fields of a request, or the bytes that came over a wire


class Service:
    """Serves requests of accounts on one data folder.

    Every error it raises is an EngineError with a `request_id`, and was not charged.

    Args:
        data_dir: Where everything is kept.
        capabilities: What runs the requests.
        account_of: The account of a scope, None where unknown; for jobs found in the store.
        settings: Of the operator.
        clock: Tells the time.

    Raises:
        StorageUnavailable: The data folder cannot be used.
    """

    def __init__(
        self,
        data_dir: Path,
        capabilities: Capabilities,
        account_of: Callable[[str], Account | None],
        settings: Settings | None = None,
        clock: Clock | None = None,
    ) -> None:
        self._parts = Parts.open(data_dir, capabilities, settings or Settings(), clock or SystemClock())
        self._closing = threading.Event()
        self._generation = Generation(self._parts, self._closing.is_set)
        self._jobs = SpeechJobs(self._parts, account_of)
        self._sweeper = Sweeper(self._parts)

    def generate(self, account: Account, operation: str, body: Body, key: str | None = None) -> Success:
        """Answers one request; `operation` is a name in OPERATIONS."""
        return self.generate_many(account, operation, [body], [key])[0]

    def generate_many(
        self, account: Account, operation: str, bodies: Sequence[Body], keys: Sequence[str | None]
    ) -> list[Success]:
        """Answers requests that differ in their text alone as one batch: all succeed, or none is charged."""
        request_ids = [str(uuid4()) for _ in bodies] or [str(uuid4())]
        with named_failures(UUID(request_ids[0])):
            self._count(account, len(bodies))
            row = OPERATIONS[operation]
            requests = [_read(row.request, body) for body in bodies]
            _check_keys(keys, len(bodies))
            if not requests:
                return []
            answers = self._generation.run(account, row, requests, keys, request_ids)
            self._sweeper.sweep_if_due()
            now = self._parts.clock.now()
            return [addressed(answer, self._parts.signer, now) for answer in answers]

    def create_job(self, account: Account, body: Body, key: str | None) -> SpeechJob:
        """Queues a speech request (POST /v1/speech/jobs)."""
        request_id = uuid4()
        with named_failures(request_id):
            self._count(account)
            return self._jobs.create(account, _read(SpeechRequest, body), key, request_id)

    def job(self, account: Account, job_id: UUID | str) -> SpeechJob:
        """A job as it now stands."""
        with named_failures(uuid4()):
            self._count(account)
            return self._jobs.get(account, job_id)

    def cancel_job(self, account: Account, job_id: UUID | str) -> SpeechJob:
        """Cancels a job that has not ended."""
        with named_failures(uuid4()):
            self._count(account)
            return self._jobs.cancel(account, job_id)

    def stream_job(
        self, account: Account, job_id: UUID | str, after: int | None = None
    ) -> Iterator[StreamedEvent]:
        """A job's events after an id, and new ones as they come."""
        request_id = uuid4()
        with named_failures(request_id):
            self._count(account)
            return _named_stream(self._jobs.stream(account, job_id, after), request_id)

    def job_events(self, account: Account, job_id: UUID | str, after: int | None = None) -> EventBatch:
        """A job's events after an id, as far as there are any now."""
        with named_failures(uuid4()):
            return self._jobs.events(account, job_id, after)

    def latest_events(self, job_ids: Collection[str]) -> dict[str, int]:
        """The last event's id of each job that is still there, whosever it is."""
        with named_failures(uuid4()), self._parts.store.read() as conn:
            return events.latest(conn, job_ids)

    def count(self, account: Account) -> rate.Window:
        """Counts one request towards the account's requests a minute.

        Raises:
            RateLimitExceeded: It is one too many.
        """
        with named_failures(uuid4()), self._parts.rates.write() as conn:
            return rate.count(conn, account, self._parts.clock.now())

    def usage(self, account: Account) -> UsageResponse:
        """Where an account stands (GET /v1/usage)."""
        request_id = uuid4()
        with named_failures(request_id):
            self._count(account)
            with self._parts.store.write() as conn:
                ledger.reap(conn, self._parts.presence)
            version = self._parts.capabilities.engine_version
            with self._parts.store.read() as conn:
                return usage_response(conn, account, request_id, version, self._parts.clock.now())

    def audio(self, address: str) -> AudioFile:
        """The file that a signed address leads to.

        Raises:
            AudioAddressRefused: The address was altered or has expired.
            NotFound: The file is gone.
        """
        with named_failures(uuid4()):
            id_ = self._parts.signer.check(address, self._parts.clock.now())
            with self._parts.store.read() as conn:
                return self._parts.artifacts.find(conn, id_)

    def signed_audio(self, id_: str, expires: str, signature: str) -> AudioFile:
        """The same for the parts of an address."""
        with named_failures(uuid4()):
            self._parts.signer.check_fields(id_, expires, signature, now=self._parts.clock.now())
            with self._parts.store.read() as conn:
                return self._parts.artifacts.find(conn, id_)

    def audio_bytes(self, address: str) -> bytes:
        """The content of that file."""
        file = self.audio(address)
        with named_failures(uuid4()):
            try:
                return file.path.read_bytes()
            except FileNotFoundError:  # swept a moment ago
                raise NotFound("the audio object is not here", details={"field": "id"}) from None

    @property
    def ready(self) -> bool:
        """Whether jobs are being run and the store can be read."""
        with suppress(EngineError), self._parts.store.read() as conn:
            return self._jobs.taken and conn.scalar(text("SELECT 1")) == 1
        return False

    def stop(self) -> None:
        """Lets synthesis give up: a request fails and may be repeated."""
        self._closing.set()

    def close(self) -> None:
        """Leaves running jobs to the next engine on the data folder and closes it."""
        self.stop()
        self._jobs.close()
        self._sweeper.close()
        self._parts.close()

    def _count(self, account: Account, requests: int = 1) -> None:
        """Counts requests that no face in front has counted, as it would: before anything of them is read."""
        if self._parts.settings.counts_requests and requests:
            with self._parts.rates.write() as conn:
                rate.count(conn, account, self._parts.clock.now(), requests)


def _read(kind: Any, body: Body) -> Any:
    return decode(kind, body) if isinstance(body, bytes) else validate(kind, body)


def _named_stream(events: Iterator[StreamedEvent], request_id: UUID) -> Iterator[StreamedEvent]:
    with named_failures(request_id):
        yield from events


def _check_keys(keys: Sequence[str | None], requests: int) -> None:
    given = [key for key in keys if key is not None]
    if len(keys) != requests or len(set(given)) != len(given):
        raise ValidationFailed(
            f"{requests} requests need as many idempotency keys, no two alike",
            details={"field": "idempotency_keys"},
        )
