"""The page of one server: whose it is, where it may be opened, and who a request to it comes from."""

import hmac
from dataclasses import dataclass, field
from typing import Final
from urllib.parse import urlsplit

from starlette.requests import Request

from engine.contract.errors import AuthenticationFailed, PermissionRefused
from engine.server.face import Face
from engine.server.ui.sessions import Session, Sessions
from engine.service.account import Account
from engine.service.api_keys import SCOPES
from engine.service.directory import Principal

CSRF_HEADER: Final = "X-CSRF-Token"
_ACTION: Final = "Load the page anew from the server's own address."
_CHANGES_NOTHING: Final = frozenset({"GET", "HEAD"})


@dataclass(frozen=True, slots=True)
class Page:
    """The page of one server.

    Attributes:
        account: Whom everyone who is logged in works for.
        addresses: Where the page may be opened; the first is told to people.
        sessions: Who is logged in.
    """

    account: Account
    addresses: tuple[str, ...]
    sessions: Sessions = field(default_factory=Sessions)

    @property
    def login_address(self) -> str:
        """A link that logs in one browser. Browsers send nothing of what stands behind the #."""
        return f"{self.addresses[0].rstrip('/')}/#login={self.sessions.token}"

    @property
    def cookie(self) -> str:
        """The cookie's name. Browsers keep cookies by host, whatever the port, so the port is in it."""
        return f"persian-engine-{urlsplit(self.addresses[0]).port or 'page'}"

    @property
    def secure(self) -> bool:
        """Whether the cookie must travel by TLS alone."""
        return self.addresses[0].startswith("https:")

    def check_origin(self, request: Request) -> None:
        """Refuses what another site's page had the browser send.

        `same-site` is refused too: another port of this machine is the same site, and gets the cookie.

        Raises:
            PermissionRefused: By Fetch Metadata or its Origin the request is another's, or a request that
                changes something has neither.
        """
        site, origin = request.headers.get("sec-fetch-site"), request.headers.get("origin")
        unknown = site is None and origin is None and request.method not in _CHANGES_NOTHING
        if (
            unknown
            or site not in (None, "same-origin")
            or origin not in (None, *map(_origin, self.addresses))
        ):
            raise PermissionRefused("the request does not come from this server's page", action=_ACTION)

    def session(self, request: Request) -> Session:
        """The session of a request from the page.

        Raises:
            PermissionRefused: Another site sent it, or its CSRF token is missing or wrong.
            AuthenticationFailed: Nobody is logged in.
        """
        self.check_origin(request)
        session = self.sessions.find(request.cookies.get(self.cookie))
        if request.method not in _CHANGES_NOTHING:
            given = request.headers.get(CSRF_HEADER, "")
            if not hmac.compare_digest(given.encode(errors="replace"), session.csrf_token.encode()):
                raise PermissionRefused(f"{CSRF_HEADER} is not the session's token", action=_ACTION)
        return session

    def identify(self, face: Face, request: Request) -> Principal:
        """Whose request it is, as `admit` asks; the account as it now stands."""
        self.session(request)
        account = face.directory.account(self.account.scope)
        if account is None:
            raise AuthenticationFailed("the organization is gone")
        return Principal(account, frozenset(SCOPES))


def _origin(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"
