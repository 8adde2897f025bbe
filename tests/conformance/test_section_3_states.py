"""Section 3, States and transitions; each test quotes the rule it checks."""

import time

import pytest

from engine.contract.errors import OrganizationInactive
from tests.conformance.asking import BASIC, TEXT, new_key, post, succeeded
from tests.conformance.following import cancelled, started, wait_until
from tests.conformance.stage import FAILS, HELD, SECONDS

RESERVED = {"used_seconds": 0, "reserved_seconds": 1}
NOTHING = {"used_seconds": 0, "reserved_seconds": 0}


def basic(engine):
    """The Basic counters of an engine's account."""
    report = engine.usage().basic_speech
    return {"used_seconds": report.used_seconds, "reserved_seconds": report.reserved_seconds}


def ended(engine, job):
    """The job once its stream has ended."""
    for _ in engine.stream_speech_job(job.id):
        pass
    return engine.get_speech_job(job.id)


# 3.1


def test_post_speech_jobs_accepted_job_durably_queued_to_queued(engine):
    """POST /v1/speech/jobs accepted: job durably queued: queued."""
    assert engine.create_speech_job(TEXT, idempotency_key=new_key()).status == "queued"


def test_the_existing_job_is_returned_on_replay_no_second_generation_or_charge(engine):
    """... or exact idempotent replay: the existing job is returned; no second generation or charge."""
    key = new_key()
    job = engine.create_speech_job(TEXT, idempotency_key=key)
    ended(engine, job)
    again = engine.create_speech_job(TEXT, idempotency_key=key)
    assert (again.id, again.status) == (job.id, "succeeded")
    assert basic(engine) == {"used_seconds": SECONDS, "reserved_seconds": 0}


def test_the_existing_job_is_returned_on_replay_also_while_it_runs(http, world):
    """... the existing job is returned on replay; no second generation or charge."""
    body, key = BASIC | {"text": world.held()}, new_key()
    job = succeeded(post(http, "/v1/speech/jobs", body, key), 202)
    wait_until(http, job["id"], "running")
    again = succeeded(post(http, "/v1/speech/jobs", body, key), 202)
    assert (again["id"], again["status"]) == (job["id"], "running")
    assert succeeded(http.get("/v1/usage"))["basic_speech"]["reserved_seconds"] == 1
    world.let_go(body["text"])
    wait_until(http, job["id"], "succeeded")
    assert succeeded(http.get("/v1/usage"))["basic_speech"]["used_seconds"] == SECONDS


def test_synthesis_completes_to_succeeded_normal_generated_duration_is_charged(engine):
    """succeeded: result, audio_url, audio_expires_at appear; normal generated duration is charged."""
    job = ended(engine, engine.create_speech_job(TEXT, idempotency_key=new_key()))
    assert job.status == "succeeded"
    assert job.result.original == TEXT
    assert engine.download_audio(job.audio_url)
    assert basic(engine) == {"used_seconds": SECONDS, "reserved_seconds": 0}


def test_generation_fails_to_failed_the_error_object_appears_the_reservation_is_released(engine):
    """failed: the error object appears; the reservation is released."""
    job = ended(engine, engine.create_speech_job(FAILS, idempotency_key=new_key()))
    assert job.status == "failed"
    assert job.error.code == "service_unavailable"
    assert basic(engine) == NOTHING


def test_cancellation_takes_effect_before_completion_to_cancelled_the_reservation_is_released(engine, world):
    """cancel request: cancellation takes effect before completion: cancelled; the reservation is released."""
    text = world.held()
    job = engine.create_speech_job(text, idempotency_key=new_key())
    assert basic(engine) == RESERVED
    assert engine.cancel_speech_job(job.id).status == "cancelled"
    assert basic(engine) == NOTHING
    world.let_go(text)
    assert ended(engine, job).status == "cancelled"
    assert basic(engine) == NOTHING


def test_queued_or_running_cancel_request_to_cancelled(http, world):
    """queued or running: cancel request: cancelled."""
    job = started(http, text=world.held())
    wait_until(http, job["id"], "running")
    assert cancelled(http, job["id"])["status"] == "cancelled"


def test_completion_wins_the_race_to_succeeded_charged_as_normal(engine, world):
    """cancel request: cancellation takes effect before completion, or completion wins the race."""
    states = []
    for hundredths in range(8):
        text = world.held()
        job = engine.create_speech_job(text, idempotency_key=new_key())
        world.let_go(text)
        time.sleep(hundredths / 100)
        answered = engine.cancel_speech_job(job.id)
        states.append(answered.status)
        last = ended(engine, job)
        assert last.status == answered.status
        assert (last.result is None) is (last.status == "cancelled")
    assert set(states) <= {"cancelled", "succeeded"}
    assert basic(engine) == {"used_seconds": states.count("succeeded") * SECONDS, "reserved_seconds": 0}


@pytest.mark.parametrize("text", [TEXT, FAILS, HELD])
def test_a_cancel_request_on_a_terminal_job_returns_the_current_job_and_changes_nothing(engine, world, text):
    """A cancel request on a job that is already terminal returns the current job and changes nothing."""
    job = engine.create_speech_job(world.held() if text == HELD else text, idempotency_key=new_key())
    if text == HELD:
        engine.cancel_speech_job(job.id)
    before, used = ended(engine, job), basic(engine)
    after = engine.cancel_speech_job(job.id)
    fresh = {"audio_url": before.audio_url, "audio_expires_at": before.audio_expires_at}
    assert after.model_copy(update=fresh) == before
    assert basic(engine) == used


def test_job_read_issues_a_fresh_signed_audio_address_without_regeneration_or_new_charge(engine, world):
    """succeeded: GET job read: a fresh signed audio address is issued without regeneration or new charge."""
    job = ended(engine, engine.create_speech_job(TEXT, idempotency_key=new_key()))
    used = basic(engine)
    world.forward(10)
    again = engine.get_speech_job(job.id)
    assert again.audio_url != job.audio_url
    assert again.audio_expires_at > job.audio_expires_at
    assert again.result == job.result
    assert basic(engine) == used


def test_closing_the_event_stream_never_cancels_a_job(http, world):
    text = world.held()
    job = started(http, text=text)
    with http.stream("GET", f"/v1/speech/jobs/{job['id']}/events") as stream:
        next(stream.iter_lines())
    world.let_go(text)
    wait_until(http, job["id"], "succeeded")


def test_closing_the_event_stream_never_cancels_a_job_on_an_engine(engine, world):
    text = world.held()
    job = engine.create_speech_job(text, idempotency_key=new_key())
    stream = engine.stream_speech_job(job.id)
    assert next(stream).data.status == "queued"
    stream.close()
    world.let_go(text)
    assert ended(engine, job).status == "succeeded"


def test_a_job_runs_at_most_two_hours(http, world):
    job = started(http, text=world.held())["id"]
    wait_until(http, job, "running")
    world.forward(7_100)
    assert succeeded(http.get(f"/v1/speech/jobs/{job}"))["status"] == "running"
    world.forward(101)
    assert wait_until(http, job, "failed")["error"]["code"] == "service_unavailable"
    assert succeeded(http.get("/v1/usage"))["basic_speech"]["reserved_seconds"] == 0


def test_started_at_and_finished_at_follow_created_at(http):
    """started_at, finished_at: date-time or null."""
    job = wait_until(http, started(http)["id"], "succeeded")
    assert job["created_at"] <= job["started_at"] <= job["finished_at"]


# 3.2


@pytest.mark.parametrize("status", ["active", "canceling", "past_due"])
def test_the_usage_response_reports_one_of_the_statuses_active_canceling_past_due(server, status):
    """The usage response reports one of `pending_payment`, `active`, `canceling`, `past_due`, `disabled`."""
    organization = server.organization(status=status)
    assert succeeded(organization.http.get("/v1/usage"))["status"] == status


@pytest.mark.parametrize("status", ["pending_payment", "past_due", "disabled"])
def test_pending_payment_past_due_and_disabled_organizations_generate_nothing(server, status):
    """Section 3.2 and 5, rule 6: access to live keys begins only after payment is verified."""
    with server.organization(status=status).engine() as engine, pytest.raises(OrganizationInactive):
        engine.translate(TEXT)


def test_the_organization_status_of_now_decides(organization, http):
    """Section 3.2: the status of now decides, not that of a key's first use."""
    succeeded(post(http, "/v1/translate"))
    organization.change(status="disabled")
    assert post(http, "/v1/translate").status_code == 403
    organization.change(status="active")
    succeeded(post(http, "/v1/speech", BASIC))
