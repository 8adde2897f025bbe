"""Idempotency: same key and request, same result; sections 4, 7 and 8."""

import threading

import pytest

from engine.contract.errors import (
    IdempotencyConflict,
    InternalError,
    RequestInProgress,
    ServiceUnavailable,
    ValidationFailed,
)
from engine.contract.wire import encode
from engine.service.account import Account
from tests.service.doubles import PlainCapabilities, wait_for

ME = Account()
KEY = "a-key-of-mine"
REQUESTS = {
    "diacritize": {"text": "مردم شهر", "include_ezafe": False},
    "pinglish": {"text": "مردم شهر", "style": "systematic", "vowel_notation": "macron"},
    "translate": {"text": "مردم شهر"},
    "speech": {"text": "مردم شهر", "tier": "premium", "voice": "Kore", "director_notes": "آرام"},
}


@pytest.mark.parametrize("operation", REQUESTS)
def test_a_repeat_is_the_same_answer_byte_for_byte_but_for_a_fresh_address(service, clock, rows, operation):
    first = service.generate(ME, operation, REQUESTS[operation], KEY)
    clock.forward(60)
    again = service.generate(ME, operation, REQUESTS[operation], KEY)
    if operation == "speech":
        assert again.audio_url != first.audio_url
        assert (again.audio_expires_at - first.audio_expires_at).total_seconds() == 60
        assert service.audio_bytes(again.audio_url) == service.audio_bytes(first.audio_url)
        address = {"audio_url": first.audio_url, "audio_expires_at": first.audio_expires_at}
        again = again.model_copy(update=address)
    assert encode(again) == encode(first)
    assert len(rows("SELECT * FROM charges")) == 1


def test_a_repeat_runs_nothing(service, capabilities):
    for _ in range(3):
        service.generate(ME, "translate", REQUESTS["translate"], KEY)
    assert capabilities.calls == ["translate"]


def test_the_body_may_be_spelled_differently_as_long_as_it_means_the_same(service):
    first = service.generate(ME, "diacritize", {"text": "مردم"}, KEY)
    as_bytes = service.generate(
        ME, "diacritize", b'{ "include_ezafe": true, "text": "\\u0645\\u0631\\u062f\\u0645" }', KEY
    )
    assert as_bytes == first


def test_edge_spaces_do_not_make_another_key(service):
    first = service.generate(ME, "translate", REQUESTS["translate"], KEY)
    assert service.generate(ME, "translate", REQUESTS["translate"], f"  {KEY} ") == first


@pytest.mark.parametrize(
    ("operation", "body"),
    [
        ("translate", {"text": "مردم شهر!"}),
        ("pinglish", {"text": "مردم شهر"}),
        ("speech", {"text": "مردم شهر", "tier": "basic", "voice": "ava"}),
    ],
)
def test_the_same_key_for_another_request_or_route_conflicts(service, rows, operation, body):
    service.generate(ME, "translate", REQUESTS["translate"], KEY)
    with pytest.raises(IdempotencyConflict) as caught:
        service.generate(ME, operation, body, KEY)
    assert caught.value.request_id is not None
    assert len(rows("SELECT * FROM charges")) == 1


def test_the_key_of_a_job_conflicts_with_synchronous_speech(service):
    body = {"text": "مردم شهر", "tier": "basic", "voice": "ava"}
    service.create_job(ME, body, KEY)
    with pytest.raises(IdempotencyConflict):
        service.generate(ME, "speech", body, KEY)


def test_keys_of_different_accounts_do_not_meet(service):
    mine = service.generate(ME, "translate", {"text": "یک"}, KEY)
    theirs = service.generate(Account(organization="other"), "translate", {"text": "دو"}, KEY)
    assert mine.original != theirs.original


@pytest.mark.parametrize(
    ("failure", "raised"),
    [(ServiceUnavailable("none"), ServiceUnavailable), (RuntimeError("bug"), InternalError)],
)
def test_a_failed_request_is_not_stored_not_charged_and_its_key_runs_again(
    service, capabilities, rows, failure, raised
):
    capabilities.failure = failure
    with pytest.raises(raised) as caught:
        service.generate(ME, "translate", REQUESTS["translate"], KEY)
    assert caught.value.request_id is not None
    for table in ("charges", "reservations", "idempotency", "results"):
        assert rows(f"SELECT * FROM {table}") == []
    capabilities.failure = None
    assert service.generate(ME, "translate", REQUESTS["translate"], KEY).translation


def test_a_failed_keys_other_request_may_run(service, capabilities):
    capabilities.failure = ServiceUnavailable("none")
    with pytest.raises(ServiceUnavailable):
        service.generate(ME, "translate", REQUESTS["translate"], KEY)
    capabilities.failure = None
    assert service.generate(ME, "translate", {"text": "دیگر"}, KEY).original == "دیگر"


def test_an_unforeseen_failure_does_not_repeat_the_users_text(service, capabilities):
    capabilities.failure = RuntimeError("مردم شهر")
    with pytest.raises(InternalError) as caught:
        service.generate(ME, "translate", REQUESTS["translate"])
    assert "مردم" not in str(caught.value)
    assert isinstance(caught.value.__cause__, RuntimeError)


def test_an_interrupt_gives_the_key_back_too(service, capabilities, rows):
    capabilities.failure = KeyboardInterrupt()
    with pytest.raises(KeyboardInterrupt):
        service.generate(ME, "translate", REQUESTS["translate"], KEY)
    assert rows("SELECT * FROM idempotency") == rows("SELECT * FROM reservations") == []


def test_while_the_first_runs_a_repeat_is_told_to_wait_and_another_request_conflicts(service, capabilities):
    capabilities.gate.clear()
    first = threading.Thread(target=service.generate, args=(ME, "speech", REQUESTS["speech"], KEY))
    first.start()
    capabilities.speaking.wait(10)
    with pytest.raises(RequestInProgress) as caught:
        service.generate(ME, "speech", REQUESTS["speech"], KEY)
    assert caught.value.retry_after >= 1
    assert caught.value.detail.retryable
    with pytest.raises(IdempotencyConflict):
        service.generate(ME, "translate", REQUESTS["translate"], KEY)
    capabilities.gate.set()
    first.join()
    assert service.generate(ME, "speech", REQUESTS["speech"], KEY).usage.cache_hit is False
    assert capabilities.calls == ["speak"]


def test_of_many_at_once_one_runs_and_all_others_wait_or_replay(service, capabilities, rows):
    answers, waits = [], []

    def ask():
        try:
            answers.append(service.generate(ME, "translate", REQUESTS["translate"], KEY))
        except RequestInProgress as error:
            waits.append(error)

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) + len(waits) == 8
    assert len({answer.request_id for answer in answers}) == 1
    assert capabilities.calls == ["translate"]
    assert len(rows("SELECT * FROM charges")) == 1


def test_a_key_is_kept_for_86400_seconds(service, clock, capabilities):
    first = service.generate(ME, "translate", REQUESTS["translate"], KEY)
    clock.forward(86_399)
    assert service.generate(ME, "translate", REQUESTS["translate"], KEY) == first
    clock.forward(1)
    assert service.generate(ME, "translate", REQUESTS["translate"], KEY).request_id != first.request_id


def test_the_lease_of_an_engine_that_closed_while_it_ran_ends(open_service, capabilities):
    capabilities.gate.clear()
    stuck = open_service()
    thread = threading.Thread(target=_ignore, args=(stuck.generate, ME, "speech", REQUESTS["speech"], KEY))
    thread.start()
    capabilities.speaking.wait(10)
    free = PlainCapabilities()
    other = open_service(runs=free)
    with pytest.raises(RequestInProgress):
        other.generate(ME, "speech", REQUESTS["speech"], KEY)
    stuck.close()
    answer = other.generate(ME, "speech", REQUESTS["speech"], KEY)
    capabilities.gate.set()
    thread.join()
    # The one that lost its lease came late: it charged nothing, and left the other's result alone.
    assert other.generate(ME, "speech", REQUESTS["speech"], KEY).request_id == answer.request_id
    assert other.usage(ME).premium_speech.used_seconds == 2.5
    wait_for(lambda: not thread.is_alive())


def _ignore(call, *arguments):
    try:
        call(*arguments)
    except Exception:
        return


@pytest.mark.parametrize("key", ["short", "x" * 129, "کلیدهای فارسی"])
def test_a_bad_key_is_refused_before_anything_runs(service, capabilities, key):
    with pytest.raises(ValidationFailed):
        service.generate(ME, "translate", REQUESTS["translate"], key)
    assert capabilities.calls == []
