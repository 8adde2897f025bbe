"""Raw requests of the document, and what an error has to look like."""

import itertools
from typing import Any
from uuid import UUID

import httpx

from engine.contract import ErrorDetail, ErrorEnvelope

TEXT = "مردم شهر"
BASIC = {"text": TEXT, "tier": "basic", "voice": "ava"}
PREMIUM = {"text": TEXT, "tier": "premium", "voice": "Kore"}
BODIES: dict[str, dict[str, Any]] = {
    "/v1/diacritize": {"text": TEXT},
    "/v1/pinglish": {"text": TEXT},
    "/v1/translate": {"text": TEXT},
    "/v1/speech": BASIC,
    "/v1/speech/jobs": BASIC,
}
UNKNOWN_JOB = "6f0f0f5e-5c2e-4d0a-9f6c-0c2f7f1f9a11"
_numbers = itertools.count(1)


def new_key() -> str:
    """An idempotency key that no other request has."""
    return f"conformance-{next(_numbers)}"


def post(http: httpx.Client, route: str, body: Any = None, key: str | None = None) -> httpx.Response:
    """A generation request: fields, or bytes as they are; a job gets a key if none is given."""
    if key is None and route == "/v1/speech/jobs":
        key = new_key()
    headers = {"Content-Type": "application/json"} | ({} if key is None else {"Idempotency-Key": key})
    given = BODIES[route] if body is None else body
    if isinstance(given, bytes):
        return http.post(route, content=given, headers=headers)
    return http.post(route, json=given, headers=headers)


def refused(
    response: httpx.Response,
    status: int | None = None,
    code: str | None = None,
    category: str | None = None,
    retryable: bool = False,
) -> ErrorDetail:
    """The detail of an error, which must be in the envelope and as expected."""
    assert response.status_code >= 400, response.text
    error = ErrorEnvelope.model_validate_json(response.content).error
    assert UUID(response.headers["X-Request-Id"])
    assert error.retryable is retryable, error
    assert status in (None, response.status_code), error
    assert code in (None, error.code), error
    assert category in (None, error.category), error
    if not error.retryable:
        assert "Retry-After" not in response.headers
    return error


def succeeded(response: httpx.Response, status: int = 200) -> Any:
    """The JSON of a success."""
    assert response.status_code == status, response.text
    return response.json()
