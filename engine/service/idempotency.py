"""Idempotency records: one key, one identity, one result, for 86,400 seconds (sections 4, 7 and 8)."""

from typing import Any, Final

from sqlalchemy import Connection, Double, Row, bindparam, case, delete, insert, select, update

from engine.contract.errors import IdempotencyConflict, RequestInProgress
from engine.contract.limits import IDEMPOTENCY_RETENTION_SECONDS
from engine.service.presence import Presence
from engine.service.schema import idempotency

_NAMED: Final = (idempotency.c.scope == bindparam("of_scope"), idempotency.c.key == bindparam("of_key"))
_FIND: Final = select(idempotency).where(*_NAMED)
_FORGET: Final = delete(idempotency).where(*_NAMED)
_MINE: Final = (*_NAMED, idempotency.c.request_id == bindparam("of_request"))
_RELEASE: Final = delete(idempotency).where(*_MINE, idempotency.c.state == "running")
_CLAIM: Final = insert(idempotency)
_ANEW: Final = bindparam("new_expires_at", type_=Double)
# A clock that was set back since the key was claimed does not shorten its time.
_LATER: Final = case((idempotency.c.expires_at > _ANEW, idempotency.c.expires_at), else_=_ANEW)
_FINISH: Final = (
    update(idempotency)
    .where(*_MINE)
    .values({name: bindparam(f"new_{name}") for name in ("state", "job_id", "body", "artifact")})
    .values(owner=None, expires_at=_LATER)
)


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
    named = _named(scope, key)
    record = conn.execute(_FIND, named).one_or_none()
    if record is not None and _stands(record, presence, now):
        if record.identity != identity:
            raise IdempotencyConflict("the idempotency key was used for a different request")
        if record.state == "running":
            raise RequestInProgress("the first request with this key still runs", retry_after=retry_after)
        return record
    if record is not None:
        conn.execute(_FORGET, named)
    row = {
        "scope": scope,
        "key": key,
        "identity": identity,
        "state": "running",
        "owner": presence.owner,
        "request_id": request_id,
        "expires_at": now + IDEMPOTENCY_RETENTION_SECONDS,
    }
    conn.execute(_CLAIM, row)
    return None


def keep_result(
    conn: Connection, *, scope: str, key: str, request_id: str, body: bytes, artifact: str | None, now: float
) -> None:
    """Stores what the request of a key answered."""
    _finish(conn, {**_named(scope, key), "of_request": request_id}, now, "done", body=body, artifact=artifact)


def keep_job(conn: Connection, *, scope: str, key: str, request_id: str, job_id: str, now: float) -> None:
    """Stores which job the request of a key started."""
    _finish(conn, {**_named(scope, key), "of_request": request_id}, now, "job", job_id=job_id)


def release(conn: Connection, *, scope: str, key: str, request_id: str) -> None:
    """Gives a key back after a failed request, so that it may run again."""
    conn.execute(_RELEASE, {**_named(scope, key), "of_request": request_id})


def sweep(conn: Connection, presence: Presence, now: float) -> None:
    """Deletes the records past their retention."""
    expired = idempotency.c.expires_at <= now
    conn.execute(delete(idempotency).where(expired, idempotency.c.state != "running"))
    columns = (idempotency.c.scope, idempotency.c.key, idempotency.c.owner, idempotency.c.request_id)
    for record in conn.execute(select(*columns).where(expired)).all():
        if not presence.holds(record.owner, record.request_id):
            conn.execute(_FORGET, _named(record.scope, record.key))


def _finish(
    conn: Connection,
    mine: dict[str, str],
    now: float,
    state: str,
    job_id: str | None = None,
    body: bytes | None = None,
    artifact: str | None = None,
) -> None:
    values = {
        "new_state": state,
        "new_job_id": job_id,
        "new_body": body,
        "new_artifact": artifact,
        "new_expires_at": now + IDEMPOTENCY_RETENTION_SECONDS,
    }
    conn.execute(_FINISH, {**mine, **values})


def _stands(record: Row[Any], presence: Presence, now: float) -> bool:
    if record.state == "running":
        return presence.holds(record.owner, record.request_id)
    return bool(record.expires_at > now)


def _named(scope: str, key: str) -> dict[str, str]:
    return {"of_scope": scope, "of_key": key}
