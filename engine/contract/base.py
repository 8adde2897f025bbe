"""What all models of the contract share: strict types, no unknown fields, immutable, absent is not null."""

from datetime import datetime
from typing import Annotated, Any, TypeVar
from urllib.parse import urlsplit

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
)


class Strict(BaseModel):
    """A JSON object of the contract: unknown fields are rejected and nothing is coerced."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


def _refuse_null(value: Any) -> Any:
    if value is None:
        raise ValueError("may be left out, but not null")
    return value


def _is_none(value: Any) -> bool:
    return value is None


def _absolute(value: str) -> str:
    parts = urlsplit(value)
    if not parts.scheme or not parts.netloc:
        raise ValueError("must be an absolute URI")
    return value


def _utc_text(value: datetime) -> str:
    return value.isoformat(timespec="milliseconds").replace("+00:00", "Z")


T = TypeVar("T")

# `field: Omitted[T] = None` is left out of the JSON when unset and refuses an explicit null.
Omitted = Annotated[T | None, BeforeValidator(_refuse_null), Field(exclude_if=_is_none)]

AbsoluteUri = Annotated[str, AfterValidator(_absolute)]
Timestamp = Annotated[AwareDatetime, PlainSerializer(_utc_text, return_type=str, when_used="json")]
Count = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(ge=0)]
PositiveSeconds = Annotated[float, Field(gt=0)]
