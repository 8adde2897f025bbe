"""Results kept for later, new requests of the same content (section 8: audio 30 days, sliding)."""

from typing import NamedTuple

from sqlalchemy import Connection, delete, func, insert, select, update

from engine.contract.limits import AUDIO_ADDRESS_SECONDS, AUDIO_CACHE_RETENTION_SECONDS
from engine.service.artifacts import Artifacts
from engine.service.schema import results


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
        row = conn.execute(select(results).where(results.c.identity == identity)).one_or_none()
        if row is None or row.expires_at <= now:
            return None
        if row.artifact and not self._artifacts.touch(conn, row.artifact, now, now + AUDIO_ADDRESS_SECONDS):
            conn.execute(delete(results).where(results.c.identity == identity))
            return None
        renewed = {"used_at": now, "expires_at": self._expires(row.artifact, now)}
        conn.execute(update(results).where(results.c.identity == identity).values(**renewed))
        return Cached(row.body, row.artifact)

    def keep(self, conn: Connection, identity: str, body: bytes, artifact: str | None, now: float) -> None:
        """Stores a result."""
        self._grown_bytes += len(body)
        conn.execute(delete(results).where(results.c.identity == identity))
        conn.execute(
            insert(results).values(
                identity=identity,
                body=body,
                size=len(body),
                artifact=artifact,
                used_at=now,
                expires_at=self._expires(artifact, now),
            )
        )

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

    def _expires(self, artifact: str | None, now: float) -> float:
        return now + (AUDIO_CACHE_RETENTION_SECONDS if artifact else self._text_seconds)
