"""How long jobs may still run, whatever the clock is set to meanwhile (section 8)."""

from collections.abc import Collection
from typing import Any

from sqlalchemy import Row

from engine.service.clock import Clock
from engine.service.presence import Presence


class Runtimes:
    """The ends of running jobs, as this process measures them from when it first met each.

    Args:
        clock: Measures.
        presence: Tells whose jobs are being worked on.
        longest: How many seconds a job may run.
    """

    def __init__(self, clock: Clock, presence: Presence, longest: float) -> None:
        self.longest = longest
        self._clock = clock
        self._presence = presence
        self._ends: dict[tuple[str, str], float] = {}

    def end(self, job: Row[Any]) -> float:
        """When a running job's time is up, in the clock's `elapsed` seconds.

        What this process runs or takes over has run since its stored start. What another runs, that one
        measures; here it counts from when it was met, since the clock may have been set meanwhile.
        """
        elsewhere = job.owner != self._presence.owner and self._presence.holds(job.owner, job.id)
        ran = 0.0 if elsewhere else max(0.0, self._clock.now() - job.started_at)
        by = job.owner if elsewhere else self._presence.owner
        return self._ends.setdefault((job.id, by), self._clock.elapsed() + self.longest - ran)

    def is_over(self, end: float) -> bool:
        """Whether an end has come."""
        return self._clock.elapsed() >= end

    def keep(self, job_ids: Collection[str]) -> None:
        """Forgets all jobs but these."""
        self._ends = {key: end for key, end in self._ends.items() if key[0] in job_ids}
