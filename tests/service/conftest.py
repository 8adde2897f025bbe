import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.service.account import Account
from engine.service.service import Service
from engine.service.settings import Settings
from tests.service.doubles import HandClock, PlainCapabilities


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def capabilities() -> PlainCapabilities:
    return PlainCapabilities()


@pytest.fixture
def data_dir(tmp_path: Path) -> Path:
    return tmp_path / "data"


@pytest.fixture
def open_service(
    data_dir: Path, capabilities: PlainCapabilities, clock: HandClock
) -> Iterator[Callable[..., Service]]:
    """Opens services on one data folder, and closes them in the end."""
    opened: list[Service] = []

    def open_(accounts: list[Account] | None = None, runs: Any = None, **settings: Any) -> Service:
        known = {account.scope: account for account in accounts or [Account()]}
        service = Service(data_dir, runs or capabilities, known.get, Settings(**settings), clock)
        opened.append(service)
        return service

    yield open_
    for service in opened:
        service.close()


@pytest.fixture
def service(open_service: Callable[..., Service]) -> Service:
    return open_service()


@pytest.fixture
def rows(data_dir: Path) -> Callable[[str], list[tuple[Any, ...]]]:
    """What a query finds in the store."""

    def query(sql: str) -> list[tuple[Any, ...]]:
        connection = sqlite3.connect(data_dir / "engine.sqlite3")
        try:
            return connection.execute(sql).fetchall()
        finally:
            connection.close()

    return query
