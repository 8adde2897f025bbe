"""A training run measured in minutes: how far it is, what that makes of the learning rate, when to save."""

from __future__ import annotations

import math
import time


class Budget:
    """Counts the minutes spent training, over restarts too.

    The learning rate warms up over `warm_up` steps and falls along a cosine to `last` of its peak as
    the minutes run out, so a run ends well on a fast or a slow machine alike.
    """

    def __init__(self, minutes: float, *, spent: float = 0.0, warm_up: int = 100, last: float = 0.02) -> None:
        self.minutes, self.warm_up, self.last = minutes, warm_up, last
        self._before = spent
        self._start = time.monotonic()

    @property
    def spent(self) -> float:
        """Minutes of training so far."""
        return self._before + (time.monotonic() - self._start) / 60

    @property
    def over(self) -> bool:
        """Whether the minutes have run out."""
        return self.spent >= self.minutes

    def rate(self, step: int) -> float:
        """Factor on the peak learning rate at this step."""
        done = min(self.spent / self.minutes, 1.0)
        fall = self.last + (1 - self.last) * 0.5 * (1 + math.cos(math.pi * done))
        return min(1.0, (step + 1) / self.warm_up) * fall
