"""Listening: the form, a job's way, its preview and its sound."""

import json

import pytest

from tests.browser.stage import sound
from tests.browser.waiting import until


@pytest.fixture
def bodies(page):
    """What is asked of the speech routes, by their last part."""
    asked = []

    def note(request):
        if request.method == "POST" and "/speech" in request.url:
            asked.append((request.url.rpartition("/")[2], json.loads(request.post_data or "{}")))

    page.on("request", note)
    return asked


def state(page, text):
    page.locator("#job-state", has_text=text).wait_for()


def test_a_job_is_watched_and_heard_while_it_is_made(page, capabilities, bodies):
    capabilities.preview = [sound(0.4, "MP3"), sound(0.4, "MP3")]
    capabilities.gate.clear()
    page.fill("#text", "سلام جهان")
    page.select_option("#voice", "leyla")
    page.locator("#pace").fill("1.1")
    page.click("#listen")
    page.locator("[data-status=running][aria-current=step]").wait_for()
    state(page, "پیش‌شنود")
    assert page.is_visible("#progress")
    assert page.is_visible("#cancel")
    assert page.is_disabled("#listen")
    assert bodies == [("jobs", {"text": "سلام جهان", "tier": "basic", "voice": "leyla", "pace": 1.1})]
    capabilities.gate.set()
    state(page, "با صدای لیلا")
    assert page.locator(".steps .done").count() == 3
    assert not page.is_visible("#progress")
    assert page.get_attribute("#download", "download") == "leyla.wav"
    until(page, "document.getElementById('audio').duration === 2.5")
    page.locator("[data-meter=basic_speech]", has_text="۲٫۵").wait_for()


def test_a_preview_can_be_silenced(page, capabilities):
    capabilities.preview = [sound(30, "MP3")]
    capabilities.gate.clear()
    page.fill("#text", "سکوت")
    page.click("#listen")
    page.click("#hush")
    assert not page.is_visible("#hush")
    capabilities.gate.set()
    state(page, "آماده شد")
    until(page, "!document.getElementById('audio').paused || document.getElementById('audio').ended")


def test_a_job_is_cancelled(page, capabilities):
    capabilities.gate.clear()
    page.fill("#text", "لغو کن")
    page.select_option("#voice", "ava")
    page.click("#listen")
    page.locator("[data-status=running][aria-current=step]").wait_for()
    page.click("#cancel")
    state(page, "لغو شد")
    assert page.locator("[data-status=cancelled][aria-current=step]").is_visible()
    assert page.is_enabled("#listen")
    assert not page.is_visible("#audio")


def test_a_job_is_followed_on_after_a_reload(page, capabilities):
    capabilities.gate.clear()
    page.fill("#text", "باز هم")
    page.select_option("#voice", "mana")
    page.click("#listen")
    page.locator("[data-status=running][aria-current=step]").wait_for()
    page.reload()
    page.locator("[data-status=running][aria-current=step]").wait_for()
    capabilities.gate.set()
    state(page, "با صدای مانا")
    page.reload()
    page.locator("#work").wait_for()
    assert not page.is_visible("#job")


def test_a_stream_that_is_cut_is_taken_up_where_it_was(live, page, capabilities):
    capabilities.preview = [sound(0.2, "MP3")]
    capabilities.gate.clear()
    streams = []
    page.on("request", lambda request: request.url.endswith("/events") and streams.append(request))
    page.fill("#text", "بریده")
    page.click("#listen")
    state(page, "پیش‌شنود")
    live.face.closing.set()  # ends all streams, as a server that restarts does
    until(page, "new Promise((resolve) => setTimeout(resolve, 500, true))")
    live.face.closing.clear()
    capabilities.gate.set()
    state(page, "با صدای کیان")
    assert len(streams) == 2
    assert page.locator(".steps .done").count() == 3


def test_premium_goes_by_the_synchronous_route_where_jobs_are_not_to_be_had(page, bodies):
    page.fill("#text", "سلام ویژه")
    page.click("#tier >> text=ویژه")
    page.select_option("#voice", "Kore")
    page.select_option("#style", "news")
    page.select_option("#expressiveness", "lively")
    page.fill("#notes", "آهسته")
    page.click("#listen")
    state(page, "با صدای Kore")
    wanted = {
        "text": "سلام ویژه",
        "tier": "premium",
        "voice": "Kore",
        "pace": 1,
        "style": "news",
        "expressiveness": "lively",
        "director_notes": "آهسته",
    }
    assert bodies == [("jobs", wanted), ("speech", wanted)]
    page.trouble.clear()  # the browser notes the 503


def test_premium_fields_are_for_premium_alone(page):
    assert not page.is_visible("#style")
    assert page.locator("#voice option").count() == 5
    page.click("#tier >> text=ویژه")
    assert page.is_visible("#style")
    assert page.locator("#voice option").count() == 30
    assert page.input_value("#expressiveness") == "natural"
    page.click("#tier >> text=پایه")
    assert not page.is_visible("#style")


def test_a_failed_job_is_explained(page, capabilities):
    capabilities.failure = RuntimeError("down")
    page.fill("#text", "ناکام")
    page.click("#listen")
    page.locator("[data-status=failed][aria-current=step]").wait_for()
    assert "bad" in page.get_attribute("#job-state", "class")
    assert page.inner_text("#job-state")


def test_without_a_text_nothing_is_asked(page, bodies):
    page.fill("#text", "")
    page.click("#listen")
    assert page.evaluate("document.activeElement.id") == "text"
    assert bodies == []
