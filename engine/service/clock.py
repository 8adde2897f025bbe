"""The time, handed in so that tests can move it."""

import math
import time
from datetime import UTC, datetime
from typing import Protocol


class Clock(Protocol):
    """Tells the time, and how much of it passes."""

    def now(self) -> float:
        """Seconds since 1970-01-01T00:00:00Z, whole milliseconds; jumps when the clock is set."""

    def elapsed(self) -> float:
        """Seconds since some moment in the past, whatever the clock is set to meanwhile."""


class SystemClock:
    """The machine's own clock."""

    def now(self) -> float:
        # Cut to what the contract's date-times show, so that a stored answer reads back equal.
        return math.floor(time.time() * 1_000) / 1_000

    def elapsed(self) -> float:
        return time.monotonic()


def moment(seconds: float) -> datetime:
    """A time of the clock as the contract's date-time."""
    return datetime.fromtimestamp(seconds, UTC)
