"""Who is logged in to the page: sessions, and the one-time tokens that open them.

All of it lives in this process alone: whoever ends the server logs everybody out.
"""

import hmac
import secrets
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from engine.contract.errors import AuthenticationFailed

SESSION_SECONDS: Final = 12 * 3_600
_SECRET_BYTES: Final = 32
_ACTION: Final = "Open the login link that the server printed last."


@dataclass(frozen=True, slots=True)
class Session:
    """One browser that is logged in.

    Attributes:
        id: What its cookie holds; no script of the page can read it.
        csrf_token: What its page puts into a header of whatever changes something.
        ends: On the clock of the sessions.
    """

    id: str
    csrf_token: str
    ends: float


class Sessions:
    """The sessions of one server. One login token is valid at a time; it opens one session.

    Args:
        now: A clock in seconds that never goes back.
    """

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._guard = threading.Lock()
        self._open: dict[str, Session] = {}
        self._token = _secret()

    @property
    def token(self) -> str:
        """The login token that is now valid."""
        return self._token

    def open(self, token: str) -> Session:
        """Exchanges the login token for a session; the next login takes the next token.

        Raises:
            AuthenticationFailed: The token is not the valid one.
        """
        with self._guard:
            if not hmac.compare_digest(token.encode(errors="replace"), self._token.encode()):
                raise AuthenticationFailed("the login link is not the valid one", action=_ACTION)
            self._token = _secret()
            session = Session(_secret(), _secret(), self._now() + SESSION_SECONDS)
            self._open = {id_: other for id_, other in self._open.items() if other.ends > self._now()}
            self._open[session.id] = session
            return session

    def find(self, id_: str | None) -> Session:
        """The session of a cookie.

        Raises:
            AuthenticationFailed: There is none, or it has ended.
        """
        session = self._open.get(id_ or "")
        if session is None or session.ends <= self._now():
            raise AuthenticationFailed("nobody is logged in here", action=_ACTION)
        return session

    def close(self, session: Session) -> None:
        """Logs out."""
        with self._guard:
            self._open.pop(session.id, None)


def _secret() -> str:
    return secrets.token_urlsafe(_SECRET_BYTES)
