"""Idempotency records: one key, one identity, one result, for 86,400 seconds (sections 4, 7 and 8)."""

from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, delete, insert, select, update

from engine.contract.errors import IdempotencyConflict, RequestInProgress
from engine.contract.limits import IDEMPOTENCY_RETENTION_SECONDS
from engine.service.presence import Presence
from engine.service.schema import idempotency


def claim(
    conn: Connection,
    presence: Presence,
    *,
    scope: str,
    key: str,
    identity: str,
    request_id: str,
    now: float,
    retry_after: int,
) -> Row[Any] | None:
    """Takes a key for a new request.

    Returns:
        The record of the earlier request with this key; None if this request is to run.

    Raises:
        IdempotencyConflict: The key belongs to a different request.
        RequestInProgress: The first request with this key still runs.
    """
    record = conn.execute(select(idempotency).where(*_named(scope, key))).one_or_none()
    if record is not None and _stands(record, presence, now):
        if record.identity != identity:
            raise IdempotencyConflict("the idempotency key was used for a different request")
        if record.state == "running":
            raise RequestInProgress("the first request with this key still runs", retry_after=retry_after)
        return record
    if record is not None:
        conn.execute(delete(idempotency).where(*_named(scope, key)))
    conn.execute(
        insert(idempotency).values(
            scope=scope,
            key=key,
            identity=identity,
            state="running",
            owner=presence.owner,
            request_id=request_id,
            expires_at=now + IDEMPOTENCY_RETENTION_SECONDS,
        )
    )
    return None


def keep_result(
    conn: Connection, *, scope: str, key: str, request_id: str, body: bytes, artifact: str | None, now: float
) -> None:
    """Stores what the request of a key answered."""
    _finish(conn, scope, key, request_id, state="done", body=body, artifact=artifact, now=now)


def keep_job(conn: Connection, *, scope: str, key: str, request_id: str, job_id: str, now: float) -> None:
    """Stores which job the request of a key started."""
    _finish(conn, scope, key, request_id, state="job", job_id=job_id, now=now)


def release(conn: Connection, *, scope: str, key: str, request_id: str) -> None:
    """Gives a key back after a failed request, so that it may run again."""
    running = (idempotency.c.request_id == request_id, idempotency.c.state == "running")
    conn.execute(delete(idempotency).where(*_named(scope, key), *running))


def sweep(conn: Connection, presence: Presence, now: float) -> None:
    """Deletes the records past their retention."""
    expired = idempotency.c.expires_at <= now
    conn.execute(delete(idempotency).where(expired, idempotency.c.state != "running"))
    columns = (idempotency.c.scope, idempotency.c.key, idempotency.c.owner, idempotency.c.request_id)
    for record in conn.execute(select(*columns).where(expired)).all():
        if not presence.holds(record.owner, record.request_id):
            conn.execute(delete(idempotency).where(*_named(record.scope, record.key)))


def _finish(conn: Connection, scope: str, key: str, request_id: str, *, now: float, **values: Any) -> None:
    mine = (*_named(scope, key), idempotency.c.request_id == request_id)
    conn.execute(
        update(idempotency)
        .where(*mine)
        .values(owner=None, expires_at=now + IDEMPOTENCY_RETENTION_SECONDS, **values)
    )


def _stands(record: Row[Any], presence: Presence, now: float) -> bool:
    if record.state == "running":
        return presence.holds(record.owner, record.request_id)
    return bool(record.expires_at > now)


def _named(scope: str, key: str) -> tuple[ColumnElement[bool], ...]:
    return idempotency.c.scope == scope, idempotency.c.key == key
