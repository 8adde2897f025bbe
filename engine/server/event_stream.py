"""GET /v1/speech/jobs/{job_id}/events: a job's events as Server-Sent Events (section 6)."""

from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from typing import Final
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from engine.contract import StreamedEvent
from engine.contract.errors import EngineError, ServiceUnavailable
from engine.contract.parameters import job_id as parsed_id
from engine.contract.wire import encode
from engine.server.admission import admit
from engine.server.face import Face
from engine.server.headers import last_event_id
from engine.server.news import News
from engine.service.account import Account
from engine.service.speech_jobs import EventBatch

_MOST_STREAMS: Final = 1_000  # open at once
_HEARTBEAT: Final = b": heartbeat\n\n"


class EventStream:
    """The route; all its streams share one look-out for news.

    Args:
        face: Of the server.
    """

    def __init__(self, face: Face) -> None:
        self._face = face
        self._news = News(face)
        self._open = 0

    async def follow(self, request: Request) -> Response:
        """Streams until the job has ended; whoever leaves does not cancel it."""
        admission = await admit(self._face, request, "speech", "read")
        after = last_event_id(request)
        job_id = str(parsed_id(request.path_params["job_id"]))
        if self._open >= _MOST_STREAMS:
            raise ServiceUnavailable("too many event streams are open", retry_after=5)
        first = await self._batch(admission.account, job_id, after)
        return StreamingResponse(
            self._stream(admission.account, job_id, after or 0, first),
            headers={
                "Content-Type": "text/event-stream",
                "Cache-Control": "no-store",
                "X-Request-Id": str(uuid4()),
                "X-Accel-Buffering": "no",  # nginx would hold events back
            },
        )

    async def _stream(
        self, account: Account, job_id: str, after: int, batch: EventBatch
    ) -> AsyncIterator[bytes]:
        with self._counted():
            while True:
                for event in batch.events:
                    after = event.id
                    yield frame(event)  # a slow reader is waited for here, and nobody waits with it
                if batch.ended or self._face.closing.is_set():
                    return
                if not batch.more:
                    await self._news.wait(job_id, after, self._face.timing.heartbeat)
                try:
                    batch = await self._batch(account, job_id, after or None)
                except EngineError:  # its retention ended, or the store is busy: clients come again
                    return
                if not batch.events:
                    yield _HEARTBEAT

    @contextmanager
    def _counted(self) -> Iterator[None]:
        self._open += 1
        self._face.metrics.streams.set(self._open)
        try:
            yield
        finally:
            self._open -= 1
            self._face.metrics.streams.set(self._open)

    async def _batch(self, account: Account, job_id: str, after: int | None) -> EventBatch:
        return await self._face.pools.quick.run(self._face.service.job_events, account, job_id, after)


def frame(event: StreamedEvent) -> bytes:
    """One event on the wire (HTML Living Standard, section 9.2.5); its JSON holds no line break."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.id, event.event.encode(), encode(event.data))
