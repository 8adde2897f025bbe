"""AsyncRemoteEngine: the same methods as RemoteEngine, for asyncio."""

from collections.abc import AsyncIterator, Callable, Coroutine
from pathlib import Path
from ssl import SSLContext
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast
from uuid import UUID

import anyio
import anyio.to_thread
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


def _sends(
    build: Callable[P, Call[T]],
) -> "Callable[Concatenate[AsyncRemoteEngine, P], Coroutine[Any, Any, T]]":
    @documented_as(build)
    async def method(self: "AsyncRemoteEngine", /, *args: P.args, **kwargs: P.kwargs) -> T:
        return (await self.send(build(*args, **kwargs))).value

    return method


class AsyncRemoteEngine:
    """RemoteEngine for coroutines.

    A cancelled call may have been served all the same: its outcome is unknown, so repeat it with the same
    key.

    Args:
        address, api_key, timeouts, retries, verify, limits: As RemoteEngine takes them.
        transport: In place of the network, as httpx takes it.
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
        transport: httpx.AsyncBaseTransport | None = None,
    ) -> None:
        self._connection = Connection(address, api_key)
        self._flows = Flows(timeouts or Timeouts(), retries or Retries())
        options = self._connection.client_options(verify, limits)
        self._client = httpx.AsyncClient(transport=transport, **options)

    diacritize = _sends(calls.diacritize)
    pinglish = _sends(calls.pinglish)
    translate = _sends(calls.translate)
    speech = _sends(calls.speech)
    create_speech_job = _sends(calls.create_speech_job)
    get_speech_job = _sends(calls.get_speech_job)
    cancel_speech_job = _sends(calls.cancel_speech_job)
    usage = _sends(calls.usage)

    async def send(self, call: Call[T]) -> Answer[T]:
        """See RemoteEngine.send."""
        step = await _advance(self._flows.exchange(call), _Line(self._client, self._connection))
        return cast(Done[Answer[T]], step).value

    def stream_speech_job(self, job_id: UUID | str, after: int | None = None) -> AsyncIterator[StreamedEvent]:
        """See RemoteEngine.stream_speech_job."""
        return self._events(self._flows.follow(checked_id(job_id), event_id(after)))

    async def download_audio(self, audio_url: str) -> bytes:
        """See RemoteEngine.download_audio."""
        line = _Line(self._client, self._connection)
        try:
            step = await _advance(self._flows.fetch(calls.download_audio(audio_url)), line)
            return cast(Done[bytes], step).value
        finally:
            await line.close()

    async def download(self, audio_url: str, path: Path | str) -> Path:
        """See RemoteEngine.download."""
        return await anyio.to_thread.run_sync(save, await self.download_audio(audio_url), path)

    async def speech_to_file(self, text: str, path: Path | str, **options: Any) -> SpeechResponse:
        """See RemoteEngine.speech_to_file."""
        response = await self.speech(text, **options)
        await self.download(response.audio_url, path)
        return response

    async def close(self) -> None:
        """See RemoteEngine.close."""
        await self._client.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({str(self._connection.address)!r})"

    async def _events(self, flow: Flow[None]) -> AsyncIterator[StreamedEvent]:
        line = _Line(self._client, self._connection)
        try:
            while isinstance(step := await _advance(flow, line), Emit):
                yield step.event
        finally:
            flow.close()
            await line.close()


class _Line:
    """Performs the actions of one flow."""

    def __init__(self, client: httpx.AsyncClient, connection: Connection) -> None:
        self._client = client
        self._connection = connection
        self._stream: httpx.Response | None = None
        self._events: AsyncIterator[ServerSentEvent] | None = None
        self._bytes: AsyncIterator[bytes] | None = None

    async def perform(self, action: Action) -> Any:
        match action:
            case Send():
                return await self._send(action.request)
            case Open():
                await self.close()
                self._stream = await self._send(action.request, stream=True)
                if not self._stream.is_success:
                    await self._stream.aread()
                self._events = EventSource(self._stream).aiter_sse()
                self._bytes = self._stream.aiter_bytes()
                return self._stream
            case Next():
                return None if self._events is None else await anext(self._events, None)
            case Receive():
                return None if self._bytes is None else await anext(self._bytes, None)
            case Wait():
                return await anyio.sleep(action.seconds)

    async def close(self) -> None:
        if self._stream is not None:
            await self._stream.aclose()

    async def _send(self, request: Request, *, stream: bool = False) -> httpx.Response:
        refuse_closed(self._client)
        built = self._client.build_request(**self._connection.request_options(request))
        return await self._client.send(built, auth=self._connection.auth(request), stream=stream)


async def _advance(flow: Flow[T], line: _Line) -> Emit | Done[T]:
    """Runs a flow to the next event it emits, or to its end."""
    try:
        action = next(flow)
        while not isinstance(action, Emit):
            outcome, failure = None, None
            try:
                outcome = await line.perform(action)
            except httpx.RequestError as error:
                failure = error
            # Not within `except`: what the flow raises would keep httpx's frames, which hold the API key.
            action = flow.send(outcome) if failure is None else flow.throw(failure)
    except StopIteration as end:
        return Done(end.value)
    return action
