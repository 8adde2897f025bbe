"""Results kept for later, new requests of the same content (section 8: audio 30 days, sliding)."""

from typing import Final, NamedTuple

from sqlalchemy import Connection, bindparam, case, delete, func, insert, select, update

from engine.contract.limits import AUDIO_ADDRESS_SECONDS, AUDIO_CACHE_RETENTION_SECONDS
from engine.service.artifacts import Artifacts
from engine.service.schema import results

_NAMED: Final = results.c.identity == bindparam("of_identity")
_FORGET: Final = delete(results).where(_NAMED)
_KEEP: Final = insert(results)
_RENEW: Final = (
    update(results)
    .where(_NAMED, results.c.expires_at > bindparam("now"))
    .values(
        used_at=bindparam("now"),
        expires_at=case(
            (results.c.artifact.is_(None), bindparam("text_expires")), else_=bindparam("audio_expires")
        ),
    )
    .returning(results.c.body, results.c.artifact)
)


class Cached(NamedTuple):
    """A stored response and the id of its audio, if any."""

    body: bytes
    artifact: str | None


class Cache:
    """Earlier results by identity.

    Args:
        artifacts: Holds the audio of speech results.
        text_seconds: How long a text result is kept after its last use.
        text_bytes: Room for all text results.
    """

    def __init__(self, artifacts: Artifacts, text_seconds: float, text_bytes: int) -> None:
        self._artifacts = artifacts
        self._text_seconds = text_seconds
        self._text_bytes = text_bytes
        self._grown_bytes = 0

    def find(self, conn: Connection, identity: str, now: float) -> Cached | None:
        """An earlier result, whose retention starts anew; None where there is none."""
        times = {
            "now": now,
            "text_expires": now + self._text_seconds,
            "audio_expires": now + AUDIO_CACHE_RETENTION_SECONDS,
        }
        row = conn.execute(_RENEW, {"of_identity": identity, **times}).one_or_none()
        if row is None:
            return None
        if row.artifact and not self._artifacts.touch(conn, row.artifact, now, now + AUDIO_ADDRESS_SECONDS):
            conn.execute(_FORGET, {"of_identity": identity})
            return None
        return Cached(row.body, row.artifact)

    def keep(self, conn: Connection, identity: str, body: bytes, artifact: str | None, now: float) -> None:
        """Stores a result."""
        self._grown_bytes += len(body)
        conn.execute(_FORGET, {"of_identity": identity})
        row = {
            "identity": identity,
            "body": body,
            "size": len(body),
            "artifact": artifact,
            "used_at": now,
            "expires_at": now + (AUDIO_CACHE_RETENTION_SECONDS if artifact else self._text_seconds),
        }
        conn.execute(_KEEP, row)

    @property
    def overgrown(self) -> bool:
        """Whether this process added so much since its last sweep that the next should not wait."""
        return self._grown_bytes > self._text_bytes // 4

    def sweep(self, conn: Connection, now: float) -> None:
        """Deletes what is past its retention, and the least recently used text results over their room."""
        self._grown_bytes = 0
        conn.execute(delete(results).where(results.c.expires_at <= now))
        text = results.c.artifact.is_(None)
        total = conn.scalar(select(func.sum(results.c.size)).where(text)) or 0
        if total <= self._text_bytes:
            return
        oldest = select(results.c.identity, results.c.size).where(text).order_by(results.c.used_at)
        for identity, size in conn.execute(oldest).all():
            conn.execute(delete(results).where(results.c.identity == identity))
            total -= size
            if total <= self._text_bytes:
                return
