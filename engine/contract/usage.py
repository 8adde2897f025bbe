"""What a request cost (section 2.4) and where an organization stands (section 2.12)."""

from typing import Annotated, Literal
from uuid import UUID

from pydantic import Field

from engine.contract.base import Count, PositiveSeconds, Seconds, Strict, Timestamp
from engine.contract.limits import MAX_TEXT_CODE_POINTS, TRANSLATION_MULTIPLIER
from engine.contract.names import Environment, OrganizationStatus, Plan


class TextUsage(Strict):
    """Cost of a text request: `units` = code points times multiplier (section 4.6)."""

    meter: Literal["text"]
    input_code_points: Annotated[int, Field(ge=1, le=MAX_TEXT_CODE_POINTS)]
    multiplier: Annotated[int, Field(ge=1, le=TRANSLATION_MULTIPLIER)]
    units: Annotated[int, Field(ge=1, le=MAX_TEXT_CODE_POINTS * TRANSLATION_MULTIPLIER)]
    additional_units: Count
    cache_hit: bool


class BasicSpeechUsage(Strict):
    """Cost of a Basic speech request in seconds of audio."""

    meter: Literal["basic_speech"]
    seconds: PositiveSeconds
    grace_seconds: Seconds
    cache_hit: bool


class PremiumSpeechUsage(Strict):
    """Cost of a Premium speech request in seconds of audio; Premium has no grace."""

    meter: Literal["premium_speech"]
    seconds: PositiveSeconds
    grace_seconds: Annotated[float, Field(ge=0, le=0)]
    cache_hit: bool


SpeechUsage = Annotated[BasicSpeechUsage | PremiumSpeechUsage, Field(discriminator="meter")]
Usage = Annotated[TextUsage | BasicSpeechUsage | PremiumSpeechUsage, Field(discriminator="meter")]


class BillingPeriod(Strict):
    starts_at: Timestamp
    ends_at: Timestamp


class TextAllowance(Strict):
    included_units: Count
    used_units: Count
    reserved_units: Count
    additional_usage_approved: bool
    additional_unit_ceiling: Count
    additional_units: Count


class BasicSpeechAllowance(Strict):
    included_seconds: Seconds
    used_seconds: Seconds
    reserved_seconds: Seconds
    grace_seconds: Seconds


class PremiumSpeechAllowance(Strict):
    included_seconds: Seconds
    used_seconds: Seconds
    reserved_seconds: Seconds


class UsageResponse(Strict):
    """Answer of GET /v1/usage (section 2.12)."""

    request_id: UUID
    engine_version: str
    environment: Environment
    plan: Plan
    status: OrganizationStatus
    billing_period: BillingPeriod
    text: TextAllowance
    basic_speech: BasicSpeechAllowance
    premium_speech: PremiumSpeechAllowance
    organization_rpm: Annotated[int, Field(ge=1)]
