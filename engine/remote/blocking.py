"""RemoteEngine: the hosted API, or any server of it, as an engine."""

import time
from collections.abc import Callable, Iterator
from pathlib import Path
from ssl import SSLContext
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast
from uuid import UUID

import httpx
from httpx_sse import EventSource, ServerSentEvent

from engine.contract import SpeechResponse, StreamedEvent
from engine.contract.parameters import event_id
from engine.contract.parameters import job_id as checked_id
from engine.remote import calls
from engine.remote.actions import Action, Done, Emit, Flow, Next, Open, Receive, Request, Send, Wait
from engine.remote.calls import Answer, Call
from engine.remote.connection import Connection, refuse_closed
from engine.remote.flows import Flows
from engine.remote.methods import documented_as
from engine.remote.settings import Retries, Timeouts
from engine.saving import save

P = ParamSpec("P")
T = TypeVar("T")


def _sends(build: Callable[P, Call[T]]) -> "Callable[Concatenate[RemoteEngine, P], T]":
    @documented_as(build)
    def method(self: "RemoteEngine", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return self.send(build(*args, **kwargs)).value

    return method


class RemoteEngine:
    """Persian text and speech over the HTTP API, as LocalEngine offers it.

    Any number of threads may share one engine and its pool of connections. What fails and may be repeated is
    repeated, with the same body and the same idempotency key; `Retries` says how often.

    Args:
        address: `https://host`; plain http to this machine itself only.
        api_key: None for the environment variable PERSIAN_ENGINE_API_KEY.
        timeouts: How long to wait.
        retries: When a failed request is sent again.
        verify: False, or a context with your own certificates, as httpx takes it.
        limits: Of the pool of connections, as httpx takes them.
        transport: In place of the network, as httpx takes it.

    Raises:
        AuthenticationFailed: There is no key, or it cannot be one.
        ValidationFailed: The address is refused.

    Example:
        >>> with RemoteEngine("https://host") as engine:
        ...     engine.diacritize("مردم شهر").marked
    """

    def __init__(
        self,
        address: str,
        api_key: str | None = None,
        *,
        timeouts: Timeouts | None = None,
        retries: Retries | None = None,
        verify: SSLContext | bool = True,
        limits: httpx.Limits | None = None,
        transport: httpx.BaseTransport | None = None,
    ) -> None:
        self._connection = Connection(address, api_key)
        self._flows = Flows(timeouts or Timeouts(), retries or Retries())
        self._client = httpx.Client(transport=transport, **self._connection.client_options(verify, limits))

    diacritize = _sends(calls.diacritize)
    pinglish = _sends(calls.pinglish)
    translate = _sends(calls.translate)
    speech = _sends(calls.speech)
    create_speech_job = _sends(calls.create_speech_job)
    get_speech_job = _sends(calls.get_speech_job)
    cancel_speech_job = _sends(calls.cancel_speech_job)
    usage = _sends(calls.usage)

    def send(self, call: Call[T]) -> Answer[T]:
        """The answer of a call made by a function of `engine.remote.calls`, with the response it came in.

        Example:
            >>> answer = engine.send(calls.translate("مردم شهر"))
            >>> answer.value.translation, answer.response.headers["RateLimit-Remaining"]
        """
        step = _advance(self._flows.exchange(call), _Line(self._client, self._connection))
        return cast(Done[Answer[T]], step).value

    def stream_speech_job(self, job_id: UUID | str, after: int | None = None) -> Iterator[StreamedEvent]:
        """The job's events with an id over `after`, then new ones until it has ended (section 6).

        Resumes by itself after a cut. Ends with `complete`, `error` or a `status` of cancelled, or where the
        job turns out to have ended without; `get_speech_job` tells.
        """
        return self._events(self._flows.follow(checked_id(job_id), event_id(after)))

    def download_audio(self, audio_url: str) -> bytes:
        """The audio file of a signed address; after a cut only what is missing is asked for again.

        Raises:
            AudioAddressRefused: The address was altered or has expired.
            NotFound: The file is gone.
        """
        line = _Line(self._client, self._connection)
        try:
            step = _advance(self._flows.fetch(calls.download_audio(audio_url)), line)
            return cast(Done[bytes], step).value
        finally:
            line.close()

    def download(self, audio_url: str, path: Path | str) -> Path:
        """Writes the audio file of a signed address to `path`, whole or not at all.

        Raises:
            StorageUnavailable: `path` cannot be written.
        """
        return save(self.download_audio(audio_url), path)

    def speech_to_file(self, text: str, path: Path | str, **options: Any) -> SpeechResponse:
        """`speech` with the same options, its audio written to `path` as it is: see `mime_type`."""
        response = self.speech(text, **options)
        self.download(response.audio_url, path)
        return response

    def close(self) -> None:
        """Closes the connections."""
        self._client.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self._connection.address)!r})"

    def _events(self, flow: Flow[None]) -> Iterator[StreamedEvent]:
        line = _Line(self._client, self._connection)
        try:
            while isinstance(step := _advance(flow, line), Emit):
                yield step.event
        finally:
            flow.close()
            line.close()


class _Line:
    """Performs the actions of one flow."""

    def __init__(self, client: httpx.Client, connection: Connection) -> None:
        self._client = client
        self._connection = connection
        self._stream: httpx.Response | None = None
        self._events: Iterator[ServerSentEvent] = iter(())
        self._bytes: Iterator[bytes] = iter(())

    def perform(self, action: Action) -> Any:
        match action:
            case Send():
                return self._send(action.request)
            case Open():
                self.close()
                self._stream = self._send(action.request, stream=True)
                if not self._stream.is_success:
                    self._stream.read()
                self._events = EventSource(self._stream).iter_sse()
                self._bytes = self._stream.iter_bytes()
                return self._stream
            case Next():
                return next(self._events, None)
            case Receive():
                return next(self._bytes, None)
            case Wait():
                return time.sleep(action.seconds)

    def close(self) -> None:
        if self._stream is not None:
            self._stream.close()

    def _send(self, request: Request, *, stream: bool = False) -> httpx.Response:
        refuse_closed(self._client)
        built = self._client.build_request(**self._connection.request_options(request))
        return self._client.send(built, auth=self._connection.auth(request), stream=stream)


def _advance(flow: Flow[T], line: _Line) -> Emit | Done[T]:
    """Runs a flow to the next event it emits, or to its end."""
    try:
        action = next(flow)
        while not isinstance(action, Emit):
            outcome, failure = None, None
            try:
                outcome = line.perform(action)
            except httpx.RequestError as error:
                failure = error
            # Not within `except`: what the flow raises would keep httpx's frames, which hold the API key.
            action = flow.send(outcome) if failure is None else flow.throw(failure)
    except StopIteration as end:
        return Done(end.value)
    return action
