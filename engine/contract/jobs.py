"""Speech jobs (section 2.10) and the events of their stream (section 6)."""

import base64
import binascii
from dataclasses import dataclass
from typing import Annotated, Final, Literal, Self
from uuid import UUID

from pydantic import AfterValidator, Field, model_validator

from engine.contract.base import AbsoluteUri, Omitted, Strict, Timestamp
from engine.contract.errors import ErrorDetail
from engine.contract.names import EventName, JobStatus, StreamFormat, Tier
from engine.contract.speech import Clip


class SpeechJobResult(Clip):
    """What a succeeded job made (section 2.10)."""

    sections: Omitted[Annotated[int, Field(ge=1)]] = None


class SpeechJob(Strict):
    """A queued speech request as it now stands (section 2.10)."""

    id: UUID
    request_id: UUID
    status: JobStatus
    tier: Tier
    stream_format: StreamFormat
    created_at: Timestamp
    started_at: Timestamp | None
    finished_at: Timestamp | None
    status_url: AbsoluteUri
    stream_url: AbsoluteUri
    cancel_url: AbsoluteUri
    result: Omitted[SpeechJobResult] = None
    audio_url: Omitted[AbsoluteUri] = None
    audio_expires_at: Omitted[Timestamp] = None
    error: Omitted[ErrorDetail] = None

    @model_validator(mode="after")
    def _agrees_with_status(self) -> Self:
        succeeded = (self.result, self.audio_url, self.audio_expires_at)
        if self.status == "succeeded" and None in succeeded:
            raise ValueError("a succeeded job has result, audio_url and audio_expires_at")
        if self.status != "succeeded" and succeeded != (None, None, None):
            raise ValueError("only a succeeded job has result, audio_url and audio_expires_at")
        if (self.status == "failed") != (self.error is not None):
            raise ValueError("a failed job, and no other, has an error")
        if self.tier == "basic" and self.stream_format != "mp3":
            raise ValueError("a Basic job streams MP3")
        if self.result is not None and self.result.tier != self.tier:
            raise ValueError("a result is of its job's tier")
        return self


def _base64(value: str) -> str:
    try:
        base64.b64decode(value, validate=True)
    except binascii.Error as error:
        raise ValueError(f"must be base64: {error}") from None
    return value


class StatusEvent(Strict):
    """`status`: the job moved on."""

    job_id: UUID
    status: JobStatus


class AudioEvent(Strict):
    """`audio`: a preview chunk."""

    job_id: UUID
    format: StreamFormat
    audio_base64: Annotated[str, AfterValidator(_base64)]


class ResetEvent(Strict):
    """`reset`: preview audio streamed so far is to be discarded (payload chosen here, docs/decisions.md)."""

    job_id: UUID


class CompleteEvent(SpeechJob):
    """`complete`: the succeeded job; terminal."""

    event: Literal["complete"]
    status: Literal["succeeded"]


class ErrorEvent(Strict):
    """`error`: the job failed; terminal."""

    job_id: UUID
    status: Literal["failed"]
    error: ErrorDetail


JobEvent = StatusEvent | AudioEvent | ResetEvent | CompleteEvent | ErrorEvent

EVENT_MODELS: Final[dict[EventName, type[JobEvent]]] = {
    "status": StatusEvent,
    "audio": AudioEvent,
    "reset": ResetEvent,
    "complete": CompleteEvent,
    "error": ErrorEvent,
}


@dataclass(frozen=True, slots=True)
class StreamedEvent:
    """One event of a job's stream (section 6).

    Attributes:
        id: Positive and increasing within the job; resume with `after=id`.
        event: The event's name.
        data: Its payload, of the model that `EVENT_MODELS` names.
    """

    id: int
    event: EventName
    data: JobEvent
