"""The page with the real models."""

import pytest

from engine.models import Models
from tests.browser.waiting import until


@pytest.fixture(scope="module")
def stage():
    return Models(threads=1)


@pytest.fixture
def capabilities(stage):
    return stage


def test_the_example_is_read_translated_and_spoken(page):
    page.set_default_timeout(90_000)
    page.click("#example")
    page.click("#read")
    page.locator("#translated").wait_for()
    page.get_by_text("خوانده شد").wait_for()
    assert "می‌رَوَد" in page.inner_text("#marked")
    assert page.locator("rt").all_inner_texts()[:3] == ["dust-e", "khub-e", "man"]
    assert "friend" in page.inner_text("#translation")
    page.click("#listen")
    page.locator("#hush").wait_for()  # MP3 chunks came, and Chromium could decode them
    page.locator("#job-state", has_text="با صدای کیان").wait_for()
    until(page, "document.getElementById('audio').duration > 3")
