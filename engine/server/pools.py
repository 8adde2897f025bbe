"""Threads for the service's blocking calls: a pool for each kind of work, each with a bound on who waits.

Speech that takes minutes and translation that takes seconds thus never keep a reading or a look at a job
waiting, and memory stays bounded.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Final, ParamSpec, TypeVar

from engine.contract.errors import ServiceUnavailable
from engine.service.api_keys import Scope

P = ParamSpec("P")
R = TypeVar("R")


class Pool:
    """One kind of work.

    Args:
        name: Of its threads, and in metrics.
        threads: Calls that run at once.
        waiting: Calls that may wait for a thread; one more is refused.
        retry_after: Seconds after which a refused call is worth repeating.
    """

    def __init__(self, name: str, threads: int, waiting: int, retry_after: int) -> None:
        self.name = name
        self.bound: Final = threads + waiting
        self._retry_after = retry_after
        self._threads = ThreadPoolExecutor(threads, thread_name_prefix=name)
        self._taken = 0
        self._guard = threading.Lock()

    @property
    def taken(self) -> int:
        """Calls that run or wait."""
        return self._taken

    async def run(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Runs a call in a thread. It ends even if whoever awaits it does not wait for it.

        Raises:
            ServiceUnavailable: Too many calls wait, or the pool is closed.
        """
        with self._guard:
            if self._taken >= self.bound:
                raise ServiceUnavailable("too many requests wait", retry_after=self._retry_after)
            self._taken += 1
        try:
            running = self._threads.submit(self._run, partial(call, *args, **kwargs))
        except RuntimeError:  # closed: no thread will give the place back
            self._leave()
            raise ServiceUnavailable("the server ends", retry_after=self._retry_after) from None
        return await asyncio.shield(asyncio.wrap_future(running))

    def close(self) -> None:
        """Takes no more calls; those that run go on."""
        self._threads.shutdown(wait=False)

    def _run(self, call: Callable[[], R]) -> R:
        try:
            return call()
        finally:
            self._leave()

    def _leave(self) -> None:
        with self._guard:
            self._taken -= 1


class Pools:
    """All pools of a server."""

    def __init__(self) -> None:
        self.quick = Pool("quick", threads=8, waiting=504, retry_after=1)
        self.reading = Pool("reading", threads=32, waiting=96, retry_after=2)
        self.translation = Pool("translation", threads=32, waiting=32, retry_after=5)
        self.speech = Pool("speech", threads=16, waiting=16, retry_after=10)
        self.all: Final = (self.quick, self.reading, self.translation, self.speech)

    def of(self, operation: Scope) -> Pool:
        """Where the requests of an operation run; those of one model share a pool."""
        pools: dict[Scope, Pool] = {
            "diacritize": self.reading,
            "pinglish": self.reading,
            "translate": self.translation,
            "speech": self.speech,
        }
        return pools[operation]

    def close(self) -> None:
        """Closes all."""
        for pool in self.all:
            pool.close()
