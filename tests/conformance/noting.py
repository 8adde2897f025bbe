"""What a client sends, noted on its way to the server."""

import time
from dataclasses import dataclass

import httpx


@dataclass
class Exchange:
    """One request, when it was sent, and what came back; None where nothing came."""

    request: httpx.Request
    sent: float
    response: httpx.Response | None = None

    @property
    def asked(self) -> tuple[str, str, bytes, str | None]:
        """All that must not change when a request is sent again."""
        request = self.request
        return request.method, request.url.path, request.content, request.headers.get("Idempotency-Key")


class Noting(httpx.HTTPTransport):
    """The network, with a list of what passed."""

    def __init__(self) -> None:
        super().__init__()
        self.exchanges: list[Exchange] = []

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        self.exchanges.append(Exchange(request, time.monotonic()))
        response = super().handle_request(request)
        self.exchanges[-1].response = response
        return response
