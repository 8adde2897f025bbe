"""The operations as a table: what each takes, runs, answers and is metered by."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from engine.contract import (
    BasicDelivery,
    BasicSpeechRequest,
    DiacritizeRequest,
    DiacritizeResponse,
    PinglishRequest,
    PinglishResponse,
    PremiumDelivery,
    PremiumSpeechRequest,
    SpeechRequest,
    TranslateRequest,
    TranslateResponse,
)
from engine.contract.limits import MIN_SECONDS_TO_START, TRANSLATION_MULTIPLIER
from engine.contract.responses import Success
from engine.contract.speech import Clip as FinishedClip
from engine.service.capabilities import Capabilities, Clip, Listener, StopCheck
from engine.service.ledger import Meter
from engine.service.section_plan import planned_sections
from engine.speech.director import past_the_title

# The longest reading of one code point is a digit of a spelled-out number: 0.8 s, up to twice that in a slow
# style with slow notes. Pauses around the text come on top.
PREMIUM_SECONDS_PER_CODE_POINT: Final = 2.0
PREMIUM_SECONDS_OF_PAUSE: Final = 2.0


class FinishedSpeech(FinishedClip, Success):
    """A speech response as it is stored: without its address, which is signed anew each time."""


@dataclass(frozen=True, slots=True)
class Made:
    """What a capability made of one request.

    Attributes:
        fields: Those of the response beyond the base fields.
        amount: Units or seconds it costs.
        clip: The audio file, for speech.
        sections: How many it was made in, where its text was cut.
    """

    fields: dict[str, Any]
    amount: float
    clip: Clip | None = None
    sections: int | None = None

    @property
    def reusable(self) -> bool:
        """Whether a later, new request may be answered with it (section 2.9: not if substituted)."""
        return self.clip is None or self.clip.fallback is None


@dataclass(frozen=True, slots=True)
class Operation:
    """One row of the table.

    Attributes:
        name: Also the route's last part.
        request: The type of its requests.
        response: The model of its answer as stored.
        meter: Which meter a request runs on.
        need: Units or seconds to reserve before it runs.
        make: Runs requests that differ in their text alone, in order.
        retry_after: Seconds after which a request in progress is worth asking for again.
    """

    name: str
    request: Any
    response: Any
    meter: Callable[[Any], Meter]
    need: Callable[[Any], float]
    make: Callable[[Capabilities, Sequence[Any], StopCheck], list[Made]]
    retry_after: int


def _diacritize(
    capabilities: Capabilities, requests: Sequence[DiacritizeRequest], _: StopCheck
) -> list[Made]:
    results = capabilities.diacritize([request.text for request in requests], requests[0].include_ezafe)
    return [
        Made(
            {"original": request.text, "marked": result.marked, "operations": result.operations},
            _units(request),
        )
        for request, result in zip(requests, results, strict=True)
    ]


def _pinglish(capabilities: Capabilities, requests: Sequence[PinglishRequest], _: StopCheck) -> list[Made]:
    style, notation = requests[0].style, requests[0].vowel_notation
    results = capabilities.romanize([request.text for request in requests], style, notation)
    return [
        Made(
            {
                "original": request.text,
                "pinglish": result.pinglish,
                "style": style,
                "vowel_notation": notation,
                "alignment": result.alignment,
                "warnings": result.warnings,
            },
            _units(request),
        )
        for request, result in zip(requests, results, strict=True)
    ]


def _translate(capabilities: Capabilities, requests: Sequence[TranslateRequest], _: StopCheck) -> list[Made]:
    results = capabilities.translate([request.text for request in requests])
    languages = {"source_language": "fa", "target_language": "en"}
    return [
        Made({"original": request.text, "translation": result, **languages}, _double_units(request))
        for request, result in zip(requests, results, strict=True)
    ]


def _speak(
    capabilities: Capabilities,
    requests: Sequence[BasicSpeechRequest | PremiumSpeechRequest],
    should_stop: StopCheck,
) -> list[Made]:
    return [speak(capabilities, request, should_stop) for request in requests]


def speak(
    capabilities: Capabilities,
    request: BasicSpeechRequest | PremiumSpeechRequest,
    should_stop: StopCheck,
    listener: Listener | None = None,
) -> Made:
    """Runs one speech request."""
    return _spoken(request, capabilities.speak(request, should_stop, listener))


def speak_in_sections(
    capabilities: Capabilities, request: PremiumSpeechRequest, should_stop: StopCheck
) -> Made:
    """Runs a Premium request section after section, and joins what they gave."""
    first, *others = planned_sections(request.text, request.pace)
    further = request.model_copy(update={"director_notes": past_the_title(request.director_notes)})
    sections = [
        request.model_copy(update={"text": first}),
        *(further.model_copy(update={"text": text}) for text in others),
    ]
    clips = [capabilities.speak(section, should_stop) for section in sections]
    whole = clips[0] if len(clips) == 1 else capabilities.join(clips)
    return replace(_spoken(request, whole), sections=len(clips))


def _spoken(request: BasicSpeechRequest | PremiumSpeechRequest, clip: Clip) -> Made:
    kind = BasicDelivery if request.tier == "basic" else PremiumDelivery
    fields: dict[str, Any] = {
        "original": request.text,
        "mime_type": clip.mime_type,
        "duration_seconds": clip.duration_seconds,
        "tier": request.tier,
        "voice": clip.voice,
        "delivery": kind(**request.model_dump(include=set(kind.model_fields))),
    }
    if clip.fallback is not None:
        fields |= {"requested_voice": request.voice, "fallback": clip.fallback}
    return Made(fields, clip.duration_seconds, clip)


def _units(request: DiacritizeRequest | PinglishRequest | TranslateRequest) -> int:
    return len(request.text)


def _double_units(request: TranslateRequest) -> int:
    return TRANSLATION_MULTIPLIER * len(request.text)


def _text_meter(_: Any) -> Meter:
    return "text"


def _speech_meter(request: BasicSpeechRequest | PremiumSpeechRequest) -> Meter:
    return "basic_speech" if request.tier == "basic" else "premium_speech"


def _speech_need(request: BasicSpeechRequest | PremiumSpeechRequest) -> float:
    if request.tier == "basic":
        return MIN_SECONDS_TO_START
    return PREMIUM_SECONDS_OF_PAUSE + len(request.text) * PREMIUM_SECONDS_PER_CODE_POINT / request.pace


SPEECH: Final = Operation(
    "speech", SpeechRequest, FinishedSpeech, _speech_meter, _speech_need, _speak, retry_after=5
)
OPERATIONS: Final[dict[str, Operation]] = {
    operation.name: operation
    for operation in (
        Operation("diacritize", DiacritizeRequest, DiacritizeResponse, _text_meter, _units, _diacritize, 1),
        Operation("pinglish", PinglishRequest, PinglishResponse, _text_meter, _units, _pinglish, 1),
        Operation(
            "translate", TranslateRequest, TranslateResponse, _text_meter, _double_units, _translate, 2
        ),
        SPEECH,
    )
}
