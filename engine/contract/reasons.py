"""Why a request was refused, in words that say what to do where pydantic's do not."""

from typing import Final

from engine.contract.requests import BasicSpeechRequest, PremiumSpeechRequest

_TIER_REASONS: Final = {
    "union_tag_not_found": "is needed: basic or premium",
    "union_tag_invalid": "must be basic or premium",
}
_PREMIUM_ONLY: Final = PremiumSpeechRequest.model_fields.keys() - BasicSpeechRequest.model_fields.keys()


def reason(kind: str, path: tuple[str | int, ...], message: str) -> str:
    """What to tell of a problem.

    Args:
        kind: pydantic's name of it.
        path: where it is, a tier before a field of speech.
        message: pydantic's words.
    """
    if kind == "extra_forbidden" and path[0] == "basic" and path[1:] and path[1] in _PREMIUM_ONLY:
        return "is for the Premium tier"
    return _TIER_REASONS.get(kind, message.removeprefix("Value error, "))
