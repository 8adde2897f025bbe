"""The error tree: codes, categories, statuses and retryability (sections 2.11 and 7)."""

from collections.abc import Iterator

import pytest

from engine.contract import errors
from engine.contract.errors import EngineError, ErrorDetail, ErrorEnvelope

DOCUMENTED = [
    # code, status, category, retryable: the rows of section 7
    ("idempotency_key_required", 400, "validation", False),
    ("basic_speech_quota_exhausted", 402, "quota", False),
    ("idempotency_conflict", 409, "conflict", False),
    ("request_in_progress", 409, "conflict", True),
    ("rate_limit_exceeded", 429, "rate_limit", True),
    ("service_unavailable", 503, "service", True),
    ("speech_jobs_unavailable", 503, "service", True),
    ("speech_job_start_uncertain", 503, "service", True),
    ("premium_speech_jobs_unavailable", 503, "service", False),
]
CHOSEN = [
    ("invalid_api_key", 401, "authentication", False),
    ("insufficient_scope", 403, "authorization", False),
    ("organization_inactive", 403, "authorization", False),
    ("audio_address_refused", 403, "authorization", False),
    ("invalid_request", 422, "validation", False),
    ("body_too_large", 413, "validation", False),
    ("malformed_json", 400, "validation", False),
    ("not_found", 404, "validation", False),
    ("malformed_request", 400, "validation", False),
    ("method_not_allowed", 405, "validation", False),
    ("body_incomplete", 408, "validation", False),
    ("range_not_satisfiable", 416, "validation", False),
    ("text_quota_exhausted", 402, "quota", False),
    ("premium_speech_quota_exhausted", 402, "quota", False),
    ("storage_unavailable", 503, "service", False),
    ("provider_failed", 502, "provider", True),
    ("internal_error", 500, "internal", False),
    ("weights_unavailable", 500, "internal", False),
]


def tree(kind: type[EngineError] = EngineError) -> Iterator[type[EngineError]]:
    for child in kind.__subclasses__():
        if child.__module__ == errors.__name__:
            yield child
            yield from tree(child)


@pytest.mark.parametrize(("code", "status", "category", "retryable"), DOCUMENTED + CHOSEN)
def test_each_code_has_its_status_category_and_retryability(code, status, category, retryable):
    (kind,) = [kind for kind in tree() if kind.code == code]
    error = kind("because", retry_after=3, details={"a": 1})
    assert (error.status, error.detail.category, error.detail.retryable) == (status, category, retryable)
    assert error.detail == ErrorDetail(
        code=code,
        message="because",
        category=category,
        action=kind.action,
        retryable=retryable,
        details={"a": 1},
    )
    assert (str(error), error.retry_after, error.request_id) == ("because", 3, None)


def test_every_error_says_what_to_do():
    assert all(kind.action.endswith(".") for kind in tree())


def test_the_docstring_draws_the_whole_tree():
    drawn = [line.split() for line in errors.__doc__.splitlines() if "─" in line]
    names = {words[-2 if words[-1].isdigit() else -1] for words in drawn}
    assert names == {kind.__name__ for kind in tree()}


def test_the_premium_job_error_points_to_the_synchronous_endpoint_or_a_basic_job():
    action = errors.PremiumSpeechJobsUnavailable("no").detail.action
    assert "synchronous" in action
    assert "Basic job" in action


def test_details_are_absent_when_there_are_none():
    envelope = ErrorEnvelope(request_id="r", error=errors.InternalError("x").detail)
    assert "details" not in envelope.model_dump_json()
    assert errors.InternalError("x").details == {}
