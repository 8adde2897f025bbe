"""The parts that every request of one engine goes through, opened on one data folder."""

from dataclasses import dataclass
from pathlib import Path
from typing import Self

from engine.service.artifacts import Artifacts
from engine.service.cache import Cache
from engine.service.capabilities import Capabilities
from engine.service.clock import Clock
from engine.service.folder import RATES_FILE, STORE_FILE, opening
from engine.service.presence import Presence
from engine.service.runtimes import Runtimes
from engine.service.settings import Settings
from engine.service.signing import Signer, load_secret
from engine.service.store import Store


@dataclass(frozen=True, slots=True)
class Parts:
    """What the pieces of the service share.

    The counts of requests have a store of their own: they need no disk, and shall not wait for what does.
    """

    capabilities: Capabilities
    settings: Settings
    clock: Clock
    store: Store
    rates: Store
    artifacts: Artifacts
    cache: Cache
    presence: Presence
    runtimes: Runtimes
    signer: Signer

    @classmethod
    def open(cls, data_dir: Path, capabilities: Capabilities, settings: Settings, clock: Clock) -> Self:
        """Opens a data folder, made where missing; any number of processes may have it open.

        Raises:
            StorageUnavailable: It cannot be made or written.
        """
        with opening(data_dir):
            artifacts = Artifacts(data_dir / "audio", settings.audio_quota_bytes)
            secret = load_secret(data_dir / "secret")
            store = Store(data_dir / STORE_FILE, settings.busy_seconds)
            rates = Store(data_dir / RATES_FILE, durable=False)
            try:
                presence = Presence(data_dir / "processes")
            except OSError:
                rates.close()
                store.close()
                raise
        return cls(
            capabilities=capabilities,
            settings=settings,
            clock=clock,
            store=store,
            rates=rates,
            artifacts=artifacts,
            cache=Cache(artifacts, settings.text_cache_seconds, settings.text_cache_bytes),
            presence=presence,
            runtimes=Runtimes(clock, presence, settings.job_runtime_seconds),
            signer=Signer(secret, settings.base_address),
        )

    def close(self) -> None:
        """Ends this engine's leases and closes the store."""
        self.presence.close()
        self.rates.close()
        self.store.close()
