"""The events of a job's stream, with ids that count up from 1 (section 6)."""

from collections.abc import Collection
from typing import Any

from pydantic import BaseModel
from sqlalchemy import Connection, Row, func, insert, select

from engine.contract.names import EventName
from engine.contract.wire import encode
from engine.service.schema import events


def append(conn: Connection, job_id: str, event: EventName, payload: BaseModel | None) -> None:
    """Adds an event; `complete` has no payload here, since its address is signed when it is read."""
    last = conn.scalar(select(func.max(events.c.id)).where(events.c.job_id == job_id)) or 0
    body = None if payload is None else encode(payload)
    conn.execute(insert(events).values(job_id=job_id, id=last + 1, event=event, body=body))


def since(conn: Connection, job_id: str, after: int, most: int) -> list[Row[Any]]:
    """The first `most` events with an id over `after`, in order."""
    newer = (events.c.job_id == job_id, events.c.id > after)
    return list(conn.execute(select(events).where(*newer).order_by(events.c.id).limit(most)).all())


def preview_stands(conn: Connection, job_id: str) -> bool:
    """Whether preview audio was sent that no `reset` has discarded."""
    heard = select(events.c.event).where(events.c.job_id == job_id, events.c.event.in_(("audio", "reset")))
    return conn.scalar(heard.order_by(events.c.id.desc()).limit(1)) == "audio"


def latest(conn: Connection, job_ids: Collection[str]) -> dict[str, int]:
    """The last event's id of each job that is still there."""
    last = select(events.c.job_id, func.max(events.c.id)).group_by(events.c.job_id)
    found = conn.execute(last.where(events.c.job_id.in_(job_ids))).all()
    return {row[0]: row[1] for row in found}
