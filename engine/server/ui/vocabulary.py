"""What the page's forms offer and how much they take: the contract's closed lists and limits."""

from typing import Any, Final, get_args

from engine.contract.limits import MAX_DIRECTOR_NOTES, MAX_PACE, MAX_TEXT_CODE_POINTS, MIN_PACE
from engine.contract.names import (
    BASIC_VOICES,
    EXPRESSIVENESS,
    PREMIUM_VOICES,
    SPEECH_STYLES,
    PinglishStyle,
    VowelNotation,
)

VOCABULARY: Final[dict[str, Any]] = {
    "text_code_points": MAX_TEXT_CODE_POINTS,
    "director_notes": MAX_DIRECTOR_NOTES,
    "pace": {"least": MIN_PACE, "most": MAX_PACE},
    "voices": {"basic": BASIC_VOICES, "premium": PREMIUM_VOICES},
    "styles": SPEECH_STYLES,
    "expressiveness": EXPRESSIVENESS,
    "pinglish_styles": get_args(PinglishStyle),
    "vowel_notations": get_args(VowelNotation),
}
