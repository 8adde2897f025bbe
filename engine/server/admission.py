"""Who sends a request and whether they may: key, rate and permission, before anything of it is read."""

import re
from dataclasses import dataclass
from typing import Final

from starlette.requests import Request

from engine.contract.errors import AuthenticationFailed
from engine.server.face import Face
from engine.service.account import Account
from engine.service.api_keys import Scope
from engine.service.plans import Deed
from engine.service.rate import Window

_BEARER: Final = re.compile(r"bearer +([!-~]+) *", re.ASCII | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Admission:
    """A request that may go on."""

    account: Account
    window: Window


async def admit(face: Face, request: Request, scope: Scope | None, deed: Deed) -> Admission:
    """Counts a request with a valid key and lets it on if its key and organization permit it.

    Raises:
        AuthenticationFailed, RateLimitExceeded, OrganizationInactive, PermissionRefused: In this order.
    """
    return await face.pools.quick.run(_admit, face, _key(request), scope, deed)


def _admit(face: Face, key: str, scope: Scope | None, deed: Deed) -> Admission:
    principal = face.directory.authenticate(key)
    window = face.service.count(principal.account)
    principal.require(scope, deed)
    return Admission(principal.account, window)


def _key(request: Request) -> str:
    given = request.headers.getlist("authorization")
    match = _BEARER.fullmatch(given[0]) if len(given) == 1 else None
    if match is None:
        raise AuthenticationFailed("one header `Authorization: Bearer <API_KEY>` is needed")
    return match[1]
