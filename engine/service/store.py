"""The store: SQLAlchemy Core over SQLite, made so that another database can stand in.

Every write transaction opens with BEGIN IMMEDIATE and waits for other processes; a durable one commits
only when the disk has it (WAL with synchronous=FULL, https://www.sqlite.org/wal.html). Transactions
of one process take turns, and those that wait for each other are committed together.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, select
from sqlalchemy.engine import URL
from sqlalchemy.exc import DBAPIError, OperationalError

from engine.contract.errors import ServiceUnavailable, StorageUnavailable
from engine.service.schema import SCHEMA_VERSION, facts, metadata
from engine.service.writer import CommitFailed, Writer

_BUSY_RETRY_SECONDS = 1


class CommitUncertain(StorageUnavailable):
    """The commit itself failed: whether the transaction stands is unknown."""


class Store:
    """A database with read and write transactions.

    Args:
        path: The database file; made where missing.
        busy_seconds: How long a transaction waits for another process's.
        durable: False for what a power failure may take back: no commit waits for the disk then.

    Raises:
        StorageUnavailable: The file cannot be made or opened, or a newer version wrote it.
    """

    def __init__(self, path: Path, busy_seconds: float = 60, durable: bool = True) -> None:
        self._engine = _sqlite_engine(path, busy_seconds)
        hasty = self._engine.execution_options(writes_with="NORMAL")
        self._writer = Writer(self._engine.execution_options(writes_with="FULL") if durable else hasty, hasty)
        try:
            self._prepare(path)
        except BaseException:
            self._engine.dispose()
            raise

    def _prepare(self, path: Path) -> None:
        with self.write() as conn:
            metadata.create_all(conn)
            version = conn.scalar(select(facts.c.value).where(facts.c.name == "schema_version"))
            if version is None:
                conn.execute(insert(facts).values(name="schema_version", value=str(SCHEMA_VERSION)))
            elif int(version) != SCHEMA_VERSION:
                raise StorageUnavailable(
                    f"{path} has schema version {version}, this engine uses {SCHEMA_VERSION}",
                    details={"path": str(path)},
                    action="Use the engine version that made the data folder, or another data_dir.",
                )

    @contextmanager
    def read(self) -> Iterator[Connection]:
        """A transaction that sees one moment of the store and changes nothing."""
        with _typed_errors(), self._engine.connect() as conn, conn.begin():
            yield conn

    @contextmanager
    def write(self, durable: bool = True) -> Iterator[Connection]:
        """A transaction that commits when the block ends and rolls back when it raises.

        Args:
            durable: Whether the commit waits for the disk. Without, a power failure may take it back, unless
                a durable one followed: as if the process had been killed before it.

        Raises:
            StorageUnavailable: The database cannot be written.
            CommitUncertain: The commit failed.
            ServiceUnavailable: Another process kept the database busy for too long.
        """
        with _typed_errors():
            try:
                with self._writer.part(durable) as conn:
                    yield conn
            except CommitFailed as failed:
                raise CommitUncertain(_reason(failed.error)) from failed.error

    def close(self) -> None:
        """Closes all connections."""
        self._engine.dispose()


@contextmanager
def _typed_errors() -> Iterator[None]:
    try:
        yield
    except OperationalError as error:
        if "locked" in str(error.orig):
            raise ServiceUnavailable(
                "the store is busy with other processes", retry_after=_BUSY_RETRY_SECONDS
            ) from error
        raise StorageUnavailable(_reason(error)) from error
    except DBAPIError as error:
        raise StorageUnavailable(_reason(error)) from error


def _reason(error: DBAPIError) -> str:
    return f"the data folder's database failed: {error.orig}"  # str(error) would hold the texts themselves


def _sqlite_engine(path: Path, busy_seconds: float) -> Engine:
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        connect_args={"timeout": busy_seconds, "check_same_thread": False},
        pool_size=8,
        max_overflow=56,
        hide_parameters=True,
    )

    @event.listens_for(engine, "connect")
    def _configure(connection: Any, _record: Any) -> None:
        connection.isolation_level = None  # the driver shall not begin transactions by itself
        try:
            connection.execute("PRAGMA journal_mode=WAL")
        except BaseException:  # the pool does not know it yet
            connection.close()
            raise

    @event.listens_for(engine, "begin")
    def _begin(conn: Connection) -> None:
        synchronous = conn.get_execution_options().get("writes_with")
        if synchronous is not None and conn.info.get("synchronous") != synchronous:
            conn.exec_driver_sql(f"PRAGMA synchronous={synchronous}")
            conn.info["synchronous"] = synchronous
        conn.exec_driver_sql("BEGIN" if synchronous is None else "BEGIN IMMEDIATE")

    return engine
