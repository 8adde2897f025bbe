"""The error detail of section 2.11 and the exception tree that carries it.

EngineError
├── AuthenticationFailed           401
├── PermissionRefused              403
│   ├── OrganizationInactive
│   └── AudioAddressRefused
├── ValidationFailed               422
│   ├── BodyTooLarge               413
│   ├── MalformedJson              400
│   ├── MalformedRequest           400
│   ├── IdempotencyKeyRequired     400
│   ├── NotFound                   404
│   ├── MethodNotAllowed           405
│   ├── BodyIncomplete             408
│   └── RangeNotSatisfiable        416
├── IdempotencyConflict            409
├── RequestInProgress              409
├── RateLimitExceeded              429
├── QuotaExhausted                 402
│   ├── TextQuotaExhausted
│   ├── BasicSpeechQuotaExhausted
│   └── PremiumSpeechQuotaExhausted
├── ServiceUnavailable             503
│   ├── SpeechJobsUnavailable
│   ├── SpeechJobStartUncertain
│   ├── PremiumSpeechJobsUnavailable
│   └── StorageUnavailable
├── ProviderFailed                 502
└── InternalError                  500
    └── WeightsError

Codes and statuses that the document leaves open are listed in docs/decisions.md.
"""

from typing import Any, ClassVar
from uuid import UUID

from engine.contract.base import Omitted, Strict
from engine.contract.names import ErrorCategory


class ErrorDetail(Strict):
    """What went wrong (section 2.11); clients branch on `code` and `retryable`, never on `message`."""

    code: str
    message: str
    category: ErrorCategory
    action: str
    retryable: bool
    details: Omitted[dict[str, Any]] = None


class ErrorEnvelope(Strict):
    """Body of every error response (section 7)."""

    request_id: str
    error: ErrorDetail


class EngineError(Exception):
    """Base of all errors. Subclasses fix code, category, action, retryability and HTTP status.

    Args:
        message: For people; never to be branched on.
        details: Free-form facts, such as `field`.
        retry_after: Seconds to wait, where known (integer >= 1).
        action: Replaces the class's corrective action.

    Attributes:
        request_id: Names the request; None where none was made.
        idempotency_key: The key to repeat the request with, where a remote engine sent one.
    """

    code: ClassVar[str] = "internal_error"
    category: ClassVar[ErrorCategory] = "internal"
    status: ClassVar[int] = 500
    retryable: ClassVar[bool] = False
    action: ClassVar[str] = "Report the request id to the operator."

    def __init__(
        self,
        message: str,
        *,
        details: dict[str, Any] | None = None,
        retry_after: int | None = None,
        action: str | None = None,
    ) -> None:
        super().__init__(message)
        self.retry_after = retry_after
        self.request_id: UUID | None = None
        self.idempotency_key: str | None = None
        self.detail = ErrorDetail(
            code=self.code,
            message=message,
            category=self.category,
            action=action or self.action,
            retryable=self.retryable,
            **({"details": details} if details is not None else {}),
        )

    @property
    def details(self) -> dict[str, Any]:
        """Free-form facts about the error; empty where there are none."""
        return self.detail.details or {}


class AuthenticationFailed(EngineError):
    code, category, status = "invalid_api_key", "authentication", 401
    action = "Send a valid API key."


class PermissionRefused(EngineError):
    code, category, status = "insufficient_scope", "authorization", 403
    action = "Use a key with the needed scope."


class OrganizationInactive(PermissionRefused):
    code = "organization_inactive"
    action = "Settle the organization's status first."


class AudioAddressRefused(PermissionRefused):
    code = "audio_address_refused"
    action = "Read the job or repeat the request with its key for a fresh address."


class ValidationFailed(EngineError):
    code, category, status = "invalid_request", "validation", 422
    action = "Correct the named field and send the request again."


class BodyTooLarge(ValidationFailed):
    code, status = "body_too_large", 413
    action = "Split the text and send the parts as separate requests."


class MalformedJson(ValidationFailed):
    code, status = "malformed_json", 400
    action = "Send one strict UTF-8 JSON object."


class MalformedRequest(ValidationFailed):
    code, status = "malformed_request", 400
    action = "Send a valid HTTP/1.1 request."


class IdempotencyKeyRequired(ValidationFailed):
    code, status = "idempotency_key_required", 400
    action = "Send an Idempotency-Key of 8 to 128 printable ASCII characters."


class NotFound(ValidationFailed):
    code, status = "not_found", 404
    action = "Check the identifier and the key it belongs to."


class MethodNotAllowed(ValidationFailed):
    code, status = "method_not_allowed", 405
    action = "Use a method of the route."


class BodyIncomplete(ValidationFailed):
    code, status = "body_incomplete", 408
    action = "Send the whole body without long pauses."


class RangeNotSatisfiable(ValidationFailed):
    code, status = "range_not_satisfiable", 416
    action = "Ask for one byte range within the file."


class IdempotencyConflict(EngineError):
    code, category, status = "idempotency_conflict", "conflict", 409
    action = "Use a new key for a different request."


class RequestInProgress(EngineError):
    code, category, status, retryable = "request_in_progress", "conflict", 409, True
    action = "Wait and repeat the same request with the same key."


class RateLimitExceeded(EngineError):
    code, category, status, retryable = "rate_limit_exceeded", "rate_limit", 429, True
    action = "Wait until the window resets."


class QuotaExhausted(EngineError):
    code, category, status = "quota_exhausted", "quota", 402
    action = "Wait for the next billing period or raise the allowance."


class TextQuotaExhausted(QuotaExhausted):
    code = "text_quota_exhausted"


class BasicSpeechQuotaExhausted(QuotaExhausted):
    code = "basic_speech_quota_exhausted"


class PremiumSpeechQuotaExhausted(QuotaExhausted):
    code = "premium_speech_quota_exhausted"


class ServiceUnavailable(EngineError):
    code, category, status, retryable = "service_unavailable", "service", 503, True
    action = "Repeat the same request with the same key later."


class SpeechJobsUnavailable(ServiceUnavailable):
    code = "speech_jobs_unavailable"


class SpeechJobStartUncertain(ServiceUnavailable):
    code = "speech_job_start_uncertain"
    action = "Repeat the exact body with the original key."


class PremiumSpeechJobsUnavailable(ServiceUnavailable):
    code, retryable = "premium_speech_jobs_unavailable", False
    action = "Use the synchronous speech endpoint, or a Basic job."


class StorageUnavailable(ServiceUnavailable):
    """The data folder cannot be written: no permission, full disk or quota."""

    code, retryable = "storage_unavailable", False
    action = "Free space in the data folder or make it writable, then repeat the request."


class ProviderFailed(EngineError):
    code, category, status, retryable = "provider_failed", "provider", 502, True
    action = "Repeat the same request with the same key later."


class InternalError(EngineError):
    """An unforeseen failure; nothing was charged."""


class WeightsError(InternalError):
    """A weight file is missing or damaged; `details` names the file."""

    code = "weights_unavailable"
    action = "Put the weights back: reinstall the package, or `git checkout -- weights` in a checkout."
