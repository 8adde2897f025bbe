"""HTTP/1.1 as uvicorn speaks it, but with errors in the envelope and a time limit for a request's head."""

import asyncio
import socket
from typing import Any, Final

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from engine.contract.errors import MalformedRequest
from engine.server.answers import refusal

HEAD_SECONDS: Final = 15.0


class Protocol(H11Protocol):
    """One connection."""

    _head_timer: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.access_log = False  # it would hold signed addresses, whatever the loggers are set to

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client came; its first head is due."""
        super().connection_made(transport)
        # Head and body of an answer are written apart: without this the body waits for the client's ACK.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._watch_head()

    def data_received(self, data: bytes) -> None:
        """Bytes came: a head that is begun has to end in time, however slowly its bytes trickle in."""
        super().data_received(data)
        self._watch_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client left."""
        super().connection_lost(exc)
        self._stop_watch()

    def send_400_response(self, msg: str) -> None:
        """Answers what is not HTTP; `msg` is uvicorn's word for it."""
        answer = refusal(MalformedRequest(msg))
        headers = [*answer.raw_headers, (b"connection", b"close")]
        events: tuple[Any, ...] = (
            h11.Response(status_code=answer.status_code, headers=headers, reason=b"Bad Request"),
            h11.Data(data=bytes(answer.body)),
            h11.EndOfMessage(),
        )
        for event in events:
            self.transport.write(self.conn.send(event) or b"")
        self.transport.close()

    def _watch_head(self) -> None:
        if self.conn.their_state is not h11.IDLE:
            self._stop_watch()
        elif self._head_timer is None:
            self._head_timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop_watch(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        self.transport.close()
