"""Which processes are at work: each holds a lock on a file of its own, which its end lets go.

A lease given to an owner thus dies with the owner's process, however that ends, and never while it lives.
"""

import fcntl
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import uuid4

from engine.contract.errors import ServiceUnavailable


class Presence:
    """One engine at work in a data folder, known to others by `owner`.

    Args:
        folder: Where the lock files are.
    """

    def __init__(self, folder: Path) -> None:
        self.owner = str(uuid4())
        self._folder = folder
        self._busy: set[str] = set()
        self._guard = threading.Lock()
        self._closed = False
        folder.mkdir(parents=True, exist_ok=True)
        # The lock is taken under another name, so that nobody meets the file unlocked and takes it for dead.
        entering = folder / f"{self.owner}.new"
        self._file = os.open(entering, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600)
        fcntl.flock(self._file, fcntl.LOCK_EX)
        entering.rename(folder / self.owner)

    @contextmanager
    def at_work(self, *ids: str) -> Iterator[None]:
        """Says that this process is at work on requests or jobs, for the length of the block.

        Raises:
            ServiceUnavailable: The engine was closed.
        """
        with self._guard:
            if self._closed:
                raise ServiceUnavailable("the engine is closed")
            self._busy.update(ids)
        try:
            yield
        finally:
            with self._guard:
                self._busy.difference_update(ids)

    def holds(self, owner: str | None, id_: str) -> bool:
        """Whether a lease of `owner` on a request or job still stands."""
        if owner == self.owner:
            with self._guard:
                return id_ in self._busy
        return owner is not None and self._alive(self._folder / owner)

    def sweep(self) -> None:
        """Removes the files of processes that have ended."""
        for path in self._folder.iterdir():
            if path.name != self.owner and path.suffix != ".new" and not self._alive(path):
                path.unlink(missing_ok=True)

    def close(self) -> None:
        """Ends this engine's leases; a second call does nothing."""
        with self._guard:
            if self._closed:
                return
            self._closed = True
        (self._folder / self.owner).unlink(missing_ok=True)
        os.close(self._file)

    @staticmethod
    def _alive(path: Path) -> bool:
        try:
            file = os.open(path, os.O_RDWR)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        finally:
            os.close(file)
        return False
