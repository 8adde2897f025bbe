"""The events of a job, from whatever place they are followed (section 6)."""

import pytest

from engine.contract import CompleteEvent, StatusEvent
from engine.contract.errors import InternalError, ValidationFailed
from tests.service.following import BASIC, KEY, ME, ended, told


def test_the_stream_tells_all_and_can_be_resumed_anywhere(service, clock):
    job = service.create_job(ME, BASIC, KEY)
    events = told(service, job)
    assert events == [(1, "status", "queued"), (2, "status", "running"), (3, "complete", "succeeded")]
    for after in (1, 2, 3, 99):
        assert told(service, job, after) == events[after:]
    first, _, last = service.stream_job(ME, job.id)
    assert first.data == StatusEvent(job_id=job.id, status="queued")
    assert isinstance(last.data, CompleteEvent)
    assert last.data.event == "complete"
    service.audio_bytes(last.data.audio_url)


def test_a_stream_followed_while_the_job_runs_gets_events_as_they_come(service, capabilities):
    capabilities.gate.clear()
    job = service.create_job(ME, BASIC, KEY)
    stream = service.stream_job(ME, job.id)
    assert [next(stream).data.status, next(stream).data.status] == ["queued", "running"]
    capabilities.gate.set()
    assert [event.event for event in stream] == ["complete"]


def test_closing_a_stream_does_not_cancel(service, capabilities):
    capabilities.gate.clear()
    job = service.create_job(ME, BASIC, KEY)
    stream = service.stream_job(ME, job.id)
    next(stream)
    stream.close()
    capabilities.gate.set()
    assert ended(service, job).status == "succeeded"


def test_a_stream_that_breaks_does_so_with_a_typed_error(service, monkeypatch):
    stream = service.stream_job(ME, service.create_job(ME, BASIC, KEY).id)
    next(stream)
    monkeypatch.setattr("engine.service.events.since", lambda *_: 1 / 0)
    with pytest.raises(InternalError) as caught:
        list(stream)
    assert caught.value.request_id is not None


@pytest.mark.parametrize("after", [0, -1, True, "1", 1.0])
def test_a_bad_after_is_refused_at_once(service, after):
    job = service.create_job(ME, BASIC, KEY)
    with pytest.raises(ValidationFailed) as caught:
        service.stream_job(ME, job.id, after)
    assert caught.value.details["field"] == "after"
