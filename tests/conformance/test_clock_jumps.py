"""A clock that jumps, a day back or two days on: the document's answers all the same, nothing is lost."""

import pytest

from tests.conformance.asking import BASIC, BODIES, new_key, post, refused, succeeded
from tests.conformance.following import events, started, wait_until
from tests.conformance.stage import SECONDS

DAY = 86_400


@pytest.mark.parametrize("jump", [-DAY, -3_600, 3_600, 2 * DAY])
def test_every_route_answers(http, world, jump):
    world.jump(jump)
    for route in BODIES:
        assert post(http, route).is_success
    succeeded(http.get("/v1/usage"))
    world.jump(-jump)


@pytest.mark.parametrize("jump", [-DAY, 3_600, 2 * DAY])
def test_a_running_job_ends_and_is_charged_once(http, world, jump):
    text = world.held()
    job = started(http, text=text)["id"]
    wait_until(http, job, "running")
    world.jump(jump)
    world.let_go(text)
    wait_until(http, job, "succeeded")
    assert [name for _, name, _ in events(http, job)] == ["status", "status", "complete"]
    report = succeeded(http.get("/v1/usage"))["basic_speech"]
    world.jump(-jump)
    assert (report["used_seconds"], report["reserved_seconds"]) == (SECONDS, 0)


@pytest.mark.parametrize("jump", [-DAY, -60])
def test_a_job_that_ended_on_a_clock_set_back_is_still_there_when_it_is_right_again(http, world, jump):
    text, key = world.held(), new_key()
    job = succeeded(post(http, "/v1/speech/jobs", BASIC | {"text": text}, key), 202)["id"]
    wait_until(http, job, "running")
    world.jump(jump)
    world.let_go(text)
    times = [wait_until(http, job, "succeeded")[f"{step}_at"] for step in ("created", "started", "finished")]
    assert times == sorted(times)
    world.jump(-jump)
    post(http, "/v1/translate")  # sweeps
    assert succeeded(http.get(f"/v1/speech/jobs/{job}"))["status"] == "succeeded"
    assert succeeded(post(http, "/v1/speech/jobs", BASIC | {"text": text}, key), 202)["id"] == job


def test_back_in_time_keys_and_addresses_still_hold(http, world):
    key = new_key()
    first = post(http, "/v1/translate", key=key)
    address = succeeded(post(http, "/v1/speech", BASIC))["audio_url"]
    world.jump(-DAY)
    assert post(http, "/v1/translate", key=key).content == first.content
    assert http.get(address).status_code == 200
    world.jump(DAY)


def test_what_has_expired_comes_back_only_with_the_time(http, world):
    address = succeeded(post(http, "/v1/speech", BASIC))["audio_url"]
    world.jump(DAY)
    refused(http.get(address), 403)
    world.jump(-DAY)
    assert http.get(address).status_code == 200
