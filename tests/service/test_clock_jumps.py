"""A clock that is set while jobs wait and run: none is lost, and what is kept for a day is kept for one."""

import threading

import pytest

from engine.contract.errors import NotFound
from tests.service.doubles import PlainCapabilities
from tests.service.following import BASIC, KEY, ME, ended

DAY = 86_400


@pytest.fixture
def running(service, capabilities):
    """A job at which the engine is at work until the gate opens."""
    capabilities.gate.clear()
    job = service.create_job(ME, BASIC, KEY)
    capabilities.speaking.wait(10)
    return job


def test_a_clock_set_ahead_does_not_use_up_the_time_of_a_running_job(service, capabilities, clock, running):
    clock.jump(2 * DAY)
    service._sweeper.sweep()
    clock.forward(7_199)
    service._sweeper.sweep()
    capabilities.gate.set()
    assert ended(service, running).status == "succeeded"
    assert service.usage(ME).basic_speech.used_seconds == 2.5


@pytest.mark.parametrize("jump", [2 * DAY, -DAY])
def test_two_hours_are_two_hours_whatever_the_clock_is_set_to(service, clock, running, jump):
    clock.jump(jump)
    clock.forward(7_200)
    assert ended(service, running).error.message == "the job ran for 7200 seconds, the longest allowed"


def test_another_engine_that_meets_the_job_lets_it_run(open_service, capabilities, clock, service, running):
    other = open_service(runs=PlainCapabilities())
    clock.jump(2 * DAY)
    other._sweeper.sweep()
    assert service.job(ME, running.id).status == "running"
    capabilities.gate.set()
    assert ended(service, running).status == "succeeded"


def test_another_engine_gives_up_a_job_that_it_has_seen_for_two_hours(
    open_service, capabilities, clock, service, running
):
    other = open_service(runs=PlainCapabilities())
    capabilities.hangs = True
    other._sweeper.sweep()
    clock.forward(7_199)
    other._sweeper.sweep()
    assert service.job(ME, running.id).status == "running"
    clock.forward(1)
    other._sweeper.sweep()
    assert service.job(ME, running.id).status == "failed"
    capabilities.gate.set()


@pytest.mark.parametrize(("away", "status"), [(7_199, "succeeded"), (7_200, "failed"), (-DAY, "succeeded")])
def test_what_an_engine_left_has_run_since_its_stored_start(
    open_service, clock, service, running, away, status
):
    service.close()
    clock.jump(away)
    assert ended(open_service(runs=PlainCapabilities()), running).status == status


@pytest.mark.parametrize("jump", [-60, -DAY - 60])
def test_a_clock_set_back_and_right_again_takes_away_nothing(
    service, capabilities, clock, rows, running, jump
):
    clock.jump(jump)
    capabilities.gate.set()
    done = ended(service, running)
    assert running.created_at <= done.started_at <= done.finished_at
    clock.jump(-jump)
    clock.forward(DAY - 1)
    service._sweeper.sweep()
    assert service.job(ME, running.id).status == "succeeded"
    assert service.create_job(ME, BASIC, KEY).id == running.id
    assert rows("SELECT count(*) FROM charges") == [(1,)]
    # An address asked for now leads to the audio for another hour.
    assert rows("SELECT protected_until FROM artifacts") == [(clock.now() + 1 + 3_600,)]
    clock.forward(1)
    service._sweeper.sweep()
    with pytest.raises(NotFound):
        service.job(ME, running.id)
    assert service.create_job(ME, BASIC, KEY).id != running.id


def test_a_job_starts_no_earlier_than_it_was_made(service, capabilities, clock, running):
    waits = service.create_job(ME, {**BASIC, "text": "دیگر"}, "another-key")
    clock.jump(-DAY)
    capabilities.gate.set()
    done = ended(service, waits)
    assert waits.created_at == done.created_at == done.started_at == done.finished_at


def test_a_cancelled_job_ends_no_earlier_than_it_started(service, capabilities, clock, running):
    clock.jump(-DAY)
    job = service.cancel_job(ME, running.id)
    capabilities.gate.set()
    assert job.created_at == job.started_at == job.finished_at


def test_the_key_of_a_request_holds_for_a_day_from_when_it_was_first_used(service, capabilities, clock, rows):
    capabilities.gate.clear()
    answers = []
    asking = threading.Thread(target=lambda: answers.append(service.generate(ME, "speech", BASIC, KEY)))
    asking.start()
    capabilities.speaking.wait(10)
    clock.jump(-DAY)
    capabilities.gate.set()
    asking.join(10)
    clock.jump(DAY)
    clock.forward(DAY - 1)
    service._sweeper.sweep()
    assert service.generate(ME, "speech", BASIC, KEY).request_id == answers[0].request_id
    assert rows("SELECT count(*) FROM charges") == [(1,)]
