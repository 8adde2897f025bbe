"""A route of exactly one method."""

from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

Endpoint = Callable[[Request], Awaitable[Response]]


def exact(method: str, path: str, endpoint: Endpoint) -> Route:
    """Starlette adds HEAD to every GET; the API document has it for audio alone."""
    route = Route(path, endpoint, methods=[method])
    route.methods = {method}
    return route
