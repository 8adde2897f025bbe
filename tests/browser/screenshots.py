"""Run as a program, by scripts/screenshots: pictures of the page with the real models.

python -m tests.browser.screenshots FOLDER
"""

import sys
import tempfile
from pathlib import Path

from engine.models import Models
from engine.server.ui.opening import PageOptions
from engine.service.directory import Directory
from tests.browser.chromium import started
from tests.browser.waiting import until
from tests.server.live import Live
from tests.service.doubles import HandClock

WIDTH, HEIGHT = 1180, 900


def take(folder: Path) -> None:
    """Writes page-light.png and page-dark.png."""
    with tempfile.TemporaryDirectory() as data:
        data_dir = Path(data)
        with Directory(data_dir, HandClock()) as directory:
            directory.subscribe("acme", "live", "builder")
        live = Live(data_dir, Models(), HandClock(), page=PageOptions("acme"))
        try:
            with started() as chromium:
                page = chromium.new_page(viewport={"width": WIDTH, "height": HEIGHT}, color_scheme="light")
                page.set_default_timeout(120_000)
                page.goto(live.page.login_address)
                page.click("#example")
                page.click("#read")
                page.get_by_text("خوانده شد").wait_for()
                page.click("#listen")
                page.locator("#audio").wait_for()
                until(page, "document.getElementById('hush').hidden")
                page.locator(".word").nth(1).focus()
                for scheme in ("light", "dark"):
                    page.emulate_media(color_scheme=scheme)
                    page.screenshot(path=folder / f"page-{scheme}.png", full_page=True)
        finally:
            live.close()


if __name__ == "__main__":
    take(Path(sys.argv[1]))
