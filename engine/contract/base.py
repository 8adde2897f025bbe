"""What all models of the contract share: strict types, no unknown fields, immutable, absent is not null."""

import re
from datetime import UTC, datetime
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
    ValidationInfo,
)


class Strict(BaseModel):
    """A JSON object of the contract: unknown fields are rejected and nothing is coerced."""

    model_config = ConfigDict(
        extra="forbid",
        strict=True,
        frozen=True,
        allow_inf_nan=False,
        serialize_by_alias=True,  # `Fallback.from_` is `from` in every JSON
        defer_build=True,  # a third of the import time; each model is built at its first use
    )


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


def _read_date_time(value: Any, info: ValidationInfo) -> Any:
    # Pydantic's own reader also takes "1" for a Unix time, and a space for the T.
    if info.mode != "json" or not isinstance(value, str):
        return value
    if not _DATE_TIME.fullmatch(value):
        raise ValueError("must be an RFC 3339 date-time with a time zone")
    return datetime.fromisoformat(value)


def _utc_text(value: datetime) -> str:
    return value.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


T = TypeVar("T")
_DATE_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", re.ASCII | re.IGNORECASE)

# `field: Omitted[T] = None` is left out of the JSON when unset and refuses an explicit null.
Omitted = Annotated[T | None, BeforeValidator(_refuse_null), Field(exclude_if=_is_none)]

AbsoluteUri = Annotated[str, AfterValidator(_absolute), Field(json_schema_extra={"format": "uri"})]
Timestamp = Annotated[
    AwareDatetime,
    BeforeValidator(_read_date_time),
    PlainSerializer(_utc_text, return_type=str, when_used="json"),
]
Count = Annotated[int, Field(ge=0)]
Seconds = Annotated[float, Field(ge=0)]
PositiveSeconds = Annotated[float, Field(gt=0)]
