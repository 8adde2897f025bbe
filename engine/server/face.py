"""What every route of one server shares."""

import asyncio
from dataclasses import dataclass, field

from engine.server.metrics import Metrics
from engine.server.pools import Pools
from engine.service.directory import Directory
from engine.service.service import Service


@dataclass(frozen=True, slots=True)
class Timing:
    """How patient a server is, in seconds.

    Attributes:
        body: Until the body of a request must be there.
        heartbeat: Between two signs of life of a silent event stream.
        look: Between two looks for new events of followed jobs.
    """

    body: float = 30.0
    heartbeat: float = 15.0
    look: float = 0.1


@dataclass(frozen=True, slots=True)
class Face:
    """A server's parts.

    Attributes:
        service: Answers requests; it must leave the counting of requests to the face.
        directory: Knows organizations and keys.
        pools: Threads in which the service is called.
        timing: How patient the server is.
        closing: Set when the server is to end: event streams end then.
        metrics: What the server has done.
    """

    service: Service
    directory: Directory
    pools: Pools = field(default_factory=Pools)
    timing: Timing = field(default_factory=Timing)
    closing: asyncio.Event = field(default_factory=asyncio.Event)
    metrics: Metrics = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "metrics", Metrics(self.pools))
