"""Speech jobs: states, cancelling, keys, ids (sections 2.10, 3.1 and 4)."""

import threading
from uuid import UUID, uuid4

import pytest

from engine.contract import ErrorEvent
from engine.contract.errors import (
    BasicSpeechQuotaExhausted,
    IdempotencyConflict,
    IdempotencyKeyRequired,
    NotFound,
    ServiceUnavailable,
    SpeechJobStartUncertain,
    ValidationFailed,
)
from engine.service.account import Account
from tests.service.doubles import account, wait_for
from tests.service.following import BASIC, KEY, ME, ended, told


def test_a_job_is_queued_runs_and_succeeds(service, capabilities, clock):
    capabilities.gate.clear()
    job = service.create_job(ME, BASIC, KEY)
    assert (job.status, job.tier, job.stream_format, job.started_at) == ("queued", "basic", "mp3", None)
    assert job.status_url == f"persian-engine://local/v1/speech/jobs/{job.id}"
    assert (job.stream_url, job.cancel_url) == (f"{job.status_url}/events", f"{job.status_url}/cancel")
    capabilities.speaking.wait(10)
    assert service.job(ME, job.id).status == "running"
    assert service.usage(ME).basic_speech.used_seconds == 0
    clock.forward(5)
    capabilities.gate.set()
    done = ended(service, job)
    assert (done.status, done.request_id) == ("succeeded", job.request_id)
    assert (done.finished_at - done.created_at).total_seconds() == 5
    assert done.result.model_dump() == {
        "original": "سلام",
        "mime_type": "audio/wav",
        "duration_seconds": 2.5,
        "tier": "basic",
        "voice": "kian",
        "delivery": {"pace": 1.0},
        "usage": {"meter": "basic_speech", "seconds": 2.5, "grace_seconds": 0.0, "cache_hit": False},
    }
    assert service.audio_bytes(done.audio_url) == "sound of kian: سلام".encode()
    assert service.usage(ME).basic_speech.used_seconds == 2.5


def test_every_read_of_a_succeeded_job_gives_a_fresh_address_without_charge(service, clock, capabilities):
    job = ended(service, service.create_job(ME, BASIC, KEY))
    clock.forward(7_200)
    later = service.job(ME, job.id)
    assert later.audio_url != job.audio_url
    assert later.model_copy(update={"audio_url": "", "audio_expires_at": None}) == job.model_copy(
        update={"audio_url": "", "audio_expires_at": None}
    )
    service.audio_bytes(later.audio_url)
    assert service.usage(ME).basic_speech.used_seconds == 2.5


def test_a_failed_job_holds_its_error_and_costs_nothing(service, capabilities):
    capabilities.failure = ServiceUnavailable("no voice")
    job = ended(service, service.create_job(ME, BASIC, KEY))
    assert (job.status, job.error.code, job.result) == ("failed", "service_unavailable", None)
    *_, last = service.stream_job(ME, job.id)
    assert (last.event, last.data) == ("error", ErrorEvent(job_id=job.id, status="failed", error=job.error))
    basic = service.usage(ME).basic_speech
    assert (basic.used_seconds, basic.reserved_seconds) == (0, 0)


def test_an_unforeseen_failure_is_an_internal_error_of_the_job(service, capabilities, caplog):
    capabilities.failure = RuntimeError("سلام")
    job = ended(service, service.create_job(ME, BASIC, KEY))
    assert job.error.category == "internal"
    assert "سلام" not in job.error.message
    assert f"speech job {job.id} failed: RuntimeError at " in caplog.text
    assert "doubles.py" in caplog.text
    assert "سلام" not in caplog.text


def test_a_queued_job_can_be_cancelled(service, capabilities):
    capabilities.gate.clear()
    service.create_job(ME, {**BASIC, "text": "پیش از آن"}, "another-key")
    capabilities.speaking.wait(10)
    job = service.create_job(ME, BASIC, KEY)
    cancelled = service.cancel_job(ME, job.id)
    assert (cancelled.status, cancelled.started_at) == ("cancelled", None)
    assert told(service, job) == [(1, "status", "queued"), (2, "status", "cancelled")]
    capabilities.gate.set()


def test_a_running_job_stops_when_cancelled_and_costs_nothing(service, capabilities):
    capabilities.gate.clear()
    job = service.create_job(ME, BASIC, KEY)
    capabilities.speaking.wait(10)
    assert service.cancel_job(ME, job.id).status == "cancelled"
    other = service.create_job(ME, {**BASIC, "text": "پس از آن"}, "another-key")
    wait_for(lambda: capabilities.calls == ["speak", "speak"])  # the gate stayed shut: the first gave up
    capabilities.gate.set()
    assert ended(service, other).status == "succeeded"
    assert service.usage(ME).basic_speech.used_seconds == 2.5


def test_cancelling_after_the_end_changes_nothing(service):
    job = ended(service, service.create_job(ME, BASIC, KEY))
    assert service.cancel_job(ME, job.id).status == "succeeded"
    assert service.usage(ME).basic_speech.used_seconds == 2.5


def test_whoever_wins_the_race_of_cancel_and_completion_a_job_is_charged_exactly_if_it_succeeded(service):
    succeeded = 0
    for number in range(15):
        job = service.create_job(ME, {**BASIC, "text": f"سلام {number}"}, f"race-{number:06d}")
        canceller = threading.Thread(target=service.cancel_job, args=(ME, job.id))
        canceller.start()
        succeeded += ended(service, job).status == "succeeded"
        canceller.join()
    assert service.usage(ME).basic_speech.used_seconds == pytest.approx(2.5 * succeeded)
    assert service.usage(ME).basic_speech.reserved_seconds == 0


def test_the_same_key_and_request_give_the_job_as_it_now_stands(service, capabilities):
    capabilities.gate.clear()
    job = service.create_job(ME, BASIC, KEY)
    capabilities.speaking.wait(10)
    again = service.create_job(ME, BASIC, f" {KEY} ")
    assert (again.id, again.status) == (job.id, "running")
    with pytest.raises(IdempotencyConflict):
        service.create_job(ME, {**BASIC, "voice": "ava"}, KEY)
    capabilities.gate.set()
    ended(service, job)
    assert service.create_job(ME, BASIC, KEY).status == "succeeded"
    assert capabilities.calls == ["speak"]


def test_a_job_needs_a_key(service):
    with pytest.raises(IdempotencyKeyRequired) as caught:
        service.create_job(ME, BASIC, None)
    assert (caught.value.status, caught.value.detail.code) == (400, "idempotency_key_required")


@pytest.mark.parametrize("written", [UUID, str])
def test_an_unknown_job_is_not_found(service, written):
    job_id = written(str(uuid4()))
    for call in (service.job, service.cancel_job, service.stream_job):
        with pytest.raises(NotFound):
            call(ME, job_id)


@pytest.mark.parametrize(
    "job_id",
    ["x", "", None, 5, "../1", "0x" + "1" * 30, "1_" * 15 + "11", "\u0661" * 32, "7" * 32 + "\n", b"7" * 32],
)
def test_what_is_no_uuid_is_refused(service, job_id):
    for call in (service.job, service.cancel_job, service.stream_job):
        with pytest.raises(ValidationFailed) as caught:
            call(ME, job_id)
        assert caught.value.details["field"] == "job_id"


def test_anothers_job_is_not_found(service):
    job = service.create_job(ME, BASIC, KEY)
    for other in (Account(organization="other"), Account(environment="test")):
        with pytest.raises(NotFound):
            service.job(other, job.id)


def test_a_job_id_is_taken_in_any_spelling_of_a_uuid(service):
    job = service.create_job(ME, BASIC, KEY)
    for spelling in (job.id, str(job.id), str(job.id).upper(), job.id.hex):
        assert service.job(ME, spelling).id == job.id


def test_jobs_are_kept_a_day_after_their_end(open_service, clock):
    service = open_service(sweep_seconds=0)
    job = ended(service, service.create_job(ME, BASIC, KEY))
    clock.forward(86_399)
    service.generate(ME, "translate", {"text": "سلام"})
    assert service.audio_bytes(service.job(ME, job.id).audio_url)
    clock.forward(1)
    service.generate(ME, "translate", {"text": "سلام"})
    with pytest.raises(NotFound):
        service.job(ME, job.id)


def test_jobs_hold_their_reservation_until_they_end(service, capabilities):
    capabilities.gate.clear()
    tight = account(basic_seconds=1.5)
    service.create_job(tight, BASIC, KEY)
    assert service.usage(tight).basic_speech.reserved_seconds == 1
    with pytest.raises(BasicSpeechQuotaExhausted):
        service.create_job(tight, {**BASIC, "voice": "ava"}, "another-key")
    capabilities.gate.set()


def test_a_job_whose_commit_fails_has_an_uncertain_start_and_its_key_tells(open_service, monkeypatch):
    from sqlalchemy.engine import RootTransaction
    from sqlalchemy.exc import OperationalError

    service = open_service(counts_requests=False)  # so that the job's is the first commit
    commit = RootTransaction.commit

    def fail(transaction):
        commit(transaction)  # it stands, but nobody hears of it
        if threading.current_thread() is not threading.main_thread():
            return
        raise OperationalError("COMMIT", None, OSError("disk I/O error"))

    monkeypatch.setattr(service._jobs._worker, "wake", lambda: None)
    with monkeypatch.context() as broken:
        broken.setattr(RootTransaction, "commit", fail)
        with pytest.raises(SpeechJobStartUncertain) as caught:
            service.create_job(ME, BASIC, KEY)
    assert caught.value.detail.retryable
    job = service.create_job(ME, BASIC, KEY)
    assert ended(service, job).status == "succeeded"
    assert service.usage(ME).basic_speech.used_seconds == 2.5
