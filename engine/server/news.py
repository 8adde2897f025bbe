"""Who waits for events of jobs hears of them here: one look at the store serves every open stream."""

import asyncio
import logging
from contextlib import suppress
from typing import Final

from engine.contract.errors import EngineError
from engine.server.face import Face

_LOG: Final = logging.getLogger("engine.server")


class News:
    """Looks for new events of the jobs that streams wait for, as long as any does.

    Args:
        face: Of the server.
    """

    def __init__(self, face: Face) -> None:
        self._face = face
        self._waiting: dict[asyncio.Future[None], tuple[str, int]] = {}
        self._looking: asyncio.Task[None] | None = None

    async def wait(self, job_id: str, after: int, seconds: float) -> None:
        """Waits until a job has an event with an id over `after`, is gone, or the time is up."""
        heard = asyncio.get_running_loop().create_future()
        self._waiting[heard] = (job_id, after)
        if self._looking is None or self._looking.done():
            self._looking = asyncio.create_task(self._look())
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(heard, seconds)
        finally:
            del self._waiting[heard]

    async def _look(self) -> None:
        while self._waiting:
            await asyncio.sleep(self._face.timing.look)
            wanted = {job_id for job_id, _ in self._waiting.values()}
            try:
                latest = await self._face.pools.quick.run(self._face.service.latest_events, wanted)
            except EngineError as error:  # the store is busy; the next look may find it free
                _LOG.warning("no look for events: %s", error.code)
                continue
            over = self._face.closing.is_set()
            for heard, (job_id, after) in self._waiting.items():
                gone = job_id in wanted and job_id not in latest
                if not heard.done() and (over or gone or latest.get(job_id, 0) > after):
                    heard.set_result(None)
