"""Ends what outlived its time and deletes what outlived its retention, so that a folder stays bounded."""

import logging
import threading
from contextlib import suppress
from typing import Final

from engine.contract.errors import EngineError
from engine.service import idempotency, jobs, ledger, rate
from engine.service.failures import told
from engine.service.parts import Parts

_LOG = logging.getLogger(__name__)
_NEVER: Final = float("-inf")
_LOOK_SECONDS: Final = 2.0  # between two looks whether a sweep is due


class Sweeper:
    """Sweeps a data folder, now and then: in the thread of whoever just got an answer, else in its own.

    That thread is not the worker's: a job whose synthesis hangs is given up all the same.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._swept_at = _NEVER
        self._turn = threading.Lock()
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._work, name="sweeper", daemon=True)
        self._thread.start()

    def sweep_if_due(self) -> None:
        """Sweeps if the last sweep is long ago or much was stored since; never two at once."""
        now, settings = self._parts.clock.now(), self._parts.settings
        # The answer at hand is charged and stored: a sweep that fails must not take it away.
        due = abs(now - self._swept_at) >= settings.sweep_seconds or self._parts.cache.overgrown
        if due and self._turn.acquire(blocking=False):
            try:
                self._swept_at = now
                with suppress(EngineError, OSError):
                    self.sweep()
            finally:
                self._turn.release()

    def sweep(self) -> None:
        """Sweeps everything."""
        parts, now = self._parts, self._parts.clock.now()
        with parts.store.write() as conn:
            idempotency.sweep(conn, parts.presence, now)
            jobs.give_up(conn, parts.runtimes, now)
            jobs.sweep(conn, now)
            parts.cache.sweep(conn, now)
            parts.artifacts.sweep(conn, now)
            ledger.reap(conn, parts.presence)
            ledger.sweep(conn, now - parts.settings.ledger_seconds)
        with parts.rates.write() as conn:
            rate.sweep(conn, now)
        parts.presence.sweep()

    def close(self) -> None:
        """Ends the thread, after the sweep it is at."""
        self._closing.set()
        self._thread.join()

    def _work(self) -> None:
        while not self._closing.wait(_LOOK_SECONDS):
            try:
                self.sweep_if_due()
            except Exception as error:  # the next may succeed
                _LOG.error("the data folder was not swept: %s", told(error))
