"""The rows of speech jobs and their transitions (section 3.1); every function is part of a transaction."""

from collections.abc import Iterator
from typing import Any
from uuid import UUID

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from engine.contract import BasicSpeechRequest, ErrorDetail, ErrorEvent, PremiumSpeechRequest, StatusEvent
from engine.contract.errors import EngineError, NotFound, ServiceUnavailable
from engine.contract.limits import JOB_RETENTION_SECONDS
from engine.contract.names import TERMINAL_STATUSES, JobStatus
from engine.contract.wire import encode
from engine.service import events, ledger
from engine.service.account import Account
from engine.service.presence import Presence
from engine.service.runtimes import Runtimes
from engine.service.schema import events as events_table
from engine.service.schema import jobs


def create(
    conn: Connection,
    account: Account,
    request: BasicSpeechRequest | PremiumSpeechRequest,
    job_id: str,
    request_id: str,
    now: float,
) -> Row[Any]:
    """Enters a queued job."""
    conn.execute(
        insert(jobs).values(
            id=job_id,
            scope=account.scope,
            request_id=request_id,
            status="queued",
            tier=request.tier,
            request=encode(request),
            created_at=now,
            token=0,
            attempts=0,
        )
    )
    _announce(conn, job_id, "queued")
    return find(conn, account, job_id)


def find(conn: Connection, account: Account, job_id: str) -> Row[Any]:
    """A job of this account.

    Raises:
        NotFound: There is none of this id, or it is another's (section 4, rule 3).
    """
    row = conn.execute(select(jobs).where(jobs.c.id == job_id, jobs.c.scope == account.scope)).one_or_none()
    if row is None:
        raise NotFound("there is no such speech job", details={"field": "job_id"})
    return row


def waiting(conn: Connection, presence: Presence) -> Iterator[tuple[str, str]]:
    """Id and scope of the jobs nobody works on, oldest first: queued, or left by a process that ended."""
    columns = (jobs.c.id, jobs.c.scope, jobs.c.status, jobs.c.owner)
    open_ = select(*columns).where(jobs.c.status.in_(("queued", "running"))).order_by(jobs.c.created_at)
    for row in conn.execute(open_).all():
        if row.status == "queued" or not presence.holds(row.owner, row.id):
            yield row.id, row.scope


def count_waiting(conn: Connection) -> int:
    """How many jobs are queued."""
    return conn.scalar(select(func.count()).where(jobs.c.status == "queued")) or 0


def start(conn: Connection, row: Row[Any], owner: str, now: float) -> Row[Any]:
    """Gives a waiting job to a process.

    Returns:
        The job as it now stands; only with this token may it be finished.
    """
    conn.execute(
        update(jobs)
        .where(jobs.c.id == row.id)
        .values(
            status="running",
            owner=owner,
            token=row.token + 1,
            attempts=row.attempts + 1,
            started_at=row.started_at or max(now, row.created_at),
        )
    )
    if row.status == "queued":
        _announce(conn, row.id, "running")
    return conn.execute(select(jobs).where(jobs.c.id == row.id)).one()


def is_held(conn: Connection, job_id: str, token: int) -> bool:
    """Whether the holder of a token still has the job: it was neither cancelled nor given to another."""
    held = (jobs.c.id == job_id, jobs.c.token == token, jobs.c.status == "running")
    return conn.scalar(select(jobs.c.id).where(*held)) is not None


def hand_back(conn: Connection, job_id: str, token: int) -> None:
    """Leaves a running job to the next process that looks for one; this start does not count."""
    mine = (jobs.c.id == job_id, jobs.c.token == token, jobs.c.status == "running")
    conn.execute(update(jobs).where(*mine).values(owner=None, attempts=jobs.c.attempts - 1))


def succeed(conn: Connection, job_id: str, result: bytes, artifact: str | None, now: float) -> None:
    """Ends a job with its result."""
    _finish(conn, job_id, "succeeded", now, result=result, artifact=artifact)
    events.append(conn, job_id, "complete", None)


def fail(conn: Connection, job_id: str, request_id: str, error: ErrorDetail, now: float) -> None:
    """Ends a job with an error; its reservation is released."""
    _finish(conn, job_id, "failed", now, error=encode(error).decode())
    ledger.release(conn, request_id)
    events.append(conn, job_id, "error", ErrorEvent(job_id=UUID(job_id), status="failed", error=error))


def cancel(conn: Connection, row: Row[Any], now: float) -> None:
    """Ends a job that has not ended, and releases its reservation."""
    if row.status in TERMINAL_STATUSES:
        return
    _finish(conn, row.id, "cancelled", now)
    ledger.release(conn, row.request_id)
    _announce(conn, row.id, "cancelled")


def give_up(conn: Connection, runtimes: Runtimes, now: float) -> None:
    """Fails the jobs whose time is up, whoever holds them: their worker hangs."""
    running = conn.execute(select(jobs).where(jobs.c.status == "running")).all()
    for row in running:
        if runtimes.is_over(runtimes.end(row)):
            fail(conn, row.id, row.request_id, overrun(runtimes.longest).detail, now)
    runtimes.keep({row.id for row in running})


def overrun(runtime: float) -> EngineError:
    """The error of a job that ran for too long (section 3.1)."""
    return ServiceUnavailable(f"the job ran for {runtime:g} seconds, the longest allowed")


def sweep(conn: Connection, now: float) -> None:
    """Deletes jobs and their events a day after they ended."""
    ended = select(jobs.c.id).where(jobs.c.finished_at <= now - JOB_RETENTION_SECONDS)
    for job_id in list(conn.scalars(ended)):
        conn.execute(delete(events_table).where(events_table.c.job_id == job_id))
        conn.execute(delete(jobs).where(jobs.c.id == job_id))


def _finish(conn: Connection, job_id: str, status: JobStatus, now: float, **values: Any) -> None:
    times = select(jobs.c.created_at, jobs.c.started_at).where(jobs.c.id == job_id)
    created_at, started_at = conn.execute(times).one()
    # The clock may have been set back: no job ends before it started, nor is it kept for less than a day.
    ended = {"status": status, "finished_at": max(now, started_at or created_at), "owner": None, **values}
    conn.execute(update(jobs).where(jobs.c.id == job_id).values(**ended))


def _announce(conn: Connection, job_id: str, status: JobStatus) -> None:
    events.append(conn, job_id, "status", StatusEvent(job_id=UUID(job_id), status=status))
