"""The OpenAPI 3.1 document, generated from the contract's models and the server's table of errors.

python -m engine.server.openapi > docs/openapi.json
"""

import json
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from pydantic import BaseModel, TypeAdapter

from engine.contract import (
    DiacritizeRequest,
    DiacritizeResponse,
    ErrorEnvelope,
    PinglishRequest,
    PinglishResponse,
    SpeechJob,
    SpeechRequest,
    SpeechResponse,
    TranslateRequest,
    TranslateResponse,
    UsageResponse,
)
from engine.contract.errors import EngineError
from engine.contract.jobs import EVENT_MODELS
from engine.contract.limits import MAX_IDEMPOTENCY_KEY, MIN_IDEMPOTENCY_KEY
from engine.contract.persian import is_persian_letter
from engine.server.documented import OPERATIONS, Documented

_KINDS: Final[dict[str, Any]] = {
    "DiacritizeRequest": DiacritizeRequest,
    "PinglishRequest": PinglishRequest,
    "TranslateRequest": TranslateRequest,
    "SpeechRequest": SpeechRequest,
    "DiacritizeResponse": DiacritizeResponse,
    "PinglishResponse": PinglishResponse,
    "TranslateResponse": TranslateResponse,
    "SpeechResponse": SpeechResponse,
    "SpeechJob": SpeechJob,
    "UsageResponse": UsageResponse,
    "ErrorEnvelope": ErrorEnvelope,
    **{model.__name__: model for model in EVENT_MODELS.values()},
}
_WHOLE: Final = {"type": "integer", "minimum": 0}
_HEADERS: Final[dict[str, dict[str, Any]]] = {
    "X-Request-Id": {"description": "Names the request.", "schema": {"type": "string", "format": "uuid"}},
    "RateLimit-Limit": {"description": "Requests allowed this minute.", "schema": _WHOLE},
    "RateLimit-Remaining": {"description": "Requests left this minute.", "schema": _WHOLE},
    "RateLimit-Reset": {"description": "Seconds until the minute ends.", "schema": _WHOLE},
    "Retry-After": {
        "description": "Seconds to wait; where a delay is known and the error is retryable.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "WWW-Authenticate": {"description": "RFC 9110.", "schema": {"const": "Bearer"}},
    "Accept-Ranges": {"description": "Ranges of bytes are served.", "schema": {"const": "bytes"}},
    "Content-Length": {"description": "Bytes of the body.", "schema": {"type": "integer", "minimum": 1}},
    "Content-Range": {"description": "Which bytes of how many.", "schema": {"type": "string"}},
    "ETag": {"description": "Strong; the file's sha256.", "schema": {"type": "string"}},
}
_PARAMETERS: Final[dict[str, dict[str, Any]]] = {
    "idempotency_key": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "Printable ASCII; the same key and request again give the same answer for 24 hours.",
        "schema": {
            "type": "string",
            "minLength": MIN_IDEMPOTENCY_KEY,
            "maxLength": MAX_IDEMPOTENCY_KEY,
            "pattern": "^[!-~][ -~]*[!-~]$",
        },
    },
    "job_id": {
        "name": "job_id",
        "in": "path",
        "required": True,
        "schema": {"type": "string", "format": "uuid"},
    },
    "last_event_id": {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "The last event seen.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "after": {
        "name": "after",
        "in": "query",
        "description": "The last event seen; wins over Last-Event-ID.",
        "schema": {"type": "integer", "minimum": 1},
    },
    "id": {"name": "id", "in": "query", "required": True, "schema": {"type": "string"}},
    "expires": {"name": "expires", "in": "query", "required": True, "schema": {"type": "integer"}},
    "signature": {"name": "signature", "in": "query", "required": True, "schema": {"type": "string"}},
    "if_none_match": {"name": "If-None-Match", "in": "header", "schema": {"type": "string"}},
    "range": {
        "name": "Range",
        "in": "header",
        "description": "One range `bytes=<start>-<end>`; either side may be left out.",
        "schema": {"type": "string"},
    },
    "if_range": {"name": "If-Range", "in": "header", "schema": {"type": "string"}},
}


def document() -> dict[str, Any]:
    """The whole document."""
    paths: dict[str, dict[str, Any]] = {}
    for operation in OPERATIONS:
        paths.setdefault(operation.path, {})[operation.method.lower()] = _operation(operation)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Persian Reading and Speech API",
            "version": "1",
            "description": "Diacritization, Pinglish, translation and speech. Bodies are strict UTF-8 JSON "
            "of at most 32,768 bytes; unknown fields are refused.",
        },
        "paths": paths,
        "components": {
            "schemas": _schemas(),
            "headers": _HEADERS,
            "parameters": _PARAMETERS,
            "securitySchemes": {"api_key": {"type": "http", "scheme": "bearer"}},
        },
    }


def _operation(operation: Documented) -> dict[str, Any]:
    described: dict[str, Any] = {
        "operationId": operation.name,
        "summary": operation.summary,
        "security": [{"api_key": []}] if operation.needs_key else [],
        "parameters": [_parameter(name, operation) for name in operation.parameters],
        "responses": {},
    }
    if operation.request is not None:
        content = {"application/json": {"schema": _schema_ref(operation.request)}}
        described["requestBody"] = {"required": True, "content": content}
    for success in operation.successes:
        response: dict[str, Any] = {
            "description": success.description,
            "headers": _header_refs(success.headers),
        }
        if success.content:
            response["content"] = {kind: {"schema": _content(schema)} for kind, schema in success.content}
        described["responses"][str(success.status)] = response
    described["responses"] |= _errors(operation.errors)
    return described


def _parameter(name: str, operation: Documented) -> dict[str, Any]:
    reference = {"$ref": f"#/components/parameters/{name}"}
    required = name in operation.required
    return {**_PARAMETERS[name], "required": True} if required else reference


def _content(schema: str | None) -> dict[str, Any]:
    return {} if schema is None else _schema_ref(schema)


def _errors(errors: Sequence[type[EngineError]]) -> dict[str, Any]:
    by_status: dict[int, list[type[EngineError]]] = {}
    for error in errors:
        by_status.setdefault(error.status, []).append(error)
    return {str(status): _error(kinds) for status, kinds in sorted(by_status.items())}


def _error(kinds: Sequence[type[EngineError]]) -> dict[str, Any]:
    headers = ["X-Request-Id"]
    if any(kind.retryable for kind in kinds):
        headers.append("Retry-After")
    if kinds[0].status == 401:
        headers.append("WWW-Authenticate")
    if kinds[0].status == 416:
        headers.append("Content-Range")
    return {
        "description": ", ".join(f"`{kind.code}`" for kind in kinds),
        "headers": _header_refs(headers),
        "content": {"application/json": {"schema": _schema_ref("ErrorEnvelope")}},
    }


def _header_refs(names: Sequence[str]) -> dict[str, Any]:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def _schema_ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def _schemas() -> dict[str, Any]:
    adapters = [(name, "validation", TypeAdapter(kind)) for name, kind in _KINDS.items()]
    top, rest = TypeAdapter.json_schemas(
        adapters,  # type: ignore[arg-type]
        ref_template="#/components/schemas/{model}",
    )
    schemas: dict[str, Any] = rest["$defs"]
    schemas["SpeechRequest"] = top["SpeechRequest", "validation"]
    for model in _models(BaseModel):
        if model.__name__ in schemas:
            _leave_out_null(schemas[model.__name__], model)
    for name, schema in schemas.items():
        if name.endswith("Request") and "properties" in schema:
            schema["properties"]["text"]["pattern"] = f"[{_letters()}]"
    return dict(sorted(schemas.items()))


def _models(base: type[BaseModel]) -> set[type[BaseModel]]:
    own = {child for child in base.__subclasses__() if child.__module__.startswith("engine.contract")}
    return own.union(*map(_models, own))


def _leave_out_null(schema: dict[str, Any], model: type[BaseModel]) -> None:
    """A field that is left out when unset is never null (`engine.contract.base.Omitted`)."""
    for name, field in model.model_fields.items():
        if field.exclude_if is None:
            continue
        described = schema["properties"][name]
        described.pop("default", None)
        (kind,) = [one for one in described.pop("anyOf") if one != {"type": "null"}]
        described.update(kind)


def _letters() -> str:
    """Every letter that lets a text be processed, as a class of a regular expression."""
    letters = [char for char in map(chr, range(0x600, 0x10000)) if is_persian_letter(char)]
    runs: list[list[str]] = []
    for char in letters:
        if runs and ord(char) == ord(runs[-1][-1]) + 1:
            runs[-1][1:] = [char]
        else:
            runs.append([char])
    return "".join("-".join(run) for run in runs)


@cache
def text() -> str:
    """The document as it is committed and served."""
    return json.dumps(document(), ensure_ascii=False, indent=1) + "\n"


if __name__ == "__main__":
    print(text(), end="")
