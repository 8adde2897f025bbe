"""Preview audio of jobs: for fresh kian and leyla only, discarded when something starts over (section 6)."""

import base64
import threading

import pytest

from engine.contract import Fallback
from engine.contract.errors import StorageUnavailable
from engine.service import events
from engine.service.account import Account
from engine.service.speech_jobs import MOST_EVENTS
from tests.service.doubles import PlainCapabilities, wait_for

ME = Account()


def body(voice="kian"):
    return {"text": "سلام", "tier": "basic", "voice": voice}


def streamed(service, job):
    return [event.event for event in service.stream_job(ME, job.id)]


@pytest.mark.parametrize("voice", ["kian", "leyla"])
def test_featured_voices_are_heard_while_they_are_made(service, capabilities, voice):
    capabilities.preview = [b"one", b"two"]
    job = service.create_job(ME, body(voice), "a-key-of-mine")
    found = list(service.stream_job(ME, job.id))
    assert [event.event for event in found] == ["status", "status", "audio", "audio", "complete"]
    sound = [base64.b64decode(event.data.audio_base64) for event in found if event.event == "audio"]
    assert sound == [b"one", b"two"]


def test_a_long_stream_comes_in_portions_and_whole(service, capabilities):
    chunks = [f"chunk {number}".encode() for number in range(3 * MOST_EVENTS)]
    capabilities.preview = chunks
    job = service.create_job(ME, body(), "a-key-of-mine")
    found = list(service.stream_job(ME, job.id))
    assert [event.id for event in found] == list(range(1, len(chunks) + 4))
    assert [base64.b64decode(event.data.audio_base64) for event in found[2:-1]] == chunks
    first = service.job_events(ME, job.id)
    assert (len(first.events), first.more, first.ended) == (MOST_EVENTS, True, False)
    last = service.job_events(ME, job.id, after=len(chunks) + 3 - MOST_EVENTS)
    assert (len(last.events), last.more, last.ended) == (MOST_EVENTS, False, True)


@pytest.mark.parametrize("voice", ["ava", "mana", "amir"])
def test_the_others_are_not(service, capabilities, voice):
    capabilities.preview = [b"one"]
    job = service.create_job(ME, body(voice), "a-key-of-mine")
    assert streamed(service, job) == ["status", "status", "complete"]


def test_a_cache_hit_is_not_heard(service, capabilities):
    service.generate(ME, "speech", body())
    capabilities.preview = [b"one"]
    job = service.create_job(ME, body(), "a-key-of-mine")
    assert streamed(service, job) == ["status", "status", "complete"]


def test_a_substituted_voice_discards_what_was_heard(service, capabilities):
    capabilities.preview = [b"one"]
    capabilities.fallback = Fallback.model_validate({"from": "kian", "to": "ava", "reason": "timeout"})
    job = service.create_job(ME, body(), "a-key-of-mine")
    assert streamed(service, job) == ["status", "status", "audio", "reset", "complete"]


def test_a_job_that_starts_again_discards_what_was_heard(open_service, capabilities):
    capabilities.preview = [b"one"]
    capabilities.gate.clear()
    first = open_service()
    job = first.create_job(ME, body(), "a-key-of-mine")
    wait_for(lambda: first.job_events(ME, job.id).events[-1].event == "audio")
    first.close()
    again = PlainCapabilities()
    again.preview = [b"one", b"two"]
    second = open_service(runs=again)
    assert streamed(second, job) == ["status", "status", "audio", "reset", "audio", "audio", "complete"]


def test_a_preview_that_cannot_be_kept_fails_no_job(service, capabilities, monkeypatch):
    capabilities.preview = [b"one"]
    append = events.append

    def failing(conn, job_id, event, payload):
        if event == "audio":
            raise StorageUnavailable("the disk is full")
        append(conn, job_id, event, payload)

    monkeypatch.setattr(events, "append", failing)
    job = service.create_job(ME, body(), "a-key-of-mine")
    assert streamed(service, job) == ["status", "status", "complete"]


def test_a_cancelled_job_is_not_heard_any_more(service, capabilities):
    begun, cancelled, heard = threading.Event(), threading.Event(), threading.Event()

    def preview():
        begun.set()
        cancelled.wait(10)
        yield b"late"
        heard.set()

    capabilities.preview = preview()
    job = service.create_job(ME, body(), "a-key-of-mine")
    begun.wait(10)
    service.cancel_job(ME, job.id)
    cancelled.set()
    assert heard.wait(10)
    assert streamed(service, job) == ["status", "status", "status"]
