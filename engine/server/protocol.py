"""HTTP/1.1 as uvicorn speaks it, but with errors in the envelope, and a time and size limit for a head."""

import asyncio
import socket
from typing import Any, Final

from httptools import HttpParserUpgrade, HttpRequestParser
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol

from engine.contract.errors import BodyIncomplete, EngineError, MalformedRequest
from engine.server.answers import refusal

HEAD_SECONDS: Final = 15.0
HEAD_BYTES: Final = 65_536  # of one that is not complete yet


class Protocol(HttpToolsProtocol):
    """One connection."""

    parser: "_Parser"

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.parser = _Parser(self)
        self.parser.set_dangerous_leniencies(lenient_data_after_close=True)  # as uvicorn sets its own
        self.access_log = False  # it would hold signed addresses, whatever the loggers are set to
        self._head_timer: asyncio.TimerHandle | None = None  # while a head is due
        self._head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """A client came; its first head is due."""
        super().connection_made(transport)
        # Head and body of an answer are written apart: without this the body waits for the client's ACK.
        transport.get_extra_info("socket").setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._await_head()

    def connection_lost(self, exc: Exception | None) -> None:
        """The client left."""
        super().connection_lost(exc)
        self._stop_waiting()

    def data_received(self, data: bytes) -> None:
        """Bytes came: of a head that does not end only so many are taken."""
        super().data_received(data)
        if self._head_timer is not None and not self.transport.is_closing():
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES:
                self.send_400_response("the head of the request is too long")

    def on_message_begin(self) -> None:
        """A head begins: it has to end in time, however slowly its bytes trickle in."""
        super().on_message_begin()
        if self._head_timer is None:
            self._head_bytes = 0
            self._await_head()

    def on_headers_complete(self) -> None:
        """A head is there; of HTTP/1.1 it names one host (RFC 9112, section 3.2)."""
        if self.parser.asks_to_upgrade():
            return  # the parser comes back with a head that does not
        self._stop_waiting()
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (hosts == 0 and self.parser.get_http_version() == "1.1"):
            raise ValueError("a request names one host")  # the parser makes it an error of its own
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """A request is whole, unless its head is still to come back."""
        if not self.parser.asks_to_upgrade():
            super().on_message_complete()

    def head_without_upgrade(self) -> bytes:
        """The last head, as a client sends it that asks for no other protocol."""
        version = self.parser.get_http_version().encode()
        lines = [self.parser.get_method() + b" " + self.url + b" HTTP/" + version]
        lines += [name + b": " + value for name, value in self.headers if name != b"upgrade"]
        return b"\r\n".join([*lines, b"", b""])

    def send_400_response(self, msg: str) -> None:
        """Answers what is not HTTP; `msg` is uvicorn's word for it."""
        self._refuse(MalformedRequest(msg))

    def _refuse(self, error: EngineError) -> None:
        answer = refusal(error)
        head = [name + b": " + value for name, value in answer.raw_headers]
        lines = [
            STATUS_LINE[answer.status_code].rstrip(),
            *head,
            b"connection: close",
            b"",
            bytes(answer.body),
        ]
        self.transport.write(b"\r\n".join(lines))
        self.transport.close()

    def _await_head(self) -> None:
        self._head_timer = self.loop.call_later(HEAD_SECONDS, self._give_up)

    def _stop_waiting(self) -> None:
        if self._head_timer is not None:
            self._head_timer.cancel()
            self._head_timer = None

    def _give_up(self) -> None:
        if self.cycle is not None and not self.cycle.response_complete:
            self._await_head()  # an earlier request still runs, and its client gets the answer
        elif self._head_bytes:
            self._refuse(
                BodyIncomplete(f"the head of the request was not there after {HEAD_SECONDS:g} seconds")
            )
        else:
            self.transport.close()


class _Parser(HttpRequestParser):
    """Reads a request that asks for another protocol as if it did not (RFC 9110, section 7.8).

    httptools takes what follows such a head for the other protocol's. Here the head is read once more,
    without its Upgrade, and then what follows it.
    """

    def __init__(self, protocol: Protocol) -> None:
        super().__init__(protocol)
        self._protocol = protocol

    def asks_to_upgrade(self) -> bool:
        """Whether the request that is being read does; CONNECT, which always would, is no method here."""
        return self.should_upgrade() and self.get_method() != b"CONNECT"

    def feed_data(self, data: Any) -> None:
        """Reads bytes, calling the protocol back."""
        rest = memoryview(data)
        while True:
            try:
                return super().feed_data(rest)
            except HttpParserUpgrade as upgrade:
                if not self.asks_to_upgrade():
                    raise
                (read,) = upgrade.args
                rest = rest[read:]
            super().feed_data(self._protocol.head_without_upgrade())
