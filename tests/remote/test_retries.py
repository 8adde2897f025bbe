"""What is sent again, how often, when, and as what: sections 1.6, 4.7 and 7.3."""

import json

import httpx
import pytest

from engine.contract.errors import (
    IdempotencyConflict,
    InternalError,
    RateLimitExceeded,
    RequestInProgress,
    ServiceUnavailable,
    ValidationFailed,
)
from engine.contract.limits import PREMIUM_SPEECH_TRIES
from engine.remote import OutcomeUnknown, Retries, Timeouts, Unreachable
from tests.remote.server import JOB, TEXT, Script, failure, job, translation

OWN_KEY = "a-key-of-mine"
BUSY = failure(503, "service_unavailable")


@pytest.mark.parametrize(
    "first",
    [
        BUSY,
        failure(429, "rate_limit_exceeded", category="rate_limit", after=2),
        failure(502, "provider_failed", category="provider"),
        lambda _: httpx.Response(503, text="<html>a proxy's page</html>"),
        httpx.ReadTimeout("no answer"),
        httpx.ConnectError("refused"),
        httpx.RemoteProtocolError("peer closed connection"),
        lambda _: httpx.Response(200, headers={"Content-Encoding": "gzip"}, content=b"no gzip"),
    ],
)
def test_a_retryable_failure_is_repeated_with_the_same_bytes_and_key(ask, first):
    script = Script(first, first, translation())
    assert ask(script, "translate", TEXT).translation == "the people of the city"
    assert len(script.requests) == 3
    assert len({request.content for request in script.requests}) == 1
    assert len({request.headers["Idempotency-Key"] for request in script.requests}) == 1


def test_a_key_is_made_once_a_call_and_the_callers_own_is_kept(ask):
    script = Script(translation())
    ask(script, "translate", TEXT)
    ask(script, "translate", TEXT)
    ask(script, "translate", TEXT, idempotency_key=f" {OWN_KEY} ")
    first, second, own = (request.headers["Idempotency-Key"] for request in script.requests)
    assert first != second
    assert 8 <= len(first) <= 128
    assert own == OWN_KEY


@pytest.mark.parametrize(
    ("reply", "kind"),
    [
        (failure(409, "idempotency_conflict", category="conflict", retryable=False), IdempotencyConflict),
        (failure(422, "invalid_request", category="validation", retryable=False), ValidationFailed),
        (failure(500, "internal_error", category="internal", retryable=False), InternalError),
        (failure(503, "premium_speech_jobs_unavailable", retryable=False), ServiceUnavailable),
    ],
)
def test_what_is_not_retryable_is_sent_once(ask, pauses, reply, kind):
    script = Script(reply)
    with pytest.raises(kind):
        ask(script, "translate", TEXT)
    assert len(script.requests) == 1
    assert pauses == []


def test_pauses_double_up_to_a_limit(ask, pauses):
    options = {"retries": Retries(tries=6, first_seconds=1, longest_seconds=5)}
    with pytest.raises(ServiceUnavailable):
        ask(Script(BUSY), "translate", TEXT, options=options)
    assert pauses == [1, 2, 4, 5, 5]


def test_jitter_is_full(monkeypatch):
    drawn = []
    monkeypatch.setattr("random.uniform", lambda *bounds: drawn.append(bounds) or 0.0)
    Retries(first_seconds=1, longest_seconds=1e9).backoff(3)
    Retries().backoff(10_000)
    assert drawn == [(0, 4), (0, 30)]


def test_retry_after_comes_on_top_of_the_jitter(ask, pauses):
    reply = failure(429, "rate_limit_exceeded", category="rate_limit", after=7)
    ask(Script(reply, translation()), "translate", TEXT)
    assert pauses == [7.5]


def test_a_long_retry_after_is_left_to_the_caller(ask, pauses):
    reply = failure(429, "rate_limit_exceeded", category="rate_limit", after=3600)
    with pytest.raises(RateLimitExceeded) as caught:
        ask(Script(reply), "translate", TEXT)
    assert caught.value.retry_after == 3600
    assert pauses == []


def test_premium_is_tried_three_times_at_most(ask):
    script = Script(BUSY)
    options = {"retries": Retries(tries=10)}
    with pytest.raises(ServiceUnavailable):
        ask(script, "speech", TEXT, tier="premium", voice="Kore", options=options)
    assert len(script.requests) == PREMIUM_SPEECH_TRIES == 3
    with pytest.raises(ServiceUnavailable):
        ask(script, "speech", TEXT, options=options)
    assert len(script.requests) == 13


def test_the_first_request_at_work_is_waited_for_without_using_up_tries(ask, pauses):
    busy = failure(409, "request_in_progress", category="conflict", after=5)
    script = Script(httpx.ReadTimeout("no answer"), *[busy] * 9, translation())
    ask(script, "translate", TEXT)
    assert len(script.requests) == 11
    assert sum(pauses) < Timeouts().text


def test_without_a_retry_after_asking_is_a_try_like_others(ask):
    script = Script(failure(409, "request_in_progress", category="conflict"))
    with pytest.raises(RequestInProgress):
        ask(script, "translate", TEXT)
    assert len(script.requests) == 3


def test_waiting_for_the_first_request_ends_with_the_callers_patience(ask, pauses):
    busy = failure(409, "request_in_progress", category="conflict", after=5)
    with pytest.raises(RequestInProgress):
        ask(Script(busy), "translate", TEXT, options={"timeouts": Timeouts(text=20)})
    assert 20 <= sum(pauses) < 40


def test_after_a_time_out_the_outcome_is_unknown_and_the_key_is_told(ask):
    script = Script(httpx.ReadTimeout("no answer"))
    with pytest.raises(OutcomeUnknown) as caught:
        ask(script, "translate", TEXT)
    error = caught.value
    assert error.detail.retryable
    assert error.idempotency_key == script.requests[0].headers["Idempotency-Key"]
    assert isinstance(error, ServiceUnavailable)


def test_a_server_that_cannot_be_reached_is_told_apart(ask):
    with pytest.raises(Unreachable, match="refused"):
        ask(Script(httpx.ConnectError("refused")), "usage")


def test_an_error_names_the_key_to_repeat_it_with(ask):
    with pytest.raises(ServiceUnavailable) as caught:
        ask(Script(BUSY), "translate", TEXT, idempotency_key=OWN_KEY)
    assert caught.value.idempotency_key == OWN_KEY


@pytest.mark.parametrize(
    ("method", "arguments", "seconds"),
    [
        ("translate", {"text": TEXT}, 120),
        ("speech", {"text": TEXT}, 900),
        ("create_speech_job", {"text": TEXT, "idempotency_key": OWN_KEY}, 120),
        ("get_speech_job", {"job_id": JOB}, 120),
    ],
)
def test_budgets_are_the_advised_ones_unless_set(ask, method, arguments, seconds):
    script = Script(failure(404, "not_found", category="validation", retryable=False))
    for options, expected in (({}, seconds), ({"timeouts": Timeouts(text=3, speech=3)}, 3)):
        with pytest.raises(ValidationFailed):
            ask(script, method, **arguments, options=options)
        assert script.requests[-1].extensions["timeout"]["read"] == expected


def test_reads_are_repeated_too(ask):
    script = Script(httpx.ReadError("cut"), job("queued"))
    assert ask(script, "get_speech_job", JOB).status == "queued"
    assert [request.method for request in script.requests] == ["GET", "GET"]


def test_the_body_is_the_contracts_compact_json(ask):
    script = Script(translation())
    ask(script, "translate", TEXT)
    assert (
        script.requests[0].content
        == json.dumps({"text": TEXT}, ensure_ascii=False, separators=(",", ":")).encode()
    )
    assert script.requests[0].headers["Content-Type"] == "application/json"
