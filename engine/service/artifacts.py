"""Finished audio files, named by content: written whole or not at all, kept 30 days after their last use."""

import hashlib
import os
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from uuid import uuid4

from sqlalchemy import Connection, Row, delete, func, insert, select, update

from engine.contract.errors import NotFound, StorageUnavailable
from engine.contract.limits import AUDIO_CACHE_RETENTION_SECONDS
from engine.contract.names import MimeType
from engine.service.schema import artifacts, results

_STRAY_SECONDS: Final = 3_600  # a file that no row names may still be on its way into the store


@dataclass(frozen=True, slots=True)
class AudioFile:
    """A stored audio file; its `id` is the sha256 of its bytes."""

    id: str
    path: Path
    mime_type: MimeType
    size: int


class Artifacts:
    """The folder of audio files.

    Args:
        folder: Where the files are.
        quota_bytes: Their total size at most.
    """

    def __init__(self, folder: Path, quota_bytes: int) -> None:
        self._folder = folder
        self._quota = quota_bytes
        folder.mkdir(parents=True, exist_ok=True)
        _sync_folder(folder.parent)

    def make_room(self, conn: Connection, size: int, now: float) -> None:
        """Deletes the least recently used files until another of `size` bytes fits.

        Raises:
            StorageUnavailable: What is left is still promised to someone.
        """
        excess = (conn.scalar(select(func.sum(artifacts.c.size))) or 0) + size - self._quota
        if excess <= 0:
            return
        unpromised = select(artifacts).where(artifacts.c.protected_until <= now).order_by(artifacts.c.used_at)
        for row in conn.execute(unpromised).all():
            self._delete(conn, row)
            excess -= row.size
            if excess <= 0:
                return
        raise StorageUnavailable(
            f"the audio folder's quota of {self._quota} bytes is full of files still promised",
            details={"path": str(self._folder), "quota_bytes": self._quota},
            action="Raise the audio quota, or wait until earlier results are past their retention.",
        )

    def write(self, data: bytes) -> str:
        """Puts a file on the disk for good, before anything refers to it.

        Returns:
            Its id.

        Raises:
            StorageUnavailable: The disk is full or cannot be written; no part of the file is left.
        """
        id_ = hashlib.sha256(data).hexdigest()
        path = self._path(id_)
        entering = path.with_name(f"{uuid4()}.new")
        try:
            path.parent.mkdir(exist_ok=True)
            with entering.open("xb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            entering.rename(path)
            _sync_folder(path.parent)
            _sync_folder(self._folder)
        except OSError as error:
            with suppress(OSError):
                entering.unlink(missing_ok=True)
            reason = f"the audio file cannot be stored: {error.strerror or error}"
            raise StorageUnavailable(reason, details={"path": str(self._folder)}) from error
        return id_

    def record(
        self,
        conn: Connection,
        id_: str,
        data: bytes,
        mime_type: MimeType,
        now: float,
        protected_until: float,
    ) -> None:
        """Enters a written file into the store, in the transaction that first refers to it."""
        if not self._path(
            id_
        ).exists():  # a sweep took an older copy since; none runs beside this transaction
            self.write(data)
        row = conn.execute(select(artifacts).where(artifacts.c.id == id_)).one_or_none()
        if row is None:
            times = {"used_at": now, "protected_until": protected_until}
            conn.execute(insert(artifacts).values(id=id_, mime_type=mime_type, size=len(data), **times))
        else:
            self.touch(conn, id_, now, protected_until)

    def touch(self, conn: Connection, id_: str, now: float, protected_until: float) -> bool:
        """Renews a file's retention; False if the file is gone."""
        row = conn.execute(select(artifacts).where(artifacts.c.id == id_)).one_or_none()
        if row is None or not self._path(id_).exists():
            return False
        until = max(row.protected_until, protected_until)
        conn.execute(
            update(artifacts).where(artifacts.c.id == id_).values(used_at=now, protected_until=until)
        )
        return True

    def find(self, conn: Connection, id_: str) -> AudioFile:
        """A stored file.

        Raises:
            NotFound: There is none of this id.
        """
        row = conn.execute(select(artifacts).where(artifacts.c.id == id_)).one_or_none()
        if row is None or not self._path(id_).exists():
            raise NotFound("the audio object is not here", details={"field": "id"})
        return AudioFile(id_, self._path(id_), row.mime_type, row.size)

    def sweep(self, conn: Connection, now: float) -> None:
        """Deletes files unused for 30 days, and those that no row names."""
        old = (artifacts.c.used_at <= now - AUDIO_CACHE_RETENTION_SECONDS, artifacts.c.protected_until <= now)
        for row in conn.execute(select(artifacts).where(*old)).all():
            self._delete(conn, row)
        known = set(conn.scalars(select(artifacts.c.id)))
        for path in self._folder.glob("*/*"):
            with suppress(FileNotFoundError):  # another process moved it to its place
                if path.name not in known and path.stat().st_mtime < time.time() - _STRAY_SECONDS:
                    path.unlink()

    def _delete(self, conn: Connection, row: Row[Any]) -> None:
        conn.execute(delete(results).where(results.c.artifact == row.id))
        conn.execute(delete(artifacts).where(artifacts.c.id == row.id))
        self._path(row.id).unlink(missing_ok=True)

    def _path(self, id_: str) -> Path:
        return self._folder / id_[:2] / id_


def _sync_folder(folder: Path) -> None:
    file = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(file)
    finally:
        os.close(file)
