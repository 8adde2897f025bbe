"""A clock that jumps, a day back or two days on: the document's answers all the same, nothing is lost."""

import pytest

from tests.conformance.asking import BASIC, BODIES, new_key, post, refused, succeeded
from tests.conformance.following import events, started, wait_until
from tests.conformance.stage import SECONDS

DAY = 86_400


@pytest.mark.parametrize("jump", [-DAY, -3_600, 3_600, 2 * DAY])
def test_every_route_answers(http, world, jump):
    world.forward(jump)
    for route in BODIES:
        assert post(http, route).is_success
    succeeded(http.get("/v1/usage"))
    world.forward(-jump)


@pytest.mark.parametrize("jump", [-DAY, 3_600])
def test_a_running_job_ends_and_is_charged_once(http, world, jump):
    text = world.held()
    job = started(http, text=text)["id"]
    wait_until(http, job, "running")
    world.forward(jump)
    world.let_go(text)
    wait_until(http, job, "succeeded")
    assert [name for _, name, _ in events(http, job)] == ["status", "status", "complete"]
    report = succeeded(http.get("/v1/usage"))["basic_speech"]
    world.forward(-jump)
    assert (report["used_seconds"], report["reserved_seconds"]) == (SECONDS, 0)


def test_back_in_time_keys_and_addresses_still_hold(http, world):
    key = new_key()
    first = post(http, "/v1/translate", key=key)
    address = succeeded(post(http, "/v1/speech", BASIC))["audio_url"]
    world.forward(-DAY)
    assert post(http, "/v1/translate", key=key).content == first.content
    assert http.get(address).status_code == 200
    world.forward(DAY)


def test_what_has_expired_comes_back_only_with_the_time(http, world):
    address = succeeded(post(http, "/v1/speech", BASIC))["audio_url"]
    world.forward(DAY)
    refused(http.get(address), 403)
    world.forward(-DAY)
    assert http.get(address).status_code == 200
