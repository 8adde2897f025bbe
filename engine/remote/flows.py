"""What is said to the server, and when, without saying it: shared by the blocking and the asyncio client.

A flow is a generator. It yields actions and is sent what came of them; a failure of the network is thrown
into it.
"""

import re
import time
from typing import Any, Final, TypeVar
from uuid import UUID

import httpx
from httpx_sse import ServerSentEvent
from pydantic import ValidationError

from engine.contract import CompleteEvent, ErrorEvent, JobEvent, StatusEvent, StreamedEvent
from engine.contract.errors import EngineError, RequestInProgress
from engine.contract.jobs import EVENT_MODELS
from engine.contract.limits import PREMIUM_SPEECH_TRIES
from engine.contract.names import TERMINAL_STATUSES
from engine.remote.actions import Emit, Flow, Next, Open, Receive, Request, Send, Wait
from engine.remote.calls import Answer, Call, events_target, get_speech_job
from engine.remote.errors import error_of, outside_contract, request_id, unanswered
from engine.remote.settings import Retries, Timeouts

T = TypeVar("T")
_EVENT_STREAM: Final = "text/event-stream"
_EVENT_ID: Final = re.compile("[0-9]{1,18}")


class Flows:
    """The flows under one set of time-outs and retries."""

    def __init__(self, timeouts: Timeouts, retries: Retries) -> None:
        self._timeouts = timeouts
        self._retries = retries

    def exchange(self, call: Call[T]) -> Flow[Answer[T]]:
        """Sends a request until it is answered, is refused for good, or was tried often enough."""
        most = min(self._retries.tries, PREMIUM_SPEECH_TRIES) if call.premium else self._retries.tries
        patience = 0.0 if call.premium else self._budget(call)
        timeout = self._timeout(self._budget(call))
        request = Request(call.method, call.target, call.headers, timeout, call.body, call.authorized)
        tries = counted = 0
        while True:
            tries += 1
            sent = time.perf_counter()
            try:
                response: httpx.Response = yield Send(request)
            except httpx.RequestError as failure:
                error = unanswered(failure)
            else:
                if response.is_success:
                    return _answer(call, response, tries, sent)
                error = error_of(response, call.errors)
            # The first request with this key is at work: as long as its answer may take, asking costs no try.
            asking = isinstance(error, RequestInProgress) and error.retry_after is not None and patience > 0
            counted += not asking
            pause = self._retries.pause(error, counted, most)
            if pause is None:
                error.idempotency_key = call.idempotency_key
                raise error
            patience -= pause if asking else 0
            yield Wait(pause)

    def follow(self, job_id: UUID, after: int) -> Flow[None]:
        """Emits a job's events, each once and in order, across cuts, until the job has ended (section 6)."""
        cuts = 0
        ended = False
        while True:
            whole = False
            pause = 0.0
            try:
                response: httpx.Response = yield Open(self._events_request(job_id, after))
                _check_stream(response)
                while (received := (yield Next())) is not None:
                    event = _read(received)
                    if event is None or event.id <= after:
                        continue
                    after, cuts = event.id, 0
                    yield Emit(event)
                    if _is_last(event.data):
                        return
                whole = True
            except httpx.RequestError:
                pass
            except EngineError as error:
                if not self._retries.permits(error):
                    raise
                pause = error.retry_after or 0
            cuts += 1
            # What came between the last event and the end was fetched by the stream opened after that end.
            if ended and (whole or cuts > self._retries.tries):
                return
            yield Wait(pause + self._retries.backoff(cuts))
            ended = (yield from self.exchange(get_speech_job(job_id))).value.status in TERMINAL_STATUSES

    def fetch(self, call: Call[bytes]) -> Flow[bytes]:
        """Receives a file; after a cut only what is missing, if it is the same file (section 4, rule 5)."""
        received = bytearray()
        etag = ""
        furthest = tries = 0
        while True:
            tries += 1
            try:
                response: httpx.Response = yield Open(self._file_request(call, len(received), etag))
                if response.is_success:
                    _place(response, received)
                    etag = response.headers.get("ETag", "")
                    while (chunk := (yield Receive())) is not None:
                        received += chunk
                        if len(received) > furthest:  # a try that brings something new is none wasted
                            furthest, tries = len(received), 0
                    return bytes(received)
                error = error_of(response, call.errors)
            except httpx.RequestError as failure:
                error = unanswered(failure)
            pause = self._retries.pause(error, tries, self._retries.tries)
            if pause is None:
                raise error
            yield Wait(pause)

    def _file_request(self, call: Call[bytes], start: int, etag: str) -> Request:
        headers = {"Accept-Encoding": "identity"}
        if start and etag:
            headers |= {"Range": f"bytes={start}-", "If-Range": etag}
        return Request(
            call.method, call.target, headers, self._timeout(self._timeouts.text), None, call.authorized
        )

    def _events_request(self, job_id: UUID, after: int) -> Request:
        headers = {"Accept": _EVENT_STREAM, "Cache-Control": "no-store"}
        return Request("GET", events_target(job_id, after), headers, self._timeout(self._timeouts.silence))

    def _budget(self, call: Call[Any]) -> float:
        return self._timeouts.speech if call.speech else self._timeouts.text

    def _timeout(self, seconds: float) -> httpx.Timeout:
        return httpx.Timeout(seconds, connect=self._timeouts.connect, pool=self._timeouts.connect)


def _answer(call: Call[T], response: httpx.Response, tries: int, sent: float) -> Answer[T]:
    try:
        value = call.read(response)
    except EngineError as error:
        error.request_id = request_id(response)
        error.idempotency_key = call.idempotency_key
        raise
    return Answer(value, response, call.idempotency_key, tries, time.perf_counter() - sent)


def _place(response: httpx.Response, received: bytearray) -> None:
    """Makes `received` end where the response begins."""
    if response.status_code != 206:
        received.clear()
    elif not response.headers.get("Content-Range", "").startswith(f"bytes {len(received)}-"):
        raise outside_contract("it sent another range than it was asked for")


def _check_stream(response: httpx.Response) -> None:
    if not response.is_success:
        raise error_of(response)
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    if kind != _EVENT_STREAM:
        raise outside_contract(f"its events are of type {kind!r}")


def _read(received: ServerSentEvent) -> StreamedEvent | None:
    """An event of the contract; None for one that cannot be resumed after, or that a later version added."""
    model = EVENT_MODELS.get(received.event)  # type: ignore[call-overload]
    if model is None or not _EVENT_ID.fullmatch(received.id):
        return None
    try:
        data: JobEvent = model.model_validate_json(received.data)
    except ValidationError:
        raise outside_contract(f"event {received.id} is no {received.event} event") from None
    return StreamedEvent(int(received.id), received.event, data)  # type: ignore[arg-type]


def _is_last(data: JobEvent) -> bool:
    cancelled = isinstance(data, StatusEvent) and data.status == "cancelled"
    return cancelled or isinstance(data, CompleteEvent | ErrorEvent)
