"""Logging in and out: a one-time token becomes a session whose id no script can read."""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from engine.contract.errors import AuthenticationFailed, ValidationFailed
from engine.contract.wire import parse_object
from engine.server.body import read_body
from engine.server.face import Face
from engine.server.ui.page import CSRF_HEADER, Page
from engine.server.ui.sessions import Session
from engine.server.ui.vocabulary import VOCABULARY


async def log_in(face: Face, page: Page, request: Request) -> Response:
    """POST /ui/login: `{"token": ...}`; prints the next login link for whoever runs the server."""
    page.check_origin(request)
    token = parse_object(await read_body(request, face.timing.body)).get("token")
    if not isinstance(token, str):
        raise ValidationFailed("token: must be a string", details={"field": "token"})
    session = page.sessions.open(token)
    print(page.login_address, flush=True)
    answer = _told(page, session)
    # Without a path it holds for the routes beside this one, also where a proxy puts a prefix before them.
    answer.set_cookie(
        page.cookie, session.id, path=None, secure=page.secure, httponly=True, samesite="strict"
    )
    return answer


async def session(page: Page, request: Request) -> Response:
    """GET /ui/session: what the page has to know about who is logged in; nothing if nobody is."""
    try:
        return _told(page, page.session(request))
    except AuthenticationFailed:
        return Response(None, 204)


async def log_out(page: Page, request: Request) -> Response:
    """POST /ui/logout: the cookie may stay, it opens nothing any more."""
    page.sessions.close(page.session(request))
    return Response(None, 204)


def _told(page: Page, session: Session) -> JSONResponse:
    facts: dict[str, Any] = {
        "organization": page.account.organization,
        "environment": page.account.environment,
        "csrf": {"header": CSRF_HEADER, "token": session.csrf_token},
        "vocabulary": VOCABULARY,
    }
    return JSONResponse(facts, headers={"Cache-Control": "no-store"})
