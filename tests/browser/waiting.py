"""Waiting for what a page comes to."""

import time
from typing import Any

PATIENCE_SECONDS = 30


def until(page: Any, expression: str, argument: Any = None) -> None:
    """Waits until an expression is true in the page; Playwright's own wait needs `eval`, forbidden there."""
    ends = time.monotonic() + PATIENCE_SECONDS
    while not page.evaluate(expression, argument):
        assert time.monotonic() < ends, expression
        page.wait_for_timeout(50)
