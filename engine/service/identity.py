"""What makes two requests the same, and which keys may name one (sections 4 and 8)."""

import hashlib
import json

from pydantic import BaseModel

from engine.contract.errors import ValidationFailed
from engine.contract.limits import MAX_IDEMPOTENCY_KEY, MIN_IDEMPOTENCY_KEY


def identity(operation: str, request: BaseModel, *more: str) -> str:
    """A sha256 over the operation and the validated request with its defaults.

    Args:
        more: What else shall tell results apart, such as the engine version.
    """
    fields = json.dumps(request.model_dump(), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256("\n".join((operation, fields, *more)).encode()).hexdigest()


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
