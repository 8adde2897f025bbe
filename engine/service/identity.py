"""What makes two requests the same (section 4)."""

import hashlib
import json

from pydantic import BaseModel


def identity(operation: str, request: BaseModel, *more: str) -> str:
    """A sha256 over the operation and the validated request with its defaults.

    Args:
        more: What else shall tell results apart, such as the engine version.
    """
    fields = json.dumps(request.model_dump(), ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256("\n".join((operation, fields, *more)).encode()).hexdigest()
