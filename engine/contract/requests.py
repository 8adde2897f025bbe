"""The bodies of the generation requests (sections 2.1 to 2.3)."""

from typing import Annotated, Any, Literal

from pydantic import AfterValidator, Field

from engine.contract.base import Strict
from engine.contract.limits import MAX_DIRECTOR_NOTES, MAX_PACE, MAX_TEXT_CODE_POINTS, MIN_PACE
from engine.contract.names import (
    BasicVoice,
    Expressiveness,
    PinglishStyle,
    PremiumVoice,
    RegionalMode,
    SpeechStyle,
    VowelNotation,
)
from engine.contract.persian import has_persian_letter


def _require_persian(text: str) -> str:
    if not has_persian_letter(text):
        raise ValueError("must contain at least one Persian-script letter")
    return text


# len() of a Python string counts code points, as section 1.3 asks.
Text = Annotated[str, Field(min_length=1, max_length=MAX_TEXT_CODE_POINTS), AfterValidator(_require_persian)]
Pace = Annotated[float, Field(ge=MIN_PACE, le=MAX_PACE)]
DirectorNotes = Annotated[str, Field(max_length=MAX_DIRECTOR_NOTES)]


class DiacritizeRequest(Strict):
    """POST /v1/diacritize (section 2.1)."""

    text: Text
    include_ezafe: bool = True


class PinglishRequest(Strict):
    """POST /v1/pinglish (section 2.1)."""

    text: Text
    style: PinglishStyle = "readable"
    vowel_notation: VowelNotation = "double_a"


class TranslateRequest(Strict):
    """POST /v1/translate (section 2.1)."""

    text: Text


class BasicSpeechRequest(Strict):
    """POST /v1/speech, Basic tier (section 2.2)."""

    text: Text
    tier: Literal["basic"]
    voice: BasicVoice
    pace: Pace = 1.0


class PremiumSpeechRequest(Strict):
    """POST /v1/speech, Premium tier (section 2.3)."""

    text: Text
    tier: Literal["premium"]
    voice: PremiumVoice
    pace: Pace = 1.0
    style: SpeechStyle = "neutral"
    expressiveness: Expressiveness = "natural"
    regional_mode: RegionalMode = "standard"
    director_notes: DirectorNotes | None = None


SpeechRequest = Annotated[BasicSpeechRequest | PremiumSpeechRequest, Field(discriminator="tier")]


def speech_fields(
    text: str,
    tier: str,
    voice: str,
    pace: float,
    style: str | None,
    expressiveness: str | None,
    regional_mode: str | None,
    director_notes: str | None,
) -> dict[str, Any]:
    """The fields of a speech request from a call's arguments; None leaves an optional field out."""
    required = {"text": text, "tier": tier, "voice": voice, "pace": pace}  # None here is the caller's mistake
    optional = {
        "style": style,
        "expressiveness": expressiveness,
        "regional_mode": regional_mode,
        "director_notes": director_notes,
    }
    return required | {name: value for name, value in optional.items() if value is not None}
