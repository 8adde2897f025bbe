"""How something is said: what a request asks for, and what that means in numbers."""

from __future__ import annotations

from dataclasses import dataclass

from engine.contract.errors import ValidationFailed
from engine.contract.limits import MAX_PACE, MIN_PACE
from engine.contract.names import Expressiveness, SpeechStyle


@dataclass(frozen=True)
class Manner:
    """Changes to how the model would speak by itself; all neutral by default.

    Attributes:
        tempo: Factor on the speaking rate.
        pitch: Factor on the mean pitch.
        span: Factor on how far the melody moves around its mean.
        energy: Shift of the phones' energy, in units of the speaker's spread.
        contrast: Factor on how far energy differs from phone to phone.
        pauses: Factor on the length of pauses.
        brightness: Decibels by which the top of the spectrum is raised over the bottom.
        title_pause: Seconds of silence added once, after the first line or sentence.
        whisper: Whether it is said without voice.
    """

    tempo: float = 1.0
    pitch: float = 1.0
    span: float = 1.0
    energy: float = 0.0
    contrast: float = 1.0
    pauses: float = 1.0
    brightness: float = 0.0
    title_pause: float = 0.0
    whisper: bool = False

    def with_(self, other: Manner) -> Manner:
        """Both changes, one after the other."""
        return Manner(
            tempo=self.tempo * other.tempo,
            pitch=self.pitch * other.pitch,
            span=self.span * other.span,
            energy=self.energy + other.energy,
            contrast=self.contrast * other.contrast,
            pauses=self.pauses * other.pauses,
            brightness=self.brightness + other.brightness,
            title_pause=max(self.title_pause, other.title_pause),
            whisper=self.whisper or other.whisper,
        )


STYLES: dict[SpeechStyle, Manner] = {
    "neutral": Manner(),
    "warm": Manner(tempo=0.95, pitch=0.97, span=1.1, energy=-0.1, pauses=1.1, brightness=-4),
    "news": Manner(tempo=1.08, pitch=1.03, span=0.9, energy=0.15, pauses=0.85, brightness=3),
    "conversational": Manner(tempo=1.05, span=1.2, contrast=1.1, pauses=0.8),
    "instructional": Manner(tempo=0.88, span=1.05, energy=0.1, contrast=1.15, pauses=1.35),
}

EXPRESSIVENESS: dict[Expressiveness, Manner] = {
    "calm": Manner(tempo=0.95, span=0.65, energy=-0.15, contrast=0.85, pauses=1.2),
    "natural": Manner(),
    "lively": Manner(tempo=1.05, pitch=1.05, span=1.5, energy=0.2, contrast=1.2, pauses=0.85),
}


@dataclass(frozen=True)
class Delivery:
    """What a request asks of the voice (sections 2.2, 2.3).

    Attributes:
        voice: Name of a voice.
        pace: 0.75 to 1.25; divides the duration, pitch unchanged.
        director_notes: Plain directions, Persian or English; what is not understood is passed over.

    Raises:
        ValidationFailed: A pace out of range, an unknown style or expressiveness.
    """

    voice: str
    pace: float = 1.0
    style: SpeechStyle = "neutral"
    expressiveness: Expressiveness = "natural"
    director_notes: str | None = None

    def __post_init__(self) -> None:
        if not MIN_PACE <= self.pace <= MAX_PACE:
            raise ValidationFailed(
                f"pace is {self.pace}, not {MIN_PACE} to {MAX_PACE}", details={"field": "pace"}
            )
        for field, value, known in (
            ("style", self.style, STYLES), ("expressiveness", self.expressiveness, EXPRESSIVENESS),
        ):  # fmt: skip
            if value not in known:
                raise ValidationFailed(
                    f"{field} is {value!r}, not one of {', '.join(map(str, known))}", details={"field": field}
                )
