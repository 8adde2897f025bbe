"""What callers see of stored results: signed addresses are put in here, anew each time."""

from typing import Any
from uuid import UUID

from sqlalchemy import Row

from engine.contract import CompleteEvent, ErrorDetail, SpeechJob, SpeechJobResult, SpeechResponse
from engine.contract.responses import Success
from engine.service.clock import moment
from engine.service.operations import FinishedSpeech
from engine.service.settlement import Answer
from engine.service.signing import Signer

_STREAM_FORMATS = {"basic": "mp3", "premium": "pcm_s16le"}  # 2.10


def addressed(answer: Answer, signer: Signer, now: float) -> Success:
    """A response as the caller gets it; speech with a fresh address (section 2.9)."""
    if not isinstance(answer.response, FinishedSpeech) or answer.artifact is None:
        return answer.response
    address, expires = signer.address(answer.artifact, now)
    return SpeechResponse(**_present(answer.response), audio_url=address, audio_expires_at=expires)


def job_result(speech: Success, sections: int | None) -> SpeechJobResult:
    """A finished clip as the result of a job (section 2.10)."""
    present = _present(speech) | ({} if sections is None else {"sections": sections})
    return SpeechJobResult(
        **{name: present[name] for name in SpeechJobResult.model_fields if name in present}
    )


def _present(speech: Success) -> dict[str, Any]:
    # None at the top level means left out, here as in the contract's JSON.
    return {name: value for name, value in speech if value is not None}


def speech_job(row: Row[Any], signer: Signer, base_address: str, now: float) -> SpeechJob:
    """A job as it now stands (section 2.10)."""
    return SpeechJob(**_job_fields(row, signer, base_address, now))


def complete_event(row: Row[Any], signer: Signer, base_address: str, now: float) -> CompleteEvent:
    """The event that ends the stream of a succeeded job (section 6)."""
    return CompleteEvent(**_job_fields(row, signer, base_address, now), event="complete")


def _job_fields(row: Row[Any], signer: Signer, base_address: str, now: float) -> dict[str, Any]:
    route = f"{base_address.rstrip('/')}/v1/speech/jobs/{row.id}"
    fields: dict[str, Any] = {
        "id": UUID(row.id),
        "request_id": UUID(row.request_id),
        "status": row.status,
        "tier": row.tier,
        "stream_format": _STREAM_FORMATS[row.tier],
        "created_at": moment(row.created_at),
        "started_at": None if row.started_at is None else moment(row.started_at),
        "finished_at": None if row.finished_at is None else moment(row.finished_at),
        "status_url": route,
        "stream_url": f"{route}/events",
        "cancel_url": f"{route}/cancel",
    }
    if row.status == "succeeded":
        address, expires = signer.address(row.artifact, now)
        fields["result"] = SpeechJobResult.model_validate_json(row.result)
        fields |= {"audio_url": address, "audio_expires_at": expires}
    if row.status == "failed":
        fields["error"] = ErrorDetail.model_validate_json(row.error)
    return fields
