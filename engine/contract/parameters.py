"""What a request carries outside its body: idempotency keys, job ids, the place in a stream (section 4)."""

import re
from typing import Any, Final
from uuid import UUID

from engine.contract.errors import IdempotencyKeyRequired, ValidationFailed
from engine.contract.limits import MAX_IDEMPOTENCY_KEY, MIN_IDEMPOTENCY_KEY

# UUID() alone would also take braces, underscores, and digits of other scripts.
_UUID: Final = re.compile(
    "[0-9a-f]{8}(-?)[0-9a-f]{4}\\1[0-9a-f]{4}\\1[0-9a-f]{4}\\1[0-9a-f]{12}", re.I | re.ASCII
)


def idempotency_key(key: str | None) -> str | None:
    """The key without the spaces at its edges, which HTTP does not carry either.

    Raises:
        ValidationFailed: It is not 8 to 128 printable ASCII characters.
    """
    if key is None:
        return None
    stripped = key.strip(" ") if isinstance(key, str) else ""
    fits = MIN_IDEMPOTENCY_KEY <= len(stripped) <= MAX_IDEMPOTENCY_KEY
    if not fits or not all(" " <= char <= "~" for char in stripped):
        raise ValidationFailed(
            "the idempotency key must be 8 to 128 printable ASCII characters, edge spaces not counted",
            details={"field": "idempotency_key"},
        )
    return stripped


def job_idempotency_key(key: str | None) -> str:
    """The same for a speech job, which does not go without one.

    Raises:
        IdempotencyKeyRequired: There is none.
    """
    checked = idempotency_key(key)
    if checked is None:
        raise IdempotencyKeyRequired("a speech job needs an idempotency key")
    return checked


def job_id(value: UUID | str) -> UUID:
    """The id of a speech job: a UUID, as it is or written in either case, with its hyphens or without.

    Raises:
        ValidationFailed: It is no UUID.
    """
    if isinstance(value, UUID):
        return value
    if not isinstance(value, str) or not _UUID.fullmatch(value):
        raise ValidationFailed("job_id: must be a UUID", details={"field": "job_id"})
    return UUID(value)


def event_id(after: Any) -> int:
    """The id of the last event seen; 0 for None, which is before the first.

    Raises:
        ValidationFailed: It is no integer of at least 1.
    """
    if after is None:
        return 0
    if isinstance(after, bool) or not isinstance(after, int) or after < 1:
        raise ValidationFailed("after: must be an integer of at least 1", details={"field": "after"})
    return after
