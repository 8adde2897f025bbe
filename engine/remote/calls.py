"""The routes as functions: what a call's arguments send, and what its answer is read as.

Each checks its arguments as a local engine does, before anything is sent. `RemoteEngine` has a method for
each, with the same arguments and documentation.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, Generic, TypeVar
from uuid import UUID, uuid4

import httpx
from pydantic import BaseModel, ValidationError

from engine.contract import (
    DiacritizeRequest,
    DiacritizeResponse,
    PinglishRequest,
    PinglishResponse,
    SpeechJob,
    SpeechRequest,
    SpeechResponse,
    TranslateRequest,
    TranslateResponse,
    UsageResponse,
)
from engine.contract.errors import AudioAddressRefused, EngineError
from engine.contract.names import (
    Expressiveness,
    PinglishStyle,
    RegionalMode,
    SpeechStyle,
    Tier,
    VowelNotation,
)
from engine.contract.parameters import idempotency_key as checked_key
from engine.contract.parameters import job_id as checked_id
from engine.contract.parameters import job_idempotency_key
from engine.contract.requests import speech_fields
from engine.contract.wire import encode, validate
from engine.remote.credentials import is_loopback
from engine.remote.errors import outside_contract

T = TypeVar("T")
M = TypeVar("M", bound=BaseModel)
_JOB: Final = "/v1/speech/jobs/{}"


@dataclass(frozen=True, slots=True)
class Call(Generic[T]):
    """A request, ready to be sent as often as it takes: the same bytes and the same key each time.

    Attributes:
        method: Of HTTP.
        target: A path under the base address, or a whole signed address.
        read: Makes the answer of a successful response.
        body: The JSON sent.
        idempotency_key: Sent with it; made here for a generation request that came without one.
        authorized: Whether the API key is sent too.
        speech: Whether it waits for synchronous speech.
        premium: Whether that is Premium speech, which is tried three times at most (section 4, rule 7).
        errors: What a status means on this route, where its code is not one of ours.
    """

    method: str
    target: str
    read: Callable[[httpx.Response], T]
    body: bytes | None = None
    idempotency_key: str | None = None
    authorized: bool = True
    speech: bool = False
    premium: bool = False
    errors: Mapping[int, type[EngineError]] = field(default_factory=dict)

    @property
    def headers(self) -> dict[str, str]:
        """What it sends beside the API key."""
        headers = {}
        if self.body is not None:
            headers["Content-Type"] = "application/json"
        if self.idempotency_key is not None:
            headers["Idempotency-Key"] = self.idempotency_key
        return headers


@dataclass(frozen=True, slots=True)
class Answer(Generic[T]):
    """An answer with the response it came in.

    Attributes:
        value: What the engine's method returns.
        response: As httpx read it: status, headers, content.
        idempotency_key: That of the request, None for routes without.
        tries: How often it was sent.
        seconds: From the last sending until its answer was read.
    """

    value: T
    response: httpx.Response
    idempotency_key: str | None
    tries: int
    seconds: float


def diacritize(
    text: str, include_ezafe: bool = True, *, idempotency_key: str | None = None
) -> Call[DiacritizeResponse]:
    """Adds reading marks (POST /v1/diacritize)."""
    fields = {"text": text, "include_ezafe": include_ezafe}
    return _text("diacritize", DiacritizeRequest, fields, idempotency_key, DiacritizeResponse)


def pinglish(
    text: str,
    style: PinglishStyle = "readable",
    vowel_notation: VowelNotation = "double_a",
    *,
    idempotency_key: str | None = None,
) -> Call[PinglishResponse]:
    """Writes in Latin letters, aligned with the source (POST /v1/pinglish)."""
    fields = {"text": text, "style": style, "vowel_notation": vowel_notation}
    return _text("pinglish", PinglishRequest, fields, idempotency_key, PinglishResponse)


def translate(text: str, *, idempotency_key: str | None = None) -> Call[TranslateResponse]:
    """Translates into English (POST /v1/translate)."""
    return _text("translate", TranslateRequest, {"text": text}, idempotency_key, TranslateResponse)


def speech(
    text: str,
    tier: Tier = "basic",
    voice: str = "leyla",
    pace: float = 1.0,
    style: SpeechStyle | None = None,
    expressiveness: Expressiveness | None = None,
    regional_mode: RegionalMode | None = None,
    director_notes: str | None = None,
    *,
    idempotency_key: str | None = None,
) -> Call[SpeechResponse]:
    """Speaks; the answer holds the address of the audio (POST /v1/speech). None leaves a field out."""
    fields = speech_fields(text, tier, voice, pace, style, expressiveness, regional_mode, director_notes)
    body = encode(validate(SpeechRequest, fields))
    key = checked_key(idempotency_key) or _new_key()
    premium = tier == "premium"
    return Call("POST", "/v1/speech", _as(SpeechResponse), body, key, speech=True, premium=premium)


def create_speech_job(
    text: str,
    tier: Tier = "basic",
    voice: str = "leyla",
    pace: float = 1.0,
    style: SpeechStyle | None = None,
    expressiveness: Expressiveness | None = None,
    regional_mode: RegionalMode | None = None,
    director_notes: str | None = None,
    *,
    idempotency_key: str | None = None,
) -> Call[SpeechJob]:
    """Queues speech, durably; the contract requires a key (POST /v1/speech/jobs)."""
    fields = speech_fields(text, tier, voice, pace, style, expressiveness, regional_mode, director_notes)
    body = encode(validate(SpeechRequest, fields))
    key = job_idempotency_key(idempotency_key)
    return Call("POST", "/v1/speech/jobs", _as(SpeechJob), body, key, premium=tier == "premium")


def get_speech_job(job_id: UUID | str) -> Call[SpeechJob]:
    """The job as it now stands; a succeeded one with a fresh address."""
    return Call("GET", _JOB.format(checked_id(job_id)), _as(SpeechJob))


def cancel_speech_job(job_id: UUID | str) -> Call[SpeechJob]:
    """Cancels the job unless it has ended, and returns it as it then stands."""
    return Call("POST", _JOB.format(checked_id(job_id)) + "/cancel", _as(SpeechJob))


def usage() -> Call[UsageResponse]:
    """What was used in this billing period (GET /v1/usage)."""
    return Call("GET", "/v1/usage", _as(UsageResponse))


def download_audio(audio_url: str) -> Call[bytes]:
    """The audio file of a signed address, which is sent as it is and without the API key.

    Raises:
        AudioAddressRefused: The address was altered or has expired.
        NotFound: The file is gone.
    """
    _check_audio_address(audio_url)
    errors = {403: AudioAddressRefused}
    return Call("GET", audio_url, _content, authorized=False, errors=errors)


def events_target(job_id: UUID, after: int) -> str:
    """The path of a job's event stream after an event; 0 is before the first."""
    return _JOB.format(job_id) + "/events" + (f"?after={after}" if after else "")


def _text(
    operation: str, request: type[BaseModel], fields: dict[str, Any], key: str | None, response: type[M]
) -> Call[M]:
    body = encode(validate(request, fields))
    return Call("POST", f"/v1/{operation}", _as(response), body, checked_key(key) or _new_key())


def _new_key() -> str:
    return str(uuid4())


def _as(model: type[M]) -> Callable[[httpx.Response], M]:
    def read(response: httpx.Response) -> M:
        try:
            return model.model_validate_json(response.content)
        except ValidationError as error:
            # Its text would repeat the answer, and with it the user's text.
            fields = sorted({".".join(map(str, problem["loc"])) for problem in error.errors()})
            raise outside_contract(f"its answer is no {model.__name__}", fields=fields) from None

    return read


def _content(response: httpx.Response) -> bytes:
    return response.content


def _check_audio_address(address: str) -> None:
    try:
        url = httpx.URL(address)
    except (httpx.InvalidURL, TypeError):
        raise AudioAddressRefused("this is not an audio address") from None
    # A signed address is a credential: it travels no more openly than a key (section 5, rule 7).
    if not url.host or (url.scheme != "https" and not (url.scheme == "http" and is_loopback(url.host))):
        raise AudioAddressRefused("an audio address is one of https, except on this machine itself")
