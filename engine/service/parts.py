"""The parts that every request of one engine goes through, opened on one data folder."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engine.contract.errors import StorageUnavailable
from engine.service.artifacts import Artifacts
from engine.service.cache import Cache
from engine.service.capabilities import Capabilities
from engine.service.clock import Clock
from engine.service.presence import Presence
from engine.service.settings import Settings
from engine.service.signing import Signer, load_secret
from engine.service.store import Store


@dataclass(frozen=True, slots=True)
class Parts:
    """What the pieces of the service share."""

    capabilities: Capabilities
    settings: Settings
    clock: Clock
    store: Store
    artifacts: Artifacts
    cache: Cache
    presence: Presence
    signer: Signer

    @classmethod
    def open(cls, data_dir: Path, capabilities: Capabilities, settings: Settings, clock: Clock) -> Self:
        """Opens a data folder, made where missing; any number of processes may have it open.

        Raises:
            StorageUnavailable: It cannot be made or written.
        """
        with _named_folder(data_dir):
            data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
            with _alone(data_dir / "opening.lock"):
                artifacts = Artifacts(data_dir / "audio", settings.audio_quota_bytes)
                secret = load_secret(data_dir / "secret")
                store = Store(data_dir / "engine.sqlite3", settings.busy_seconds)
                try:
                    presence = Presence(data_dir / "processes")
                except OSError:
                    store.close()
                    raise
        return cls(
            capabilities=capabilities,
            settings=settings,
            clock=clock,
            store=store,
            artifacts=artifacts,
            cache=Cache(artifacts, settings.text_cache_seconds, settings.text_cache_bytes),
            presence=presence,
            signer=Signer(secret, settings.base_address),
        )

    def close(self) -> None:
        """Ends this engine's leases and closes the store."""
        self.presence.close()
        self.store.close()


@contextmanager
def _named_folder(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageUnavailable(
            f"the data folder {folder} cannot be used: {error.strerror or error}",
            details={"path": str(folder)},
        ) from error


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    # Two processes that make one folder at once would trip over each other's half-made database.
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
