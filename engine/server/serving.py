"""Running the server: its socket, TLS, and an end that loses nothing."""

import asyncio
import socket
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import uvicorn

from engine.contract.errors import ValidationFailed
from engine.server.app import application
from engine.server.batching import Batched
from engine.server.face import Face
from engine.server.lasting import settle_memory
from engine.server.protocol import Protocol
from engine.server.ui.opening import PageOptions, is_loopback, open_page
from engine.server.ui.page import Page
from engine.service.capabilities import Capabilities
from engine.service.directory import Directory
from engine.service.service import Service
from engine.service.settings import Settings

_GIVING_UP_SECONDS: Final = 15  # synthesis looks between two sentences whether it is to stop
# Longer than clients keep theirs (httpx 5 s): else one sends on a connection that is being closed.
_IDLE_CONNECTION_SECONDS: Final = 65


@dataclass(frozen=True, slots=True)
class Options:
    """Where and how a server listens.

    Attributes:
        host: Address to bind.
        port: Port to bind; 0 takes a free one.
        base_url: What addresses in answers begin with; None for that of the socket, on loopback or with TLS.
        tls_cert: Certificate chain, PEM.
        tls_key: Its private key, PEM.
        grace_seconds: How long running requests may go on after SIGTERM.
        page: Of the page at `/`; None serves none.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    base_url: str | None = None
    tls_cert: Path | None = None
    tls_key: Path | None = None
    grace_seconds: int = 30
    page: PageOptions | None = None


class Server(uvicorn.Server):
    """uvicorn around a face, on a bound socket.

    Told to end, it ends the event streams at once; requests that still run after the grace period are let
    give up, so that each gets an answer.
    """

    def __init__(self, face: Face, options: Options, page: Page | None = None) -> None:
        config = uvicorn.Config(
            application(face, page),
            http=Protocol,
            ws="none",
            lifespan="off",
            log_config=None,
            access_log=False,
            server_header=False,
            proxy_headers=False,
            ssl_certfile=options.tls_cert,
            ssl_keyfile=options.tls_key,
            timeout_keep_alive=_IDLE_CONNECTION_SECONDS,
            timeout_graceful_shutdown=options.grace_seconds + _GIVING_UP_SECONDS,
        )
        super().__init__(config)
        self._face = face
        self._grace_seconds = options.grace_seconds

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ends; see the class."""
        self._face.closing.set()
        asyncio.get_running_loop().call_later(self._grace_seconds, self._face.service.stop)
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Listens to SIGTERM and SIGINT; uvicorn would raise them again, before the service is closed."""
        with super().capture_signals():
            yield
            self._captured_signals.clear()


def serve(data_dir: Path, capabilities: Capabilities, settings: dict[str, Any], options: Options) -> None:
    """Serves until SIGTERM or SIGINT.

    Args:
        data_dir: Where everything is kept.
        capabilities: What runs the requests.
        settings: Of the service, without those that the face sets.
        options: Where to listen.

    Raises:
        ValidationFailed: The options do not go together, or the address cannot be bound.
        StorageUnavailable: The data folder cannot be used.
    """
    _check(options)
    with bound(options) as listening, Directory(data_dir) as directory:
        address = address_of(options, listening)
        page = None
        if options.page is not None:
            page = open_page(options.page, directory, address, options.base_url)
        service = Service(
            data_dir,
            Batched(capabilities),
            directory.account,
            Settings(**settings, base_address=options.base_url or address, counts_requests=False),
        )
        face = Face(service, directory)
        try:
            print(address, flush=True)
            if page is not None:
                print(page.login_address, flush=True)
            settle_memory()
            Server(face, options, page).run(sockets=[listening])
        finally:
            service.stop()
            face.pools.close()
            service.close()


def _check(options: Options) -> None:
    if (options.tls_cert is None) != (options.tls_key is None):
        raise _invalid("tls_cert", "a certificate and its key go together")
    if options.base_url is None:
        if options.tls_cert is None and not is_loopback(options.host):
            raise _invalid(
                "base_url", f"is needed behind a proxy: {options.host} is not loopback, without TLS"
            )
        return
    parts = urlsplit(options.base_url)
    if parts.scheme not in ("http", "https") or not parts.netloc or parts.query or parts.fragment:
        raise _invalid("base_url", "must be an absolute http or https address")


def bound(options: Options) -> socket.socket:
    """A listening socket.

    Raises:
        ValidationFailed: The address cannot be bound, or certificate or key cannot be read.
    """
    try:
        if options.tls_cert is not None:
            ssl.create_default_context(ssl.Purpose.CLIENT_AUTH).load_cert_chain(
                options.tls_cert, options.tls_key
            )
        family = socket.getaddrinfo(options.host, options.port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((options.host, options.port), family=family)
    except OSError as error:  # of the certificate too: ssl.SSLError is one
        raise _invalid("host", f"{options.host}:{options.port} cannot be served: {error}") from None


def address_of(options: Options, listening: socket.socket) -> str:
    """What clients of this machine call the server."""
    scheme = "http" if options.tls_cert is None else "https"
    host = f"[{options.host}]" if ":" in options.host else options.host
    return f"{scheme}://{host}:{listening.getsockname()[1]}"


def _invalid(field: str, reason: str) -> ValidationFailed:
    return ValidationFailed(f"{field}: {reason}", details={"field": field})
