"""GET /v1/speech/jobs/{job_id}/events: a job's events as Server-Sent Events (section 6)."""

import asyncio
from collections.abc import AsyncIterator
from uuid import uuid4

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from engine.contract import StreamedEvent
from engine.contract.errors import NotFound
from engine.contract.wire import encode
from engine.server.admission import admit
from engine.server.face import Face
from engine.server.headers import last_event_id
from engine.service.account import Account
from engine.service.speech_jobs import EventBatch

_HEARTBEAT = b": heartbeat\n\n"


async def follow(face: Face, request: Request) -> Response:
    """Streams until the job has ended; whoever leaves does not cancel it."""
    admission = await admit(face, request, "speech", "read")
    job_id, after = request.path_params["job_id"], last_event_id(request)
    first = await face.pools.quick.run(face.service.job_events, admission.account, job_id, after)
    return StreamingResponse(
        _stream(face, admission.account, job_id, after, first),
        headers={
            "Content-Type": "text/event-stream",
            "Cache-Control": "no-store",
            "X-Request-Id": str(uuid4()),
            "X-Accel-Buffering": "no",  # nginx would hold events back
        },
    )


async def _stream(
    face: Face, account: Account, job_id: str, after: int | None, batch: EventBatch
) -> AsyncIterator[bytes]:
    clock = asyncio.get_running_loop().time
    alive = clock()
    while True:
        for event in batch.events:
            after = event.id
            yield frame(event)  # a slow reader is waited for here, with nothing held but this event
            alive = clock()
        if batch.ended or face.closing.is_set():
            return
        if clock() - alive >= face.timing.heartbeat:
            yield _HEARTBEAT
            alive = clock()
        await asyncio.sleep(face.timing.look)
        try:
            batch = await face.pools.quick.run(face.service.job_events, account, job_id, after)
        except NotFound:  # its retention ended while the stream was followed
            return


def frame(event: StreamedEvent) -> bytes:
    """One event on the wire (HTML Living Standard, section 9.2.5); its JSON holds no line break."""
    return b"id: %d\nevent: %s\ndata: %s\n\n" % (event.id, event.event.encode(), encode(event.data))
