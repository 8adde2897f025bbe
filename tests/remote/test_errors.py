"""Responses that are errors, as exceptions: the classes a local engine raises, with what the server said."""

import httpx
import pytest

from engine.contract import errors
from engine.contract.errors import EngineError
from engine.service.store import CommitUncertain
from tests.remote.server import REQUEST, TEXT, Script, failure, translation


def kinds(root=EngineError):
    yield root
    for kind in root.__subclasses__():
        yield from kinds(kind)


OURS = sorted(
    {kind for kind in kinds() if kind.__module__ == "engine.contract.errors"} - {EngineError},
    key=lambda kind: kind.__name__,
)


@pytest.mark.parametrize("kind", OURS)
def test_every_code_comes_back_as_its_own_class(ask, kind):
    reply = failure(kind.status, kind.code, category=kind.category, retryable=kind.retryable)
    with pytest.raises(kind) as caught:
        ask(Script(reply), "translate", TEXT)
    error = caught.value
    assert type(error) is kind
    assert error.detail.code == kind.code
    assert error.detail.message == str(error) == "it did not work"
    assert error.detail.action == "do better"
    assert error.details == {"why": "a test"}
    assert error.request_id == REQUEST


def test_errors_within_the_service_do_not_stand_in_for_those_of_the_contract(ask):
    assert CommitUncertain.code == errors.StorageUnavailable.code
    with pytest.raises(errors.StorageUnavailable) as caught:
        ask(Script(failure(503, CommitUncertain.code, retryable=False)), "translate", TEXT)
    assert type(caught.value) is errors.StorageUnavailable


@pytest.mark.parametrize(
    ("status", "category", "kind"),
    [
        (401, "authentication", errors.AuthenticationFailed),
        (403, "authorization", errors.PermissionRefused),
        (402, "quota", errors.QuotaExhausted),
        (404, "validation", errors.NotFound),
        (422, "validation", errors.ValidationFailed),
        (400, "validation", errors.ValidationFailed),
        (413, "validation", errors.BodyTooLarge),
        (418, "conflict", errors.IdempotencyConflict),
        (418, "provider", errors.ProviderFailed),
        (500, "internal", errors.InternalError),
    ],
)
def test_an_unlisted_code_is_raised_by_status_or_category_and_kept(ask, status, category, kind):
    reply = failure(status, "some_new_code", category=category, retryable=False)
    with pytest.raises(kind) as caught:
        ask(Script(reply), "translate", TEXT)
    assert caught.value.detail.code == "some_new_code"
    assert caught.value.detail.retryable is False


def test_the_servers_word_on_retrying_counts_not_the_classs(ask):
    reply = failure(503, "service_unavailable", retryable=False)
    script = Script(reply)
    with pytest.raises(errors.ServiceUnavailable):
        ask(script, "translate", TEXT)
    assert len(script.requests) == 1


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (301, errors.InternalError),
        (401, errors.AuthenticationFailed),
        (404, errors.NotFound),
        (429, errors.RateLimitExceeded),
        (500, errors.InternalError),
        (504, errors.ServiceUnavailable),
    ],
)
@pytest.mark.parametrize("body", [b"", b"<html>", b"{}", b'{"request_id": "x", "error": {}}', b"\xff"])
def test_an_answer_without_envelope_is_read_by_its_status(ask, status, kind, body):
    named = {"X-Request-Id": str(REQUEST), "Location": "https://elsewhere.example/"}
    with pytest.raises(kind, match=str(status)) as caught:
        ask(Script(lambda _: httpx.Response(status, content=body, headers=named)), "translate", TEXT)
    assert caught.value.request_id == REQUEST


@pytest.mark.parametrize("after", ["0", "-1", "1.5", "soon", "Wed, 21 Oct 2026 07:28:00 GMT"])
def test_a_retry_after_that_is_no_positive_integer_is_ignored(ask, after):
    reply = httpx.Response(503, headers={"Retry-After": after})
    with pytest.raises(errors.ServiceUnavailable) as caught:
        ask(Script(lambda _: reply), "translate", TEXT)
    assert caught.value.retry_after is None


@pytest.mark.parametrize("changes", [{"translation": 5}, {"new_field": 1}, {"source_language": "de"}])
def test_a_success_outside_the_contract_is_no_success(ask, changes):
    script = Script(translation(**changes))
    with pytest.raises(errors.InternalError, match="contract") as caught:
        ask(script, "translate", TEXT)
    assert len(script.requests) == 1
    assert caught.value.details["fields"] == list(changes)
    assert caught.value.idempotency_key == script.requests[0].headers["Idempotency-Key"]
    assert TEXT not in str(caught.value)
