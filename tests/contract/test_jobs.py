"""Speech jobs and the events of their stream (sections 2.10 and 6)."""

import base64
import json
from typing import Any, get_args

import pytest
from pydantic import ValidationError

from engine.contract import (
    AudioEvent,
    CompleteEvent,
    ErrorEvent,
    ResetEvent,
    SpeechJob,
    StatusEvent,
    StreamedEvent,
)
from engine.contract.jobs import EVENT_MODELS
from engine.contract.names import EventName, JobStatus

ID = "7f9c24e8-3b12-4fef-91e0-5f3e7a2a6d01"
TIME = "2026-03-01T10:20:30.456Z"
ROUTE = f"https://host.example/v1/speech/jobs/{ID}"
QUEUED = {
    "id": ID,
    "request_id": ID,
    "status": "queued",
    "tier": "basic",
    "stream_format": "mp3",
    "created_at": TIME,
    "started_at": None,
    "finished_at": None,
    "status_url": ROUTE,
    "stream_url": f"{ROUTE}/events",
    "cancel_url": f"{ROUTE}/cancel",
}
RESULT = {
    "original": "سلام",
    "mime_type": "audio/wav",
    "duration_seconds": 1.5,
    "tier": "basic",
    "voice": "kian",
    "delivery": {"pace": 1.0},
    "usage": {"meter": "basic_speech", "seconds": 1.5, "grace_seconds": 0.0, "cache_hit": False},
}
MADE = {
    "result": RESULT,
    "audio_url": "https://host.example/v1/developer/audio?id=a",
    "audio_expires_at": TIME,
}
ERROR = {"code": "c", "message": "m", "category": "service", "action": "a", "retryable": True}
TIMES = {"started_at": TIME, "finished_at": TIME}
JOBS = {
    "queued": QUEUED,
    "running": {**QUEUED, "status": "running", "started_at": TIME},
    "succeeded": {**QUEUED, **TIMES, **MADE, "status": "succeeded"},
    "failed": {**QUEUED, **TIMES, "status": "failed", "error": ERROR},
    "cancelled": {**QUEUED, "status": "cancelled", "finished_at": TIME},
}


def read(kind: Any, fields: dict[str, Any]) -> Any:
    return kind.model_validate_json(json.dumps(fields))


@pytest.mark.parametrize("fields", JOBS.values(), ids=JOBS.keys())
def test_a_job_in_each_state_reads_and_writes_back_the_same_json(fields):
    assert json.loads(read(SpeechJob, fields).model_dump_json()) == fields


def test_there_is_a_job_for_every_status():
    assert set(JOBS) == set(get_args(JobStatus))


@pytest.mark.parametrize("status", ["queued", "running", "failed", "cancelled"])
@pytest.mark.parametrize("name", MADE)
def test_only_a_succeeded_job_has_result_and_address(status, name):
    with pytest.raises(ValidationError):
        read(SpeechJob, {**JOBS[status], name: MADE[name]})


@pytest.mark.parametrize("name", MADE)
def test_a_succeeded_job_has_all_three(name):
    with pytest.raises(ValidationError):
        read(SpeechJob, {key: value for key, value in JOBS["succeeded"].items() if key != name})


@pytest.mark.parametrize("status", ["queued", "running", "succeeded", "cancelled"])
def test_only_a_failed_job_has_an_error(status):
    with pytest.raises(ValidationError):
        read(SpeechJob, {**JOBS[status], "error": ERROR})


def test_a_failed_job_has_an_error():
    with pytest.raises(ValidationError):
        read(SpeechJob, {key: value for key, value in JOBS["failed"].items() if key != "error"})


@pytest.mark.parametrize("name", [*MADE, "error"])
def test_what_another_state_omits_is_absent_not_null(name):
    with pytest.raises(ValidationError):
        read(SpeechJob, {**QUEUED, name: None})


@pytest.mark.parametrize("name", QUEUED)
def test_every_other_field_is_required_times_included(name):
    with pytest.raises(ValidationError):
        read(SpeechJob, {key: value for key, value in QUEUED.items() if key != name})


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("id", "x"),
        ("status", "done"),
        ("tier", "gold"),
        ("stream_format", "wav"),
        ("stream_format", "pcm_s16le"),  # reserved for Premium
        ("created_at", None),
        ("created_at", 1),
        ("status_url", "/v1/speech/jobs/1"),
        ("surplus", 1),
    ],
)
def test_bad_fields_of_a_job_are_refused(name, value):
    with pytest.raises(ValidationError):
        read(SpeechJob, {**QUEUED, name: value})


def test_a_result_is_of_its_jobs_tier():
    with pytest.raises(ValidationError):
        read(SpeechJob, {**JOBS["succeeded"], "tier": "premium"})


def test_the_complete_event_is_the_succeeded_job_and_its_event_name():
    complete = {**JOBS["succeeded"], "event": "complete"}
    event = read(CompleteEvent, complete)
    assert json.loads(event.model_dump_json()) == complete
    for wrong in (JOBS["succeeded"], {**complete, "event": "error"}, {**JOBS["queued"], "event": "complete"}):
        with pytest.raises(ValidationError):
            read(CompleteEvent, wrong)
    with pytest.raises(ValidationError):
        read(SpeechJob, complete)


EVENTS = {
    "status": {"job_id": ID, "status": "running"},
    "audio": {"job_id": ID, "format": "mp3", "audio_base64": base64.b64encode(b"\xff\xf3").decode()},
    "reset": {"job_id": ID},
    "complete": {**JOBS["succeeded"], "event": "complete"},
    "error": {"job_id": ID, "status": "failed", "error": ERROR},
}


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_has_its_model(name):
    assert json.loads(read(EVENT_MODELS[name], EVENTS[name]).model_dump_json()) == EVENTS[name]
    for field in EVENTS[name]:
        with pytest.raises(ValidationError):
            read(EVENT_MODELS[name], {key: value for key, value in EVENTS[name].items() if key != field})
    with pytest.raises(ValidationError):
        read(EVENT_MODELS[name], {**EVENTS[name], "surplus": 1})


def test_the_events_are_the_five_of_the_document():
    assert set(EVENTS) == set(EVENT_MODELS) == set(get_args(EventName))


@pytest.mark.parametrize(
    ("kind", "fields"),
    [
        (StatusEvent, {"job_id": "x", "status": "running"}),
        (StatusEvent, {"job_id": ID, "status": "paused"}),
        (AudioEvent, {**EVENTS["audio"], "format": "wav"}),
        (AudioEvent, {**EVENTS["audio"], "audio_base64": "not base64!"}),
        (AudioEvent, {**EVENTS["audio"], "audio_base64": "سلام"}),
        (ResetEvent, {"job_id": 1}),
        (ErrorEvent, {**EVENTS["error"], "status": "cancelled"}),
    ],
)
def test_bad_events_are_refused(kind, fields):
    with pytest.raises(ValidationError):
        read(kind, fields)


def test_a_streamed_event_carries_the_id_to_resume_from():
    event = StreamedEvent(3, "status", read(StatusEvent, EVENTS["status"]))
    assert (event.id, event.event, event.data.status) == (3, "status", "running")
