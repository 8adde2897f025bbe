"""Every failure leaves the service as a typed error that names its request."""

import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from engine.contract.errors import EngineError, InternalError


@contextmanager
def named_failures(request_id: UUID) -> Iterator[None]:
    """Gives the errors of a block the request's id; what was not foreseen becomes InternalError."""
    try:
        yield
    except EngineError as error:
        error.request_id = error.request_id or request_id
        raise
    except Exception as error:
        # Its message may hold the user's text; the cause stays at hand in the traceback.
        unforeseen = InternalError(f"an unforeseen {type(error).__name__}")
        unforeseen.request_id = request_id
        raise unforeseen from error


def told(error: Exception) -> str:
    """Type and place of an exception that was caught; its message may hold the user's text."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} at {place.filename}:{place.lineno}"
