"""The ASGI application: routes, and what becomes of errors."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from starlette.types import ASGIApp

from engine.contract.errors import EngineError
from engine.server import around, audio, jobs, usage
from engine.server.answers import on_engine_error, on_routing_error, on_unforeseen
from engine.server.event_stream import EventStream
from engine.server.face import Face
from engine.server.generation import generate
from engine.server.observed import Observed
from engine.service.api_keys import SCOPES

Endpoint = Callable[[Face, Request], Awaitable[Response]]

_ROUTES: Final[tuple[tuple[str, str, Endpoint], ...]] = (
    ("POST", "/v1/speech/jobs", jobs.create),
    ("GET", "/v1/speech/jobs/{job_id}", jobs.read),
    ("POST", "/v1/speech/jobs/{job_id}/cancel", jobs.cancel),
    ("GET", "/v1/usage", usage.usage),
    ("GET", "/healthz", around.healthz),
    ("GET", "/readyz", around.readyz),
    ("GET", "/metrics", around.metrics),
    ("GET", "/openapi.json", around.document),
)


def application(face: Face) -> ASGIApp:
    """The app of one server."""
    app = Starlette(
        routes=routes_of(face),
        exception_handlers={
            EngineError: on_engine_error,
            HTTPException: on_routing_error,
            Exception: on_unforeseen,
        },
    )
    app.router.redirect_slashes = False
    return Observed(app, face.metrics)


def routes_of(face: Face) -> list[Route]:
    """Every route, bound to a face."""
    routes = [_route("POST", f"/v1/{operation}", partial(generate, face, operation)) for operation in SCOPES]
    routes += [_route(method, path, partial(endpoint, face)) for method, path, endpoint in _ROUTES]
    routes.append(_route("GET", "/v1/speech/jobs/{job_id}/events", EventStream(face).follow))
    routes.append(Route("/v1/developer/audio", partial(audio.download, face), methods=["GET", "HEAD"]))
    return routes


def _route(method: str, path: str, endpoint: Callable[[Request], Awaitable[Response]]) -> Route:
    route = Route(path, endpoint, methods=[method])
    route.methods = {method}  # Starlette adds HEAD to every GET; the document has it for audio alone
    return route
