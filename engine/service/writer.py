"""Write transactions of one process: one at a time, and those that queue up are committed together.

A commit waits for the disk. While one thread works, others wait for their turn; whoever is last of them
commits for all, and nobody returns before that. Each part after the first is a savepoint, so that it can fail
by itself; a first part that fails takes the transaction with it, in which there is nothing else yet.

A part need not be durable: one whose loss in a power failure leaves the store as if the process had been
killed before it. A transaction of such parts alone does not wait for the disk.
"""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Final

from sqlalchemy import Connection, Engine, RootTransaction
from sqlalchemy.exc import DBAPIError

_MOST_TOGETHER: Final = 64
_PATIENCE_SECONDS: Final = 0.05  # then a finished part commits by itself: whoever was to do it has died


class CommitFailed(Exception):
    """The commit, or another part of the same transaction, failed: whether it stands is unknown."""

    def __init__(self, error: DBAPIError) -> None:
        super().__init__(str(error.orig))
        self.error = error


@dataclass(slots=True)
class _Together:
    """One transaction of several parts."""

    conn: Connection
    transaction: RootTransaction
    durable: bool
    parts: int = 0
    failure: DBAPIError | None = None
    ended: threading.Event = field(default_factory=threading.Event)


class Writer:
    """Opens, shares and commits write transactions.

    Args:
        durable: Its transactions begin by taking the database's write lock, and wait for the disk.
        hasty: The same, but they do not wait.
    """

    def __init__(self, durable: Engine, hasty: Engine) -> None:
        self._engines = {True: durable, False: hasty}
        self._turn = threading.Lock()
        self._counting = threading.Lock()
        self._waiting = 0
        self._open: _Together | None = None

    @contextmanager
    def part(self, durable: bool = True) -> Iterator[Connection]:
        """A part of a transaction: committed when the block has ended, rolled back if it raised.

        Raises:
            CommitFailed: See there.
            DBAPIError: The transaction could not begin.
        """
        with self._my_turn():
            if self._open is not None and durable and not self._open.durable:
                self._end()
            together = self._open or self._begin(durable)
            savepoint = together.conn.begin_nested() if together.parts else None
            try:
                yield together.conn
            except BaseException:
                if savepoint is None:
                    self._end()
                else:
                    with _breaking(together):
                        savepoint.rollback()
                raise
            if savepoint is not None:
                with _breaking(together):
                    savepoint.commit()
            together.parts += 1
        while not together.ended.wait(_PATIENCE_SECONDS):
            if self._turn.acquire(blocking=False):
                try:
                    self._end()
                finally:
                    self._turn.release()
        if together.failure is not None:
            raise CommitFailed(together.failure) from together.failure

    @contextmanager
    def _my_turn(self) -> Iterator[None]:
        with self._counting:
            self._waiting += 1
        try:
            self._turn.acquire()
        finally:
            with self._counting:
                self._waiting -= 1
        try:
            yield
        finally:
            full = self._open is not None and self._open.parts >= _MOST_TOGETHER
            if not self._waiting or full:
                self._end()
            self._turn.release()

    def _begin(self, durable: bool) -> _Together:
        conn = self._engines[durable].connect()
        try:
            self._open = _Together(conn, conn.begin(), durable)
        except BaseException:
            conn.close()
            raise
        return self._open

    def _end(self) -> None:
        together, self._open = self._open, None
        if together is None:
            return
        try:
            if together.failure is None and together.parts:
                together.transaction.commit()
            else:
                together.transaction.rollback()
        except DBAPIError as error:
            together.failure = error
        finally:
            together.transaction.close()
            together.conn.close()
            together.ended.set()


@contextmanager
def _breaking(together: _Together) -> Iterator[None]:
    """A savepoint that cannot be ended is gone with its transaction, as SQLite does when the disk is full."""
    try:
        yield
    except DBAPIError as error:
        together.failure = error
