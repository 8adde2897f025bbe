"""Where the service is, and the key to it: neither leaves by a way on which others could read it."""

import ipaddress
import os
import re
from collections.abc import Generator
from typing import Final

import httpx
from pydantic import SecretStr

from engine.contract.errors import AuthenticationFailed, ValidationFailed

KEY_VARIABLE: Final = "PERSIAN_ENGINE_API_KEY"
_KEY: Final = re.compile(r"[!-~]+")


class Bearer(httpx.Auth):
    """Sends the API key with a request (section 5, rule 1); it shows in no repr."""

    def __init__(self, key: SecretStr) -> None:
        self._key = key

    def auth_flow(self, request: httpx.Request) -> Generator[httpx.Request, httpx.Response, None]:
        request.headers["Authorization"] = f"Bearer {self._key.get_secret_value()}"
        yield request


def bearer(api_key: str | None) -> Bearer:
    """The key given, or that of the environment variable PERSIAN_ENGINE_API_KEY.

    Raises:
        AuthenticationFailed: There is none, or it cannot be one. The key is not repeated.
    """
    given = os.environ.get(KEY_VARIABLE) if api_key is None else api_key
    if given is None:
        raise AuthenticationFailed(f"no API key: give api_key, or set {KEY_VARIABLE}")
    key = SecretStr(given.strip())
    if not _KEY.fullmatch(key.get_secret_value()):
        raise AuthenticationFailed("the API key must be printable ASCII without spaces")
    return Bearer(key)


def base_address(address: str) -> httpx.URL:
    """The address of the service, without a slash at its end.

    Raises:
        ValidationFailed: It is no HTTP address, or one over which a key must not travel.
    """
    try:
        url = httpx.URL(address.rstrip("/"))
    except (httpx.InvalidURL, AttributeError):
        raise _refused("is not a URL") from None
    if url.scheme not in ("http", "https") or not url.host:
        raise _refused("must begin with https:// and name a host")
    if url.userinfo or url.query or url.fragment:
        raise _refused("must hold neither credentials nor a query")
    if url.scheme == "http" and not is_loopback(url.host):
        raise _refused("a key travels over https only, except to this machine itself")
    return url


def is_loopback(host: str) -> bool:
    """Whether a host name means this machine."""
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def _refused(why: str) -> ValidationFailed:
    return ValidationFailed(f"address: {why}", details={"field": "address"})
