"""Chromium at the page of a live server; run by scripts/test-browser, which installs what it needs."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from engine.server.ui.opening import PageOptions
from engine.service.directory import Directory
from tests.browser.stage import Stage
from tests.browser.waiting import PATIENCE_SECONDS
from tests.server.live import Live
from tests.service.doubles import HandClock


@pytest.fixture(scope="module")
def chromium() -> Iterator[Any]:
    """The browser of one module: Playwright's loop must not run on under other modules' tests."""
    pytest.importorskip("playwright", reason="playwright is not installed: scripts/test-browser")
    from tests.browser.chromium import path, started

    if path() is None:
        pytest.skip("there is no Chromium: scripts/test-browser installs it")
    with started() as browser:
        yield browser


@pytest.fixture(scope="module")
def stage() -> Stage:
    return Stage()


@pytest.fixture
def capabilities(stage: Stage) -> Iterator[Stage]:
    """What answers the page in one test."""
    yield stage
    stage.gate.set()
    vars(stage).update(vars(Stage()) | {"gate": stage.gate})


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory, stage: Stage) -> Iterator[Live]:
    folder: Path = tmp_path_factory.mktemp("data")
    with Directory(folder) as directory:
        directory.subscribe("acme", "live", "scale")
    live = Live(folder, stage, HandClock(), page=PageOptions("acme"))
    yield live
    live.close()


@pytest.fixture
def visit(chromium: Any, live: Live, capabilities: Stage) -> Iterator[Callable[..., Any]]:
    """Opens a page in a browser profile of its own; none may fail, warn, or load from elsewhere."""
    contexts, trouble = [], []

    def stays_here(request: Any) -> None:
        if not request.url.startswith((live.address, "blob:")):
            trouble.append(f"loads {request.url}")

    def visit(address: str | None = None, **options: Any) -> Any:
        context = chromium.new_context(**{"viewport": {"width": 1280, "height": 900}, **options})
        context.set_default_timeout(PATIENCE_SECONDS * 1_000)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.on("console", lambda message: trouble.append(message.text))
        page.on("request", stays_here)
        page.trouble = trouble
        page.goto(address or live.page.login_address)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert trouble == []


@pytest.fixture
def page(visit: Callable[..., Any]) -> Any:
    """The page of somebody who is logged in."""
    page = visit()
    page.locator("#work").wait_for()
    return page
