"""The client of the HTTP API: the same methods, models and errors as a local engine's."""

from engine.remote.asynchronous import AsyncRemoteEngine
from engine.remote.blocking import RemoteEngine
from engine.remote.calls import Answer, Call
from engine.remote.errors import OutcomeUnknown, Unreachable
from engine.remote.settings import Retries, Timeouts

__all__ = [
    "Answer",
    "AsyncRemoteEngine",
    "Call",
    "OutcomeUnknown",
    "RemoteEngine",
    "Retries",
    "Timeouts",
    "Unreachable",
]
