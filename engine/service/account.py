"""Who a request belongs to and what they may use (sections 2.12 and 8)."""

from dataclasses import dataclass, field
from typing import Final

from engine.contract.names import Environment, OrganizationStatus, Plan

# A local engine meters everything and by default refuses nothing: no machine speaks a billion
# seconds (31 years) or reads a million million code points in a month.
LOCAL_TEXT_UNITS: Final = 10**12
LOCAL_SPEECH_SECONDS: Final = 1e9
LOCAL_REQUESTS_PER_MINUTE: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Allowances:
    """What may be used in one billing period.

    Attributes:
        text_units: Units of diacritization, Pinglish and translation.
        basic_seconds: Seconds of Basic speech.
        premium_seconds: Seconds of Premium speech.
        additional_units: Text units approved beyond `text_units`; None where none are approved.
        requests_per_minute: Shared by everyone of the account.
    """

    text_units: int = LOCAL_TEXT_UNITS
    basic_seconds: float = LOCAL_SPEECH_SECONDS
    premium_seconds: float = LOCAL_SPEECH_SECONDS
    additional_units: int | None = None
    requests_per_minute: int = LOCAL_REQUESTS_PER_MINUTE


@dataclass(frozen=True, slots=True)
class Account:
    """One organization in one environment: the unit that shares allowances, keys, jobs and results."""

    organization: str = "local"
    environment: Environment = "live"
    plan: Plan = "scale"
    status: OrganizationStatus = "active"
    allowances: Allowances = field(default_factory=Allowances)

    @property
    def scope(self) -> str:
        """The name under which the store keeps what is this account's."""
        return f"{self.environment}:{self.organization}"

    @property
    def renews(self) -> bool:
        """Whether allowances renew each billing period; those of the Sandbox are given once (section 8)."""
        return self.plan != "sandbox"
