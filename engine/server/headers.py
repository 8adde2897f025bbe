"""Request headers and query parameters of the routes (section 4)."""

import re
from typing import Final

from starlette.requests import Request

from engine.contract.errors import ValidationFailed

_POSITIVE: Final = re.compile(r"0*[1-9][0-9]*", re.ASCII)
_LARGEST_EVENT_ID: Final = 2**63 - 1  # of the store; no stream gets there


def idempotency_key(request: Request) -> str | None:
    """The Idempotency-Key as it came; None if there is none.

    Raises:
        ValidationFailed: There are several.
    """
    given = request.headers.getlist("idempotency-key")
    if len(given) > 1:
        raise _invalid("idempotency_key", "must be given once")
    return given[0] if given else None


def last_event_id(request: Request) -> int | None:
    """The last event seen: `after` of the query, or else the header Last-Event-ID (section 6, rule 1).

    Raises:
        ValidationFailed: It is not an integer of at least 1.
    """
    query = request.query_params.getlist("after")
    name, given = ("after", query) if query else ("last_event_id", request.headers.getlist("last-event-id"))
    if not given:
        return None
    if len(given) > 1 or not _POSITIVE.fullmatch(given[0]):
        raise _invalid(name, "must be one integer of at least 1")
    digits = given[0].lstrip("0")
    return _LARGEST_EVENT_ID if len(digits) > 18 else int(digits)


def _invalid(field: str, reason: str) -> ValidationFailed:
    return ValidationFailed(f"{field}: {reason}", details={"field": field})
