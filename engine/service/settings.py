"""What an operator may set about the service."""

from dataclasses import dataclass
from typing import Final, Literal, get_args

from engine.contract.errors import ValidationFailed
from engine.contract.limits import JOB_MAX_RUNTIME_SECONDS

DEFAULT_AUDIO_QUOTA_BYTES: Final = 20 * 2**30
Deployment = Literal["production", "staging", "development"]


@dataclass(frozen=True, slots=True)
class Settings:
    """How the service behaves.

    Attributes:
        deployment: In production Premium jobs are refused (section 4, rule 2).
        base_address: What addresses of jobs and audio begin with.
        audio_quota_bytes: Disk for audio files; over it the least recently used go first.
        text_cache_bytes: Room for cached text results; over it the least recently used go first.
        text_cache_seconds: How long a text result stays cached after its last use.
        ledger_seconds: How long single charges are kept; the period counters stay.
        job_runtime_seconds: Longest run of a job (section 8).
        job_attempts: Starts of a job before it is given up, should each end its process.
        waiting_jobs: Jobs that may wait; one more is refused.
        sweep_seconds: Time between two sweeps of what has outlived its retention.
        counts_requests: Whether the service counts its requests, refused ones included, towards the account's
            requests a minute; False where a face in front calls `Service.count` for each.
        busy_seconds: How long a transaction waits for another process's.

    Raises:
        ValidationFailed: There is no such deployment.
    """

    deployment: Deployment = "production"
    base_address: str = "persian-engine://local"
    audio_quota_bytes: int = DEFAULT_AUDIO_QUOTA_BYTES
    text_cache_bytes: int = 256 * 2**20
    text_cache_seconds: float = 86_400
    ledger_seconds: float = 400 * 86_400
    job_runtime_seconds: float = JOB_MAX_RUNTIME_SECONDS
    job_attempts: int = 3
    waiting_jobs: int = 1_000
    sweep_seconds: float = 600
    counts_requests: bool = True
    busy_seconds: float = 60

    def __post_init__(self) -> None:
        # A misspelt "production" must not allow what production forbids.
        if self.deployment not in get_args(Deployment):
            raise ValidationFailed(
                f"deployment: {self.deployment!r} is none of {', '.join(get_args(Deployment))}",
                details={"field": "deployment"},
            )
