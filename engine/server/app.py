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
from engine.server.routing import Endpoint, exact
from engine.server.ui.page import Page
from engine.server.ui.routes import routes_of_page
from engine.service.api_keys import SCOPES

_FaceEndpoint = Callable[[Face, Request], Awaitable[Response]]

_WITH_ACCOUNT: Final[tuple[tuple[str, str, _FaceEndpoint], ...]] = (
    ("POST", "/speech/jobs", jobs.create),
    ("GET", "/speech/jobs/{job_id}", jobs.read),
    ("POST", "/speech/jobs/{job_id}/cancel", jobs.cancel),
    ("GET", "/usage", usage.usage),
)
_AROUND: Final[tuple[tuple[str, _FaceEndpoint], ...]] = (
    ("/healthz", around.healthz),
    ("/readyz", around.readyz),
    ("/metrics", around.metrics),
    ("/openapi.json", around.document),
)


def application(face: Face, page: Page | None = None) -> ASGIApp:
    """The app of one server; with a page at `/` if one is given."""
    app = Starlette(
        routes=routes_of(face, page),
        exception_handlers={
            EngineError: on_engine_error,
            HTTPException: on_routing_error,
            Exception: on_unforeseen,
        },
    )
    app.router.redirect_slashes = False
    return Observed(app, face.metrics)


def routes_of(face: Face, page: Page | None = None) -> list[Route]:
    """Every route, bound to a face."""
    with_account = _with_account(face)
    routes = [exact(method, f"/v1{path}", endpoint) for method, path, endpoint in with_account]
    routes += [exact("GET", path, partial(endpoint, face)) for path, endpoint in _AROUND]
    routes.append(Route("/v1/developer/audio", partial(audio.download, face), methods=["GET", "HEAD"]))
    return routes + ([] if page is None else routes_of_page(face, page, with_account))


def _with_account(face: Face) -> list[tuple[str, str, Endpoint]]:
    """Method, path below the prefix, and endpoint of the routes that ask whose request it is."""
    bound: list[tuple[str, str, Endpoint]] = [
        ("POST", f"/{operation}", partial(generate, face, operation)) for operation in SCOPES
    ]
    bound += [(method, path, partial(endpoint, face)) for method, path, endpoint in _WITH_ACCOUNT]
    bound.append(("GET", "/speech/jobs/{job_id}/events", EventStream(face).follow))
    return bound
