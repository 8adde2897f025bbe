"""Ends what outlived its time and deletes what outlived its retention, so that a folder stays bounded."""

import threading
from contextlib import suppress
from typing import Final

from engine.contract.errors import EngineError
from engine.service import idempotency, jobs, ledger, rate
from engine.service.parts import Parts

_NEVER: Final = float("-inf")


class Sweeper:
    """Sweeps a data folder, now and then, in the thread of whoever just got an answer."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._swept_at = _NEVER
        self._turn = threading.Lock()

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
            jobs.give_up(conn, parts.settings.job_runtime_seconds, now)
            jobs.sweep(conn, now)
            parts.cache.sweep(conn, now)
            parts.artifacts.sweep(conn, now)
            ledger.reap(conn, parts.presence)
            ledger.sweep(conn, now - parts.settings.ledger_seconds)
        with parts.rates.write() as conn:
            rate.sweep(conn, now)
        parts.presence.sweep()
