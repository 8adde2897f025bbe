"""The eleven routes as the OpenAPI document tells them: parameters, answers, and errors."""

from dataclasses import dataclass
from typing import Final

from engine.contract.errors import (
    AudioAddressRefused,
    AuthenticationFailed,
    BasicSpeechQuotaExhausted,
    BodyIncomplete,
    BodyTooLarge,
    EngineError,
    IdempotencyConflict,
    IdempotencyKeyRequired,
    InternalError,
    MalformedJson,
    MalformedRequest,
    NotFound,
    OrganizationInactive,
    PermissionRefused,
    PremiumSpeechJobsUnavailable,
    PremiumSpeechQuotaExhausted,
    RangeNotSatisfiable,
    RateLimitExceeded,
    RequestInProgress,
    ServiceUnavailable,
    SpeechJobStartUncertain,
    SpeechJobsUnavailable,
    StorageUnavailable,
    TextQuotaExhausted,
    ValidationFailed,
    WeightsError,
)

Errors = tuple[type[EngineError], ...]


@dataclass(frozen=True, slots=True)
class Success:
    """One way a route answers.

    Attributes:
        status: HTTP status.
        description: For people.
        headers: Names of its headers.
        content: Media types, each with the name of its schema or None.
    """

    status: int
    description: str
    headers: tuple[str, ...]
    content: tuple[tuple[str, str | None], ...] = ()


@dataclass(frozen=True, slots=True)
class Documented:
    """One route.

    Attributes:
        method, path: Where it is.
        name: Its operation id.
        summary: For people.
        successes: How it answers.
        errors: What it may refuse with.
        request: Name of the body's schema.
        parameters: Names of its parameters.
        required: Those of them that this route needs although others do not.
        needs_key: Whether an API key is sent.
    """

    method: str
    path: str
    name: str
    summary: str
    successes: tuple[Success, ...]
    errors: Errors
    request: str | None = None
    parameters: tuple[str, ...] = ()
    required: tuple[str, ...] = ()
    needs_key: bool = True


_ALWAYS: Final[Errors] = (MalformedRequest, InternalError, ServiceUnavailable, StorageUnavailable)
_WITH_KEY: Final[Errors] = (
    *_ALWAYS, AuthenticationFailed, PermissionRefused, OrganizationInactive, RateLimitExceeded,
)  # fmt: skip
_WITH_BODY: Final[Errors] = (
    *_WITH_KEY, MalformedJson, BodyIncomplete, BodyTooLarge, ValidationFailed, IdempotencyConflict,
    RequestInProgress,
)  # fmt: skip
_SPEECH_QUOTAS: Final[Errors] = (BasicSpeechQuotaExhausted, PremiumSpeechQuotaExhausted)
_JOB: Final[Errors] = (*_WITH_KEY, NotFound, ValidationFailed)
_LIMITED: Final = ("X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
_FILE: Final = ("Accept-Ranges", "Content-Length", "ETag")
_SOUND: Final = (("audio/wav", None), ("audio/mpeg", None))
_AUDIO_ERRORS: Final[Errors] = (*_ALWAYS, AudioAddressRefused, NotFound)
_ADDRESS: Final = ("id", "expires", "signature")


def _json(schema: str, status: int = 200, description: str = "Done.") -> tuple[Success, ...]:
    return (Success(status, description, _LIMITED, (("application/json", schema),)),)


def _text(name: str, summary: str) -> Documented:
    return Documented(
        "POST",
        f"/v1/{name}",
        name,
        summary,
        _json(f"{name.capitalize()}Response"),
        (*_WITH_BODY, TextQuotaExhausted, WeightsError),
        f"{name.capitalize()}Request",
        ("idempotency_key",),
    )


OPERATIONS: Final = (
    _text("diacritize", "Adds reading marks."),
    _text("pinglish", "Writes in Latin letters, aligned with the source."),
    _text("translate", "Translates into English."),
    Documented(
        "POST",
        "/v1/speech",
        "speech",
        "Speaks; the answer holds the address of the finished audio.",
        _json("SpeechResponse"),
        (*_WITH_BODY, *_SPEECH_QUOTAS, WeightsError),
        "SpeechRequest",
        ("idempotency_key",),
    ),
    Documented(
        "POST",
        "/v1/speech/jobs",
        "create_speech_job",
        "Queues speech.",
        _json("SpeechJob", 202, "Queued, durably; or the job of the same key and request."),
        (
            *_WITH_BODY,
            *_SPEECH_QUOTAS,
            IdempotencyKeyRequired,
            SpeechJobsUnavailable,
            SpeechJobStartUncertain,
            PremiumSpeechJobsUnavailable,
        ),
        "SpeechRequest",
        ("idempotency_key",),
        ("idempotency_key",),
    ),
    Documented(
        "GET",
        "/v1/speech/jobs/{job_id}",
        "get_speech_job",
        "The job as it now stands.",
        _json("SpeechJob"),
        _JOB,
        parameters=("job_id",),
    ),
    Documented(
        "GET",
        "/v1/speech/jobs/{job_id}/events",
        "stream_speech_job",
        "Follows the job until it ends: events status, audio, reset, complete and error.",
        (Success(200, "Server-Sent Events.", ("X-Request-Id",), (("text/event-stream", None),)),),
        _JOB,
        parameters=("job_id", "last_event_id", "after"),
    ),
    Documented(
        "POST",
        "/v1/speech/jobs/{job_id}/cancel",
        "cancel_speech_job",
        "Cancels the job unless it has ended.",
        _json("SpeechJob"),
        _JOB,
        parameters=("job_id",),
    ),
    Documented(
        "GET", "/v1/usage", "usage", "Where the organization stands.", _json("UsageResponse"), _WITH_KEY
    ),
    Documented(
        "GET",
        "/v1/developer/audio",
        "download_audio",
        "The finished audio of a signed address.",
        (
            Success(200, "The whole file.", _FILE, _SOUND),
            Success(206, "One range of bytes.", (*_FILE, "Content-Range"), _SOUND),
            Success(304, "The client has it.", ("ETag",)),
        ),
        (*_AUDIO_ERRORS, RangeNotSatisfiable),
        parameters=(*_ADDRESS, "if_none_match", "range", "if_range"),
        needs_key=False,
    ),
    Documented(
        "HEAD",
        "/v1/developer/audio",
        "audio_metadata",
        "The headers of the download.",
        (Success(200, "The file's headers.", _FILE), Success(304, "The client has it.", ("ETag",))),
        _AUDIO_ERRORS,
        parameters=(*_ADDRESS, "if_none_match"),
        needs_key=False,
    ),
)
