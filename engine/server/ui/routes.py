"""The page's routes: its files, login, and the API's own endpoints under /ui/api for whoever is logged in."""

from collections.abc import Iterable
from functools import partial

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from engine.server.face import Face
from engine.server.routing import Endpoint, exact
from engine.server.ui import files, login
from engine.server.ui.page import Page


def routes_of_page(face: Face, page: Page, api: Iterable[tuple[str, str, Endpoint]]) -> list[Route]:
    """All of them.

    Args:
        api: Method, path and endpoint of the routes of `/v1` that need an account.
    """
    return [
        exact("GET", "/", files.index),
        exact("GET", "/ui/static/{name}", files.static),
        exact("POST", "/ui/login", partial(login.log_in, face, page)),
        exact("GET", "/ui/session", partial(login.session, page)),
        exact("POST", "/ui/logout", partial(login.log_out, page)),
        *(exact(method, f"/ui/api{path}", _by_session(page, endpoint)) for method, path, endpoint in api),
    ]


def _by_session(page: Page, endpoint: Endpoint) -> Endpoint:
    """The endpoint, for those whom the page's session identifies in place of an API key."""

    async def identified(request: Request) -> Response:
        request.state.identify = page.identify
        return await endpoint(request)

    return identified
