"""What the blocking and the asyncio client know of the server: address, key, and how a request is put."""

import logging
from ssl import SSLContext
from typing import Any, Final

import httpx

from engine.contract.errors import ServiceUnavailable
from engine.remote.actions import Request
from engine.remote.credentials import base_address, bearer, is_loopback
from engine.version import __version__


class Connection:
    """One server and the key to it.

    Args:
        address: As `https://host`, with a path where the API stands under one.
        api_key: None for the environment variable PERSIAN_ENGINE_API_KEY.
    """

    def __init__(self, address: str, api_key: str | None) -> None:
        self.address = base_address(address)
        self._auth = bearer(api_key)

    def client_options(self, verify: SSLContext | bool, limits: httpx.Limits | None) -> dict[str, Any]:
        """What an httpx client is made with."""
        return {
            "headers": {"User-Agent": f"persian-engine/{__version__}"},
            "verify": verify,
            "limits": limits or httpx.Limits(max_connections=100, max_keepalive_connections=20),
            "follow_redirects": False,  # the key and the body go where they were meant to go
            # A proxy of the environment would carry the key of a plain http request in the open.
            "trust_env": not is_loopback(self.address.host),
        }

    def request_options(self, request: Request) -> dict[str, Any]:
        """What httpx builds a request from."""
        path = request.target.startswith("/")
        return {
            "method": request.method,
            "url": f"{self.address}{request.target}" if path else request.target,
            "headers": request.headers,
            "content": request.body,
            "timeout": request.timeout,
        }

    def auth(self, request: Request) -> httpx.Auth | None:
        """The key, for a request that carries it."""
        return self._auth if request.authorized else None


def refuse_closed(client: httpx.Client | httpx.AsyncClient) -> None:
    """Raises ServiceUnavailable if the engine of a client was closed."""
    if client.is_closed:
        raise ServiceUnavailable("the engine is closed")


class _WithoutSignatures(logging.Filter):
    """Takes the query off signed addresses in httpx's log of requests (section 5, rule 7)."""

    def filter(self, record: logging.LogRecord) -> bool:
        if isinstance(record.args, tuple):
            record.args = tuple(map(_without_signature, record.args))
        return True


def _without_signature(part: object) -> object:
    if isinstance(part, httpx.URL) and "signature" in part.params:
        return part.copy_with(query=None)
    return part


_HTTPX_LOG: Final = logging.getLogger("httpx")
_HTTPX_LOG.addFilter(_WithoutSignatures())
