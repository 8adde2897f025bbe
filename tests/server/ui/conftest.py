"""A server with the page of `acme`, and a browser's part in a login."""

from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest

from engine.server.ui.opening import PageOptions
from engine.service.directory import Directory
from tests.server.live import Live
from tests.service.doubles import HandClock, PlainCapabilities


@pytest.fixture(scope="module")
def live(start: Callable[..., Live], tmp_path_factory: pytest.TempPathFactory, clock: HandClock) -> Live:
    folder: Path = tmp_path_factory.mktemp("data")
    with Directory(folder, clock) as directory:
        directory.subscribe("acme", "live", "scale")
        directory.subscribe("other", "live", "scale")
    return start(folder, page=PageOptions("acme"))


@pytest.fixture
def visitor(live: Live) -> Iterator[httpx.Client]:
    """A browser at the page that is not logged in."""
    with live.client() as client:
        client.headers.update({"Sec-Fetch-Site": "same-origin", "Origin": live.address})
        yield client


@pytest.fixture
def browser(live: Live, visitor: httpx.Client, capabilities: PlainCapabilities) -> httpx.Client:
    """One that is, with the CSRF token that its page sends along."""
    csrf = visitor.post("/ui/login", json={"token": live.page.sessions.token}).json()["csrf"]
    visitor.headers[csrf["header"]] = csrf["token"]
    return visitor
