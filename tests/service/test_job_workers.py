"""Who runs a job, when, and what ends its run: engines, time, attempts, the queue (sections 3.1 and 8)."""

import itertools
from uuid import UUID

import pytest

from engine.contract.errors import SpeechJobsUnavailable
from engine.service.account import Account
from tests.service.doubles import PlainCapabilities, wait_for
from tests.service.following import BASIC, KEY, ME, ended


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


def test_a_closed_engine_takes_no_jobs(service):
    service.close()
    with pytest.raises(SpeechJobsUnavailable) as caught:
        service.create_job(ME, BASIC, KEY)
    assert caught.value.detail.retryable
