"""The files of the page, and the headers that keep anything else out of it."""

import hashlib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from pathlib import PurePath
from typing import Final

from starlette.requests import Request
from starlette.responses import Response

from engine.contract.errors import NotFound

INDEX: Final = "index.html"
_TYPES: Final = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_POLICY: Final = (
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self'",
    "media-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
)
_HEADERS: Final = {
    "Content-Security-Policy": "; ".join(_POLICY),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cache-Control": "no-cache",
}


@dataclass(frozen=True, slots=True)
class _File:
    content: bytes
    headers: dict[str, str]


async def index(request: Request) -> Response:
    """GET /"""
    return _answer(request, INDEX)


async def static(request: Request) -> Response:
    """GET /ui/static/{name}"""
    return _answer(request, request.path_params["name"])


def _answer(request: Request, name: str) -> Response:
    file = _all().get(name)
    if file is None:
        raise NotFound("there is no such file")
    if request.headers.get("if-none-match") == file.headers["ETag"]:
        return Response(None, 304, file.headers)
    return Response(file.content, 200, file.headers)


@cache
def _all() -> dict[str, _File]:
    folder = files("engine.server.ui") / "static"
    return {file.name: _read(file.name, file.read_bytes()) for file in folder.iterdir()}


def _read(name: str, content: bytes) -> _File:
    tag = hashlib.sha256(content).hexdigest()
    kind = _TYPES[PurePath(name).suffix]
    return _File(content, {**_HEADERS, "Content-Type": kind, "ETag": f'"{tag}"'})
