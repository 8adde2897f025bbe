"""Whose voice `persian-engine speak` takes."""

from typing import Final

from engine.contract.errors import ValidationFailed
from engine.contract.names import BASIC_VOICES, PREMIUM_VOICES, Tier

_VOICES: Final[dict[Tier, tuple[str, ...]]] = {"basic": BASIC_VOICES, "premium": PREMIUM_VOICES}
_USUAL: Final[dict[Tier, str]] = {"basic": "leyla", "premium": "Kore"}


def voice_of(tier: Tier, given: str | None) -> str:
    """The voice that was given; None for the usual one of the tier.

    Raises:
        ValidationFailed: It is a voice of another tier.
    """
    for other, voices in _VOICES.items():
        if other != tier and given in voices:
            raise ValidationFailed(
                f"voice: {given} is a {other.title()} voice",
                details={"field": "voice"},
                action=f"Add --tier {other}, or choose one of {', '.join(_VOICES[tier])}.",
            )
    return given or _USUAL[tier]
