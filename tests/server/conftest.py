"""Most tests share one server a module, and each has an organization of its own on it."""

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import httpx
import pytest

from tests.server.live import Live
from tests.service.doubles import HandClock, PlainCapabilities

_NUMBERS = count(1)


@pytest.fixture(scope="module")
def clock() -> HandClock:
    return HandClock()


@pytest.fixture(scope="module")
def _capabilities() -> PlainCapabilities:
    return PlainCapabilities()


@pytest.fixture
def capabilities(_capabilities: PlainCapabilities) -> Iterator[PlainCapabilities]:
    yield _capabilities
    vars(_capabilities).update(vars(PlainCapabilities()) | {"gate": _capabilities.gate})
    _capabilities.gate.set()


@pytest.fixture(scope="module")
def start(
    tmp_path_factory: pytest.TempPathFactory, _capabilities: PlainCapabilities, clock: HandClock
) -> Iterator[Callable[..., Live]]:
    """Starts servers, each on a port of its own and by default on a new data folder, and ends them."""
    started: list[Live] = []

    def start(data_dir: Path | None = None, **options: Any) -> Live:
        folder = data_dir or tmp_path_factory.mktemp("data")
        live = Live(folder, options.pop("capabilities", _capabilities), clock, **options)
        started.append(live)
        return live

    yield start
    for live in started:
        live.close()


@pytest.fixture(scope="module")
def live(start: Callable[..., Live]) -> Live:
    return start()


@pytest.fixture
def organization() -> str:
    return f"organization-{next(_NUMBERS)}"


@pytest.fixture
def key(live: Live, organization: str) -> str:
    """A live key of all scopes."""
    return live.key_of(organization)


@pytest.fixture
def client(live: Live, key: str, capabilities: PlainCapabilities) -> Iterator[httpx.Client]:
    with live.client(key) as client:
        yield client
