"""Speech jobs: states, races, events, restarts (sections 2.10, 3.1, 4, 6)."""

import itertools
import threading
from uuid import UUID, uuid4

import pytest

from engine.contract import CompleteEvent, ErrorEvent, StatusEvent
from engine.contract.errors import (
    BasicSpeechQuotaExhausted,
    IdempotencyConflict,
    IdempotencyKeyRequired,
    InternalError,
    NotFound,
    ServiceUnavailable,
    SpeechJobStartUncertain,
    SpeechJobsUnavailable,
    ValidationFailed,
)
from engine.service.account import Account
from tests.service.doubles import PlainCapabilities, account, wait_for

ME = Account()
BASIC = {"text": "سلام", "tier": "basic", "voice": "kian"}
KEY = "a-key-of-mine"


def ended(service, job):
    """The job after its stream has ended."""
    for _ in service.stream_job(ME, job.id):
        pass
    return service.job(ME, job.id)


def names(service, job, after=None):
    return [
        (event.id, event.event, getattr(event.data, "status", None))
        for event in service.stream_job(ME, job.id, after)
    ]


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


def test_the_stream_tells_all_and_can_be_resumed_anywhere(service, clock):
    job = service.create_job(ME, BASIC, KEY)
    events = names(service, job)
    assert events == [(1, "status", "queued"), (2, "status", "running"), (3, "complete", "succeeded")]
    for after in (1, 2, 3, 99):
        assert names(service, job, after) == events[after:]
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
    assert names(service, job) == [(1, "status", "queued"), (2, "status", "cancelled")]
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


@pytest.mark.parametrize("job_id", [uuid4(), str(uuid4())])
def test_an_unknown_job_is_not_found(service, job_id):
    for call in (service.job, service.cancel_job, service.stream_job):
        with pytest.raises(NotFound):
            call(ME, job_id)


@pytest.mark.parametrize("job_id", ["x", "", None, 5, "../1"])
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


def test_a_job_left_by_an_engine_that_closed_goes_on_in_the_next(open_service, capabilities):
    capabilities.gate.clear()
    first = open_service()
    job = first.create_job(ME, BASIC, KEY)
    capabilities.speaking.wait(10)
    first.close()
    second = open_service(runs=PlainCapabilities())
    assert ended(second, job).status == "succeeded"
    assert [event.event for event in second.stream_job(ME, job.id)] == ["status", "status", "complete"]
    assert second.usage(ME).basic_speech.used_seconds == 2.5


def test_a_running_engine_takes_over_what_another_left(open_service, capabilities):
    capabilities.gate.clear()
    first = open_service()
    second = open_service(runs=PlainCapabilities())
    jobs = [first.create_job(ME, {**BASIC, "text": f"سلام {n}"}, f"key-number-{n}") for n in range(3)]
    first.close()
    assert {ended(second, job).status for job in jobs} == {"succeeded"}


def test_an_engine_without_the_jobs_account_leaves_it_alone(open_service, capabilities):
    capabilities.gate.clear()
    first = open_service()
    job = first.create_job(ME, BASIC, KEY)
    capabilities.speaking.wait(10)
    first.close()
    stranger = open_service(accounts=[Account(organization="other")], runs=PlainCapabilities())
    own = stranger.create_job(Account(organization="other"), BASIC, KEY)
    wait_for(lambda: stranger.job(Account(organization="other"), own.id).status == "succeeded")
    assert stranger.job(ME, job.id).status == "running"


def test_a_job_is_given_up_after_two_hours(service, capabilities, clock):
    capabilities.gate.clear()
    job = service.create_job(ME, BASIC, KEY)
    capabilities.speaking.wait(10)
    clock.forward(7_199)
    assert service.job(ME, job.id).status == "running"
    clock.forward(1)
    assert ended(service, job).error.code == "service_unavailable"
    assert service.usage(ME).basic_speech.reserved_seconds == 0


def test_a_job_whose_synthesis_hangs_is_given_up_by_whoever_sweeps(open_service, capabilities, clock):
    capabilities.hangs = True
    service = open_service(sweep_seconds=0)
    capabilities.gate.clear()
    job = service.create_job(ME, BASIC, KEY)
    capabilities.speaking.wait(10)
    clock.forward(7_200)
    service.generate(ME, "translate", {"text": "سلام"})
    assert ended(service, job).error.code == "service_unavailable"
    assert service.usage(ME).basic_speech.reserved_seconds == 0
    capabilities.gate.set()  # what it makes in the end comes too late
    wait_for(lambda: not service._parts.presence.holds(service._parts.presence.owner, str(job.id)))
    assert service.job(ME, job.id).status == "failed"
    assert service.usage(ME).basic_speech.used_seconds == 0


def test_a_job_that_keeps_ending_its_process_is_given_up(open_service, rows, data_dir, capabilities):
    capabilities.gate.clear()
    first = open_service()
    job = first.create_job(ME, BASIC, KEY)
    capabilities.speaking.wait(10)
    first.close()
    import sqlite3

    connection = sqlite3.connect(data_dir / "engine.sqlite3")
    connection.execute("UPDATE jobs SET attempts = 3")
    connection.commit()
    connection.close()
    assert ended(open_service(runs=PlainCapabilities()), job).error.category == "internal"


def test_closing_does_not_count_as_an_attempt(open_service, capabilities, rows):
    capabilities.gate.clear()
    for _ in range(5):
        capabilities.speaking.clear()
        service = open_service()
        job = service.create_job(ME, BASIC, KEY)
        capabilities.speaking.wait(10)
        service.close()
    capabilities.gate.set()
    assert ended(open_service(), job).status == "succeeded"


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


def test_jobs_run_in_the_order_they_came(service, capabilities, clock):
    capabilities.gate.clear()
    jobs = []
    for number in range(4):
        jobs.append(service.create_job(ME, {**BASIC, "text": f"سلام {number}"}, f"key-number-{number}"))
        clock.forward(1)
    capabilities.gate.set()
    finished = [ended(service, job) for job in jobs]
    assert all(a.finished_at <= b.finished_at for a, b in itertools.pairwise(finished))
    assert all(isinstance(job.id, UUID) for job in finished)


def test_jobs_hold_their_reservation_until_they_end(service, capabilities):
    capabilities.gate.clear()
    tight = account(basic_seconds=1.5)
    service.create_job(tight, BASIC, KEY)
    assert service.usage(tight).basic_speech.reserved_seconds == 1
    with pytest.raises(BasicSpeechQuotaExhausted):
        service.create_job(tight, {**BASIC, "voice": "ava"}, "another-key")
    capabilities.gate.set()


def test_a_closed_engine_takes_no_jobs(service):
    service.close()
    with pytest.raises(SpeechJobsUnavailable) as caught:
        service.create_job(ME, BASIC, KEY)
    assert caught.value.detail.retryable


def test_a_job_whose_commit_fails_has_an_uncertain_start_and_its_key_tells(service, monkeypatch):
    from sqlalchemy.engine import RootTransaction
    from sqlalchemy.exc import OperationalError

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


def test_no_more_jobs_wait_than_the_bound(open_service, capabilities, rows):
    service = open_service(waiting_jobs=2)
    capabilities.gate.clear()
    first = service.create_job(ME, BASIC, "key-number-1")
    capabilities.speaking.wait(10)  # this one runs
    for number in (2, 3):
        service.create_job(ME, BASIC, f"key-number-{number}")
    with pytest.raises(SpeechJobsUnavailable) as caught:
        service.create_job(ME, BASIC, "key-number-4")
    assert caught.value.retry_after == 30
    assert service.create_job(ME, BASIC, "key-number-3").status == "queued"  # a replay is no new job
    capabilities.gate.set()
    assert ended(service, first).status == "succeeded"
    wait_for(lambda: rows("SELECT count(*) FROM jobs WHERE status = 'queued'") == [(0,)])
    assert ended(service, service.create_job(ME, BASIC, "key-number-4")).status == "succeeded"
