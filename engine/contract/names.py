"""The closed vocabularies of the contract: every enumeration, as a Literal type and as a tuple."""

from typing import Final, Literal, get_args

PinglishStyle = Literal["readable", "systematic"]  # 2.1
VowelNotation = Literal["double_a", "macron"]  # 2.1
OperationType = Literal["reading", "ezafe"]  # 2.6

Tier = Literal["basic", "premium"]  # 2.2, 2.3
BasicVoice = Literal["kian", "leyla", "ava", "mana", "amir"]  # 2.2
PremiumVoice = Literal[
    "Zephyr", "Puck", "Charon", "Kore", "Fenrir", "Leda", "Orus", "Aoede", "Callirrhoe", "Autonoe",
    "Enceladus", "Iapetus", "Umbriel", "Algieba", "Despina", "Erinome", "Algenib", "Rasalgethi",
    "Laomedeia", "Achernar", "Alnilam", "Schedar", "Gacrux", "Pulcherrima", "Achird", "Zubenelgenubi",
    "Vindemiatrix", "Sadachbia", "Sadaltager", "Sulafat",
]  # 2.3  # fmt: skip
SpeechStyle = Literal["neutral", "warm", "news", "conversational", "instructional"]  # 2.3
Expressiveness = Literal["calm", "natural", "lively"]  # 2.3
RegionalMode = Literal["standard"]  # 2.3
MimeType = Literal["audio/wav", "audio/mpeg"]  # 2.9
FallbackFrom = Literal["kian", "leyla"]  # 2.9
FallbackReason = Literal["capacity", "timeout", "upstream", "empty_audio", "transcode_failure"]  # 2.9

JobStatus = Literal["queued", "running", "succeeded", "failed", "cancelled"]  # 2.10
StreamFormat = Literal["mp3", "pcm_s16le"]  # 2.10
EventName = Literal["status", "audio", "reset", "complete", "error"]  # 6
ErrorCategory = Literal[
    "authentication", "authorization", "validation", "conflict", "rate_limit", "quota", "service", "provider",
    "internal",
]  # 2.11  # fmt: skip
Environment = Literal["test", "live"]  # 2.12
Plan = Literal["sandbox", "builder", "growth", "scale"]  # 2.12
OrganizationStatus = Literal["pending_payment", "active", "canceling", "past_due", "disabled"]  # 2.12

BASIC_VOICES: Final[tuple[BasicVoice, ...]] = get_args(BasicVoice)
PREMIUM_VOICES: Final[tuple[PremiumVoice, ...]] = get_args(PremiumVoice)
SPEECH_STYLES: Final[tuple[SpeechStyle, ...]] = get_args(SpeechStyle)
EXPRESSIVENESS: Final[tuple[Expressiveness, ...]] = get_args(Expressiveness)
TERMINAL_STATUSES: Final[frozenset[JobStatus]] = frozenset({"succeeded", "failed", "cancelled"})
