"""The contract's numbers, each once, with the section of the API document it comes from."""

from typing import Final

MAX_TEXT_CODE_POINTS: Final = 6_000  # 1.3, 2.1, 8
MAX_BODY_BYTES: Final = 32_768  # 1.2, 8: serialized JSON
TRANSLATION_MULTIPLIER: Final = 2  # 4.6: two text units a code point
MAX_DIRECTOR_NOTES: Final = 600  # 2.3, 8
MIN_PACE: Final = 0.75  # 2.2, 8
MAX_PACE: Final = 1.25  # 2.2, 8

MIN_IDEMPOTENCY_KEY: Final = 8  # 4, 8
MAX_IDEMPOTENCY_KEY: Final = 128  # 4, 8
IDEMPOTENCY_RETENTION_SECONDS: Final = 86_400  # 8

AUDIO_CACHE_RETENTION_SECONDS: Final = 2_592_000  # 8: sliding
AUDIO_ADDRESS_SECONDS: Final = 3_600  # 2.9, 8
JOB_RETENTION_SECONDS: Final = 86_400  # 6.5, 8: metadata, input and events
JOB_MAX_RUNTIME_SECONDS: Final = 7_200  # 3.1, 8
PREMIUM_SECTION_TARGET_SECONDS: Final = 150  # 8: planning figure
PREMIUM_SECTION_CEILING_SECONDS: Final = 180  # 8: planning figure

MIN_SECONDS_TO_START: Final = 1.0  # 8.1: Basic speech may start while this much allowance is left

PREMIUM_SPEECH_TRIES: Final = 3  # 4.7: then the request is queued for later
TEXT_CLIENT_SECONDS: Final = 120  # 4.1: client budget of the text routes
SPEECH_CLIENT_SECONDS: Final = 900  # 4.1: client budget of synchronous speech
