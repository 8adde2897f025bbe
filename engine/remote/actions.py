"""What a flow may ask of the network: the steps that the blocking and the asyncio client perform."""

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

import httpx

from engine.contract import StreamedEvent

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Request:
    """What is sent, whichever way.

    Attributes:
        method: Of HTTP.
        target: A path under the base address, or a whole address.
        headers: Beside the API key.
        timeout: Of each wait for the server.
        body: Bytes of JSON, None for none.
        authorized: Whether the API key goes with it.
    """

    method: str
    target: str
    headers: Mapping[str, str]
    timeout: httpx.Timeout
    body: bytes | None = None
    authorized: bool = True


@dataclass(frozen=True, slots=True)
class Send:
    """Send a request; gives its response, read to the end."""

    request: Request


@dataclass(frozen=True, slots=True)
class Open:
    """Open a response in place of the one before; gives it, read only if it is an error."""

    request: Request


@dataclass(frozen=True, slots=True)
class Next:
    """Wait for the open response's next event; gives it, or None at the end."""


@dataclass(frozen=True, slots=True)
class Receive:
    """Wait for the open response's next bytes; gives them, or None at the end."""


@dataclass(frozen=True, slots=True)
class Wait:
    """Let so many seconds pass."""

    seconds: float


@dataclass(frozen=True, slots=True)
class Emit:
    """Hand an event to the caller."""

    event: StreamedEvent


@dataclass(frozen=True, slots=True)
class Done(Generic[T]):
    """A flow has ended with this."""

    value: T


Action = Send | Open | Next | Receive | Wait | Emit
Flow = Generator[Action, Any, T]
