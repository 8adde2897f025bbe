"""The Chromium that is on this machine, without a screen and without a network."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import sync_playwright

_NAMES = ("chromium", "chromium-browser", "google-chrome")
_ARGUMENTS = [
    "--no-sandbox",  # CI is root
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",  # there is no network but this machine
]


def path() -> str | None:
    """Where it is; None if there is none."""
    return next(filter(None, map(shutil.which, _NAMES)), None)


@contextmanager
def started() -> Iterator[Any]:
    """A running one."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path(), args=_ARGUMENTS)
        yield browser
        browser.close()
