"""Taking turns: a lock that goes to whoever has waited longest."""

import threading
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager


class Turns:
    """Long work cut into short turns shares a device evenly with other work of its kind.

    A plain lock would not: who lets it go and takes it again at once mostly gets it.
    """

    def __init__(self) -> None:
        self._guard = threading.Lock()
        self._queue: deque[threading.Event] = deque()

    @contextmanager
    def turn(self) -> Iterator[None]:
        """Waits for all who came before, then runs the block alone."""
        mine = threading.Event()
        with self._guard:
            self._queue.append(mine)
            self._queue[0].set()
        try:
            mine.wait()
            yield
        finally:
            with self._guard:
                self._queue.remove(mine)
                if self._queue:
                    self._queue[0].set()
