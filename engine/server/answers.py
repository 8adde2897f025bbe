"""Responses: JSON with the contract's headers, and errors in the envelope (sections 4 and 7)."""

import logging
from collections.abc import Mapping
from typing import Final
from uuid import UUID, uuid4

from pydantic import BaseModel
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from engine.contract.errors import (
    EngineError,
    ErrorEnvelope,
    InternalError,
    MethodNotAllowed,
    NotFound,
)
from engine.contract.wire import encode
from engine.service.rate import Window

_LOG: Final = logging.getLogger("engine.server")


def success(model: BaseModel, request_id: UUID, window: Window, status: int = 200) -> Response:
    """A model as the JSON response of a route with a key."""
    limits = {
        "RateLimit-Limit": str(window.limit),
        "RateLimit-Remaining": str(window.remaining),
        "RateLimit-Reset": str(window.reset_seconds),
    }
    return _json(model, status, request_id, limits)


def refusal(error: EngineError, headers: Mapping[str, str] | None = None) -> Response:
    """An error in the envelope; with `Retry-After` where a delay is known and repeating helps."""
    request_id = error.request_id or uuid4()
    more = dict(headers or {})
    if error.detail.retryable and error.retry_after is not None:
        more["Retry-After"] = str(max(1, error.retry_after))
    if error.status == 401:
        more["WWW-Authenticate"] = "Bearer"  # RFC 9110, section 11.6.1
    return _json(
        ErrorEnvelope(request_id=str(request_id), error=error.detail), error.status, request_id, more
    )


async def on_engine_error(_: Request, error: Exception) -> Response:
    """A typed error of a route; what caused an internal one is logged, by its type and place."""
    assert isinstance(error, EngineError)
    if error.detail.category == "internal":
        facts = {"request_id": str(error.request_id), "code": error.detail.code}
        _LOG.error("a request failed", exc_info=error.__cause__ or error, extra=facts)
    return refusal(error, getattr(error, "headers", None))


async def on_routing_error(request: Request, error: Exception) -> Response:
    """No such route, or not with this method."""
    assert isinstance(error, HTTPException)
    if error.status_code == 405:
        return refusal(MethodNotAllowed(f"{request.method} is not a method of this route"), error.headers)
    return refusal(NotFound("there is no such route"))


async def on_unforeseen(_: Request, error: Exception) -> Response:
    """Anything else; what the exception says may hold the user's text, so it stays here."""
    return refusal(InternalError(f"an unforeseen {type(error).__name__}"))


def _json(model: BaseModel, status: int, request_id: UUID, headers: Mapping[str, str]) -> Response:
    fixed = {
        "Content-Type": "application/json",
        "Cache-Control": "no-store",  # answers may hold signed addresses
        "X-Request-Id": str(request_id),
    }
    return Response(encode(model), status, {**fixed, **headers})
