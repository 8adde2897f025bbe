"""Strict JSON in, compact JSON out (sections 1.1 and 1.2).

A request's size is that of its compact UTF-8 JSON; clients send exactly `encode(request)`.
"""

import json
from functools import cache
from typing import Any, Final, NoReturn

from pydantic import BaseModel, TypeAdapter, ValidationError

from engine.contract.errors import BodyTooLarge, MalformedJson, ValidationFailed
from engine.contract.limits import MAX_BODY_BYTES
from engine.contract.reasons import reason

_UNION_TAGS: Final = frozenset({"basic", "premium"})  # pydantic puts the tag before a field's path


def encode(model: BaseModel) -> bytes:
    """The model as compact UTF-8 JSON, the bytes that travel and are measured."""
    return model.model_dump_json(by_alias=True).encode()


def validate(kind: Any, fields: dict[str, Any]) -> Any:
    """Builds a request of type `kind` from Python values.

    Raises:
        ValidationFailed: Names the offending field in `details["field"]`.
        BodyTooLarge: Its JSON would exceed 32,768 bytes.
    """
    request = _build(kind, fields)
    check_size(encode(request))
    return request


def _build(kind: Any, fields: dict[str, Any]) -> Any:
    try:
        return _adapter(kind).validate_python(fields)
    except ValidationError as error:
        raise _named(error) from None


@cache
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def decode(kind: Any, body: bytes) -> Any:
    """Reads a request of type `kind` from the bytes of a body; its size is that of the body as it came.

    Raises:
        BodyTooLarge, MalformedJson, ValidationFailed: In this order of checking.
    """
    check_size(body)
    return _build(kind, parse_object(body))


def check_size(body: bytes) -> None:
    """Raises BodyTooLarge over 32,768 bytes (section 1.2)."""
    if len(body) > MAX_BODY_BYTES:
        raise BodyTooLarge(
            f"the request is {len(body)} bytes of JSON, over the limit of {MAX_BODY_BYTES}",
            details={"field": "body", "bytes": len(body), "limit": MAX_BODY_BYTES},
        )


def parse_object(body: bytes) -> dict[str, Any]:
    """One JSON object from UTF-8 bytes; a BOM, duplicate keys, NaN and infinities are refused."""
    try:
        value = json.loads(body.decode(), object_pairs_hook=_unique, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise MalformedJson(f"the body is not strict JSON: {error}", details={"field": "body"}) from None
    if not isinstance(value, dict):
        raise MalformedJson("the body must be a JSON object", details={"field": "body"})
    return value


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    fields = dict(pairs)
    if len(fields) != len(pairs):
        raise ValueError("a key occurs twice")
    "".join(fields).encode()  # a lone surrogate raises UnicodeEncodeError, a ValueError
    return fields


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _named(error: ValidationError) -> ValidationFailed:
    problems = [
        {"field": _field(item["loc"]), "reason": reason(item["type"], item["loc"], item["msg"])}
        for item in error.errors(include_url=False, include_context=False, include_input=False)
    ]
    first = problems[0]
    return ValidationFailed(
        f"{first['field']}: {first['reason']}", details={"field": first["field"], "problems": problems}
    )


def _field(path: tuple[str | int, ...]) -> str:
    named = path[1:] if len(path) > 1 and path[0] in _UNION_TAGS else path
    return ".".join(map(str, named)) or "tier"  # only the choice of tier fails without a path
