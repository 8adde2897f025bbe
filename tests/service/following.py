"""Jobs of the local account, followed to their end."""

from typing import Any

from engine.contract import SpeechJob
from engine.service.account import Account
from engine.service.service import Service

ME = Account()
KEY = "a-key-of-mine"
BASIC = {"text": "سلام", "tier": "basic", "voice": "kian"}


def ended(service: Service, job: SpeechJob) -> SpeechJob:
    """The job after its stream has ended."""
    for _ in service.stream_job(ME, job.id):
        pass
    return service.job(ME, job.id)


def told(service: Service, job: SpeechJob, after: int | None = None) -> list[tuple[int, str, Any]]:
    """Id, name and status of each event of a job's stream, up to its end."""
    return [
        (event.id, event.event, getattr(event.data, "status", None))
        for event in service.stream_job(ME, job.id, after)
    ]
