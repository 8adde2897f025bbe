"""Servers as processes of their own, and the organizations that use them."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from engine import RemoteEngine
from engine.contract.names import Environment, Plan
from engine.remote import Retries, Timeouts
from engine.service.api_keys import SCOPES
from engine.service.clock import Clock
from engine.service.directory import ApiKey, Directory

CHECKOUT = Path(__file__).parents[2]
PLENTY = {"text_units": 10**9, "basic_seconds": 1e6, "premium_seconds": 1e6, "requests_per_minute": 10**6}
PATIENCE_SECONDS = 600  # a first request loads torch, which from a cold disk takes minutes
_names = count(1)


@dataclass
class Organization:
    """One organization in one environment, with a key and an HTTP client that sends it."""

    server: "RunningServer"
    name: str
    environment: Environment
    key: str
    key_id: str
    http: httpx.Client = field(init=False)

    def __post_init__(self) -> None:
        self.http = self.client(self.key)

    def client(self, key: str) -> httpx.Client:
        """An HTTP client with a key of this organization."""
        client = httpx.Client(
            base_url=self.server.address,
            headers={"Authorization": f"Bearer {key}"},
            timeout=PATIENCE_SECONDS,
            trust_env=False,
        )
        return self.server.clients.enter_context(client)

    def another_key(self, *scopes: str) -> tuple[ApiKey, str]:
        return self.server.directory.create_key(self.name, self.environment, scopes or SCOPES)

    def change(self, **changes: Any) -> None:
        self.server.directory.change(self.name, self.environment, changes)

    def engine(self, **options: Any) -> RemoteEngine:
        """A client that waits long and shows each error at once, unless `options` say otherwise."""
        usual = {"timeouts": Timeouts(text=PATIENCE_SECONDS), "retries": Retries(tries=1)}
        return RemoteEngine(self.server.address, self.key, **{**usual, **options})


@dataclass(frozen=True)
class RunningServer:
    """A server that answers.

    Attributes:
        address: What it printed.
        data_dir: Where it keeps everything.
        directory: Its organizations and keys.
        log: What it wrote to standard error.
        clients: Closed in the end.
    """

    address: str
    data_dir: Path
    directory: Directory
    log: Path
    clients: ExitStack

    def organization(
        self,
        environment: Environment = "live",
        plan: Plan | None = None,
        status: Any = "active",
        **changes: Any,
    ) -> Organization:
        """A new organization; with plenty of everything but what is said, or with what the plan has."""
        name = f"org-{next(_names)}"
        self.directory.subscribe(
            name, environment, plan or ("sandbox" if environment == "test" else "scale"), status
        )
        self.directory.change(name, environment, {**({} if plan else PLENTY), **changes})
        made, key = self.directory.create_key(name, environment)
        return Organization(self, name, environment, key, made.id)


@contextmanager
def running(folder: Path, program: list[str], clock: Clock | None = None) -> Iterator[RunningServer]:
    """A server started by `python PROGRAM`, on the data folder `folder/data`; ended by its process id."""
    log, data_dir = folder / "log", folder / "data"
    with (
        log.open("wb") as errors,
        subprocess.Popen(
            [sys.executable, *program], cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=errors, text=True
        ) as process,
    ):
        try:
            assert process.stdout is not None
            address = process.stdout.readline().strip()
            assert address, log.read_text()
            with Directory(data_dir, clock) as directory, ExitStack() as clients:
                yield RunningServer(address, data_dir, directory, log, clients)
        finally:
            process.terminate()
            process.wait(60)
