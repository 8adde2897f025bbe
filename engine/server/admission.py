"""Who sends a request and whether they may: key, rate and permission, before anything of it is read."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request

from engine.contract.errors import AuthenticationFailed
from engine.server.face import Face
from engine.service.account import Account
from engine.service.api_keys import Scope
from engine.service.directory import Principal
from engine.service.plans import Deed
from engine.service.rate import Window

_BEARER: Final = re.compile(r"bearer +([!-~]+) *", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Admission:
    """A request that may go on."""

    account: Account
    window: Window


Identify = Callable[[Face, Request], Principal]  # raises AuthenticationFailed or PermissionRefused


async def admit(face: Face, request: Request, scope: Scope | None, deed: Deed) -> Admission:
    """Counts a request of a known sender and lets it on if their scopes and organization permit it.

    The key tells who sends it, unless whatever stands before the route put another `Identify` into
    `request.state.identify`.

    Raises:
        AuthenticationFailed, RateLimitExceeded, OrganizationInactive, PermissionRefused: In this order.
    """
    identify: Identify = getattr(request.state, "identify", by_key)
    return await face.pools.quick.run(_admit, face, request, identify, scope, deed)


def by_key(face: Face, request: Request) -> Principal:
    """Whose API key the request carries."""
    return face.directory.authenticate(_key(request))


def _admit(face: Face, request: Request, identify: Identify, scope: Scope | None, deed: Deed) -> Admission:
    principal = identify(face, request)
    window = face.service.count(principal.account)
    principal.require(scope, deed)
    return Admission(principal.account, window)


def _key(request: Request) -> str:
    given = request.headers.getlist("authorization")
    match = _BEARER.fullmatch(given[0]) if len(given) == 1 else None
    if match is None:
        raise AuthenticationFailed("one header `Authorization: Bearer <API_KEY>` is needed")
    return match[1]
