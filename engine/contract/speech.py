"""Finished speech: the synchronous answer (section 2.9) and what a job's result shares with it (2.10)."""

from typing import Annotated, Literal, Self

from pydantic import Field, model_validator

from engine.contract.base import AbsoluteUri, Omitted, PositiveSeconds, Strict, Timestamp
from engine.contract.names import (
    BASIC_VOICES,
    PREMIUM_VOICES,
    BasicVoice,
    Expressiveness,
    FallbackFrom,
    FallbackReason,
    MimeType,
    RegionalMode,
    SpeechStyle,
    Tier,
)
from engine.contract.requests import DirectorNotes, Pace
from engine.contract.responses import Success
from engine.contract.usage import BasicSpeechUsage, PremiumSpeechUsage, SpeechUsage


class BasicDelivery(Strict):
    """How a Basic clip was spoken."""

    pace: Pace


class PremiumDelivery(Strict):
    """How a Premium clip was spoken."""

    pace: Pace
    style: SpeechStyle
    expressiveness: Expressiveness
    regional_mode: RegionalMode
    director_notes: DirectorNotes | None


class Fallback(Strict):
    """A substituted voice (section 2.9)."""

    from_: Annotated[FallbackFrom, Field(alias="from")]
    to: Literal["ava"]
    reason: FallbackReason


class Clip(Strict):
    """A finished audio file; the tier decides voice, delivery, usage and format (section 2.9)."""

    original: str
    mime_type: MimeType
    duration_seconds: PositiveSeconds
    tier: Tier
    voice: str
    requested_voice: Omitted[BasicVoice] = None
    fallback: Omitted[Fallback] = None
    delivery: BasicDelivery | PremiumDelivery
    usage: SpeechUsage

    @model_validator(mode="after")
    def _agrees_with_tier(self) -> Self:
        voices, delivery, usage = _TIERS[self.tier]
        if self.voice not in voices:
            raise ValueError(f"{self.voice!r} is not a {self.tier} voice")
        if not isinstance(self.delivery, delivery) or not isinstance(self.usage, usage):
            raise ValueError(f"delivery and usage must be those of the {self.tier} tier")
        if self.tier == "premium" and self.mime_type != "audio/wav":
            raise ValueError("Premium output is WAV")
        if (self.requested_voice is None) != (self.fallback is None):
            raise ValueError("requested_voice and fallback come together")
        if self.fallback and (self.requested_voice, self.voice) != (self.fallback.from_, self.fallback.to):
            raise ValueError("a fallback goes from the requested voice to the voice of the audio")
        return self


_TIERS: dict[Tier, tuple[tuple[str, ...], type[Strict], type[Strict]]] = {
    "basic": (BASIC_VOICES, BasicDelivery, BasicSpeechUsage),
    "premium": (PREMIUM_VOICES, PremiumDelivery, PremiumSpeechUsage),
}


class SpeechResponse(Clip, Success):
    """Answer of POST /v1/speech (section 2.9)."""

    audio_url: AbsoluteUri
    audio_expires_at: Timestamp
