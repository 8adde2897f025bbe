"""The hosted API's contract as data: requests, responses, errors, limits, usage and jobs."""

from engine.contract.errors import ErrorDetail, ErrorEnvelope
from engine.contract.jobs import (
    AudioEvent,
    CompleteEvent,
    ErrorEvent,
    JobEvent,
    ResetEvent,
    SpeechJob,
    SpeechJobResult,
    StatusEvent,
    StreamedEvent,
)
from engine.contract.requests import (
    BasicSpeechRequest,
    DiacritizeRequest,
    PinglishRequest,
    PremiumSpeechRequest,
    SpeechRequest,
    TranslateRequest,
)
from engine.contract.responses import (
    AlignmentItem,
    DiacritizeResponse,
    Operation,
    PinglishResponse,
    TranslateResponse,
)
from engine.contract.speech import BasicDelivery, Fallback, PremiumDelivery, SpeechResponse
from engine.contract.usage import (
    BasicSpeechAllowance,
    BasicSpeechUsage,
    BillingPeriod,
    PremiumSpeechAllowance,
    PremiumSpeechUsage,
    TextAllowance,
    TextUsage,
    Usage,
    UsageResponse,
)

__all__ = [
    "AlignmentItem",
    "AudioEvent",
    "BasicDelivery",
    "BasicSpeechAllowance",
    "BasicSpeechRequest",
    "BasicSpeechUsage",
    "BillingPeriod",
    "CompleteEvent",
    "DiacritizeRequest",
    "DiacritizeResponse",
    "ErrorDetail",
    "ErrorEnvelope",
    "ErrorEvent",
    "Fallback",
    "JobEvent",
    "Operation",
    "PinglishRequest",
    "PinglishResponse",
    "PremiumDelivery",
    "PremiumSpeechAllowance",
    "PremiumSpeechRequest",
    "PremiumSpeechUsage",
    "ResetEvent",
    "SpeechJob",
    "SpeechJobResult",
    "SpeechRequest",
    "SpeechResponse",
    "StatusEvent",
    "StreamedEvent",
    "TextAllowance",
    "TextUsage",
    "TranslateRequest",
    "TranslateResponse",
    "Usage",
    "UsageResponse",
]
