"""A failed exchange as the exception that a local engine would raise."""

from collections.abc import Mapping
from typing import Any, Final
from uuid import UUID

import httpx
from pydantic import ValidationError

from engine.contract import errors
from engine.contract.errors import (
    AuthenticationFailed,
    BodyTooLarge,
    EngineError,
    ErrorDetail,
    ErrorEnvelope,
    IdempotencyConflict,
    InternalError,
    NotFound,
    PermissionRefused,
    ProviderFailed,
    QuotaExhausted,
    RangeNotSatisfiable,
    RateLimitExceeded,
    ServiceUnavailable,
    ValidationFailed,
)
from engine.contract.names import ErrorCategory


class Unreachable(ServiceUnavailable):
    """No connection came about: nothing was asked, nothing was charged."""

    code = "unreachable"
    action = "Check the address and the network, then repeat the same request with the same key."


class OutcomeUnknown(ServiceUnavailable):
    """The request was sent and no answer came (section 1, rule 6); `idempotency_key` names it."""

    code = "outcome_unknown"
    action = "Repeat the same request with the same idempotency key; a new key could charge it twice."


# Of the contract's own module alone: other parts of the package have subclasses with the same codes.
_BY_CODE: Final[dict[str, type[EngineError]]] = {
    kind.code: kind
    for kind in vars(errors).values()
    if isinstance(kind, type) and issubclass(kind, EngineError)
}
_BY_STATUS: Final[dict[int, type[EngineError]]] = {
    401: AuthenticationFailed,
    402: QuotaExhausted,
    403: PermissionRefused,
    404: NotFound,
    413: BodyTooLarge,
    416: RangeNotSatisfiable,
    429: RateLimitExceeded,
    502: ProviderFailed,
    503: ServiceUnavailable,
    504: ServiceUnavailable,
}
_BY_CATEGORY: Final[dict[ErrorCategory, type[EngineError]]] = {
    "authentication": AuthenticationFailed,
    "authorization": PermissionRefused,
    "validation": ValidationFailed,
    "conflict": IdempotencyConflict,
    "rate_limit": RateLimitExceeded,
    "quota": QuotaExhausted,
    "service": ServiceUnavailable,
    "provider": ProviderFailed,
    "internal": InternalError,
}


def error_of(
    response: httpx.Response, expected: Mapping[int, type[EngineError]] | None = None
) -> EngineError:
    """The exception of an error response, carrying the detail as the server gave it.

    Args:
        response: Not a success, its body read.
        expected: What a status means on this route, where the code is not one of ours.
    """
    by_status = {**_BY_STATUS, **(expected or {})}
    try:
        envelope = ErrorEnvelope.model_validate_json(response.content)
    except ValidationError:  # of something in between, such as a proxy
        kind = by_status.get(response.status_code, InternalError)
        error = kind(f"the server answered {response.status_code} without an error envelope")
        error.request_id = request_id(response)
    else:
        detail = envelope.error
        error = _raised_as(detail, by_status.get(response.status_code))(detail.message)
        error.detail = detail
        error.request_id = _uuid(envelope.request_id)
    error.retry_after = _seconds(response.headers.get("Retry-After", ""))
    return error


def request_id(response: httpx.Response) -> UUID | None:
    """The id in a response's header; None where there is none."""
    return _uuid(response.headers.get("X-Request-Id", ""))


def unanswered(failure: httpx.RequestError) -> EngineError:
    """The exception of a try that brought no answer; what httpx says names no key and no address."""
    kind = Unreachable if isinstance(failure, _UNSENT) else OutcomeUnknown
    return kind(f"{type(failure).__name__}: {failure}" if str(failure) else type(failure).__name__)


def outside_contract(what: str, **details: Any) -> InternalError:
    """The exception of a server that does not keep to the contract."""
    return InternalError(f"the server does not keep to the contract: {what}", details=details or None)


_UNSENT: Final = (
    httpx.ConnectError,
    httpx.ConnectTimeout,
    httpx.PoolTimeout,
    httpx.ProxyError,
    httpx.UnsupportedProtocol,
)


def _raised_as(detail: ErrorDetail, by_status: type[EngineError] | None) -> type[EngineError]:
    return _BY_CODE.get(detail.code) or by_status or _BY_CATEGORY[detail.category]


def _uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _seconds(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and int(text) >= 1 else None
