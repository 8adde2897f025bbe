"""Section 3, States and transitions; each test quotes the rule it checks."""

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


def test_accepted_is_queued(engine):
    """POST /v1/speech/jobs accepted: job durably queued: queued."""
    assert engine.create_speech_job(TEXT, idempotency_key=new_key()).status == "queued"


def test_a_replay_returns_the_existing_job(engine):
    """... or exact idempotent replay: the existing job is returned; no second generation or charge."""
    key = new_key()
    job = engine.create_speech_job(TEXT, idempotency_key=key)
    ended(engine, job)
    again = engine.create_speech_job(TEXT, idempotency_key=key)
    assert (again.id, again.status) == (job.id, "succeeded")
    assert basic(engine) == {"used_seconds": SECONDS, "reserved_seconds": 0}


def test_synthesis_completes(engine):
    """succeeded: result, audio_url, audio_expires_at appear; normal generated duration is charged."""
    job = ended(engine, engine.create_speech_job(TEXT, idempotency_key=new_key()))
    assert job.status == "succeeded"
    assert job.result.original == TEXT
    assert engine.download_audio(job.audio_url)
    assert basic(engine) == {"used_seconds": SECONDS, "reserved_seconds": 0}


def test_generation_fails(engine):
    """failed: the error object appears; the reservation is released."""
    job = ended(engine, engine.create_speech_job(FAILS, idempotency_key=new_key()))
    assert job.status == "failed"
    assert job.error.code == "service_unavailable"
    assert basic(engine) == NOTHING


def test_cancel_before_completion(engine, world):
    """cancel request: cancellation takes effect before completion: cancelled; the reservation is released."""
    text = world.held()
    job = engine.create_speech_job(text, idempotency_key=new_key())
    assert basic(engine) == RESERVED
    assert engine.cancel_speech_job(job.id).status == "cancelled"
    assert basic(engine) == NOTHING
    world.let_go(text)
    assert ended(engine, job).status == "cancelled"
    assert basic(engine) == NOTHING


def test_cancel_of_a_running_job(http, world):
    """queued or running: cancel request: cancelled."""
    job = started(http, text=world.held())
    wait_until(http, job["id"], "running")
    assert cancelled(http, job["id"])["status"] == "cancelled"


@pytest.mark.parametrize("text", [TEXT, FAILS, HELD])
def test_cancel_of_an_ended_job(engine, world, text):
    """A cancel request on a job that is already terminal returns the current job and changes nothing."""
    job = engine.create_speech_job(world.held() if text == HELD else text, idempotency_key=new_key())
    if text == HELD:
        engine.cancel_speech_job(job.id)
    before, used = ended(engine, job), basic(engine)
    after = engine.cancel_speech_job(job.id)
    fresh = {"audio_url": before.audio_url, "audio_expires_at": before.audio_expires_at}
    assert after.model_copy(update=fresh) == before
    assert basic(engine) == used


def test_a_read_gives_a_fresh_address(engine, world):
    """succeeded: GET job read: a fresh signed audio address is issued without regeneration or new charge."""
    job = ended(engine, engine.create_speech_job(TEXT, idempotency_key=new_key()))
    used = basic(engine)
    world.forward(10)
    again = engine.get_speech_job(job.id)
    assert again.audio_url != job.audio_url
    assert again.audio_expires_at > job.audio_expires_at
    assert again.result == job.result
    assert basic(engine) == used


def test_leaving_the_stream(http, world):
    """Closing the event stream never cancels a job."""
    text = world.held()
    job = started(http, text=text)
    with http.stream("GET", f"/v1/speech/jobs/{job['id']}/events") as stream:
        next(stream.iter_lines())
    world.let_go(text)
    wait_until(http, job["id"], "succeeded")


def test_a_job_runs_at_most_two_hours(http, world):
    """A job runs at most two hours."""
    job = started(http, text=world.held())["id"]
    wait_until(http, job, "running")
    world.forward(7_100)
    assert succeeded(http.get(f"/v1/speech/jobs/{job}"))["status"] == "running"
    world.forward(101)
    assert wait_until(http, job, "failed")["error"]["code"] == "service_unavailable"
    assert succeeded(http.get("/v1/usage"))["basic_speech"]["reserved_seconds"] == 0


def test_times_of_a_job(http):
    """started_at, finished_at: date-time or null."""
    job = wait_until(http, started(http)["id"], "succeeded")
    assert job["created_at"] <= job["started_at"] <= job["finished_at"]


# 3.2


@pytest.mark.parametrize("status", ["active", "canceling", "past_due"])
def test_status_of_the_organization(server, status):
    """The usage response reports one of `pending_payment`, `active`, `canceling`, `past_due`, `disabled`."""
    organization = server.organization(status=status)
    assert succeeded(organization.http.get("/v1/usage"))["status"] == status


@pytest.mark.parametrize("status", ["pending_payment", "past_due", "disabled"])
def test_inactive_organizations_generate_nothing(server, status):
    """Section 3.2 and 5, rule 6: access to live keys begins only after payment is verified."""
    with server.organization(status=status).engine() as engine, pytest.raises(OrganizationInactive):
        engine.translate(TEXT)


def test_a_status_counts_at_once(organization, http):
    """Section 3.2: the status of now decides, not that of a key's first use."""
    succeeded(post(http, "/v1/translate"))
    organization.change(status="disabled")
    assert post(http, "/v1/translate").status_code == 403
    organization.change(status="active")
    succeeded(post(http, "/v1/speech", BASIC))
