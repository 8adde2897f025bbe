"""Answers: exact fields, bounds, absent against null (sections 2.4 to 2.12)."""

import copy
import json
from typing import Any

import pytest
from pydantic import BaseModel, TypeAdapter, ValidationError

from engine.contract import (
    AlignmentItem,
    DiacritizeResponse,
    ErrorDetail,
    ErrorEnvelope,
    Fallback,
    Operation,
    PinglishResponse,
    SpeechJobResult,
    SpeechResponse,
    TranslateResponse,
    Usage,
    UsageResponse,
)

ID = "7f9c24e8-3b12-4fef-91e0-5f3e7a2a6d01"
TIME = "2026-03-01T10:20:30.456Z"
TEXT_USAGE = {
    "meter": "text",
    "input_code_points": 8,
    "multiplier": 1,
    "units": 8,
    "additional_units": 0,
    "cache_hit": False,
}
BASIC_USAGE = {"meter": "basic_speech", "seconds": 1.5, "grace_seconds": 0.0, "cache_hit": True}
PREMIUM_USAGE = {"meter": "premium_speech", "seconds": 2.5, "grace_seconds": 0.0, "cache_hit": False}
BASE = {"request_id": ID, "engine_version": "e-1", "usage": TEXT_USAGE, "original": "مردم شهر"}
OPERATION = {"source_index": 0, "mark": "\u064e", "type": "reading"}
ALIGNED = {"source_start": 0, "source_end": 4, "source": "مردم", "pinglish": "mardom-e"}
DIACRITIZE = {**BASE, "marked": "مَردم شهر", "operations": [OPERATION]}
PINGLISH = {
    **BASE,
    "pinglish": "mardom-e shahr",
    "style": "readable",
    "vowel_notation": "double_a",
    "alignment": [ALIGNED],
    "warnings": ["x"],
}
TRANSLATE = {**BASE, "translation": "people", "source_language": "fa", "target_language": "en"}
BASIC_CLIP = {
    "original": "سلام",
    "mime_type": "audio/mpeg",
    "duration_seconds": 1.5,
    "tier": "basic",
    "voice": "kian",
    "delivery": {"pace": 1.0},
    "usage": BASIC_USAGE,
}
PREMIUM_DELIVERY = {
    "pace": 1.0,
    "style": "warm",
    "expressiveness": "calm",
    "regional_mode": "standard",
    "director_notes": None,
}
PREMIUM_CLIP = {
    **BASIC_CLIP,
    "mime_type": "audio/wav",
    "tier": "premium",
    "voice": "Kore",
    "delivery": PREMIUM_DELIVERY,
    "usage": PREMIUM_USAGE,
}
FALLBACK = {"from": "kian", "to": "ava", "reason": "upstream"}
SUBSTITUTED = {**BASIC_CLIP, "voice": "ava", "requested_voice": "kian", "fallback": FALLBACK}
ADDRESS = {
    "request_id": ID,
    "engine_version": "e-1",
    "audio_url": "https://host.example/v1/developer/audio?id=a&expires=1&signature=b",
    "audio_expires_at": TIME,
}
USAGE = {
    "request_id": ID,
    "engine_version": "e-1",
    "environment": "live",
    "plan": "scale",
    "status": "active",
    "billing_period": {"starts_at": TIME, "ends_at": TIME},
    "text": {
        "included_units": 9,
        "used_units": 1,
        "reserved_units": 0,
        "additional_usage_approved": False,
        "additional_unit_ceiling": 0,
        "additional_units": 0,
    },
    "basic_speech": {
        "included_seconds": 9.0,
        "used_seconds": 0.5,
        "reserved_seconds": 0.0,
        "grace_seconds": 0.0,
    },
    "premium_speech": {"included_seconds": 9.0, "used_seconds": 0.5, "reserved_seconds": 0.0},
    "organization_rpm": 60,
}
ERROR = {"code": "c", "message": "m", "category": "service", "action": "a", "retryable": True}

WHOLE = {
    "operation": (Operation, OPERATION),
    "alignment item": (AlignmentItem, ALIGNED),
    "diacritize": (DiacritizeResponse, DIACRITIZE),
    "pinglish": (PinglishResponse, PINGLISH),
    "translate": (TranslateResponse, TRANSLATE),
    "basic speech": (SpeechResponse, {**BASIC_CLIP, **ADDRESS}),
    "premium speech": (SpeechResponse, {**PREMIUM_CLIP, **ADDRESS}),
    "substituted speech": (SpeechResponse, {**SUBSTITUTED, **ADDRESS}),
    "job result": (SpeechJobResult, BASIC_CLIP),
    "job result in sections": (SpeechJobResult, {**PREMIUM_CLIP, "sections": 1}),
    "fallback": (Fallback, FALLBACK),
    "text usage": (Usage, TEXT_USAGE),
    "basic usage": (Usage, BASIC_USAGE),
    "premium usage": (Usage, PREMIUM_USAGE),
    "usage": (UsageResponse, USAGE),
    "error": (ErrorDetail, ERROR),
    "error with details": (ErrorDetail, {**ERROR, "details": {"field": "text", "at": [1, None]}}),
    "envelope": (ErrorEnvelope, {"request_id": "any string", "error": ERROR}),
}
OPTIONAL = {"requested_voice", "fallback", "sections", "details"}


def read(kind: Any, fields: dict[str, Any]) -> BaseModel:
    return TypeAdapter(kind).validate_json(json.dumps(fields))


def paths(value: Any, prefix: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The path of every field of a JSON value, nested ones included; free-form details are left alone."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    found = []
    for key, inner in items:
        found += [(*prefix, key)] * isinstance(value, dict) + (
            paths(inner, (*prefix, key)) if key != "details" else []
        )
    return found


def changed(fields: dict[str, Any], path: tuple[Any, ...], change: Any) -> dict[str, Any]:
    copied = copy.deepcopy(fields)
    holder = copied
    for key in path[:-1]:
        holder = holder[key]
    change(holder, path[-1])
    return copied


@pytest.mark.parametrize(("kind", "fields"), WHOLE.values(), ids=WHOLE.keys())
def test_an_answer_reads_and_writes_back_the_same_json(kind, fields):
    assert json.loads(read(kind, fields).model_dump_json()) == fields


EVERY_FIELD = [
    pytest.param(kind, fields, path, id=f"{name}: {'.'.join(map(str, path))}")
    for name, (kind, fields) in WHOLE.items()
    for path in paths(fields)
]


@pytest.mark.parametrize(("kind", "fields", "path"), EVERY_FIELD)
def test_a_field_is_required_unless_the_document_says_optional(kind, fields, path):
    without = changed(fields, path, lambda holder, key: holder.pop(key))
    if path[-1] in OPTIONAL and "voice" not in path[-1] and path[-1] != "fallback":
        assert path[-1] not in json.loads(read(kind, without).model_dump_json())
        return
    with pytest.raises(ValidationError):
        read(kind, without)


@pytest.mark.parametrize(("kind", "fields", "path"), EVERY_FIELD)
def test_no_field_but_director_notes_may_be_null(kind, fields, path):
    null = changed(fields, path, lambda holder, key: holder.update({key: None}))
    if path[-1] == "director_notes":
        read(kind, null)
        return
    with pytest.raises(ValidationError):
        read(kind, null)


@pytest.mark.parametrize(("kind", "fields", "path"), EVERY_FIELD)
def test_no_field_takes_a_value_of_another_type(kind, fields, path):
    def retype(holder: Any, key: Any) -> None:
        value = holder[key]
        holder[key] = (
            str(value) if isinstance(value, int | float) else {"x": 1} if isinstance(value, list) else 5
        )

    with pytest.raises(ValidationError):
        read(kind, changed(fields, path, retype))


@pytest.mark.parametrize(("kind", "fields", "path"), EVERY_FIELD)
def test_no_number_takes_a_boolean_and_no_boolean_a_number(kind, fields, path):
    def swap(holder: Any, key: Any) -> None:
        holder[key] = 1 if isinstance(holder[key], bool) else True

    with pytest.raises(ValidationError):
        read(kind, changed(fields, path, swap))


@pytest.mark.parametrize(("kind", "fields"), WHOLE.values(), ids=WHOLE.keys())
def test_no_object_accepts_other_fields(kind, fields):
    places = [()] + [
        path for path in paths(fields) if isinstance(_at(fields, path), dict) and path[-1] != "details"
    ]
    for place in places:
        with pytest.raises(ValidationError):
            read(kind, changed(fields, (*place, "surplus"), lambda holder, key: holder.update({key: 1})))


def _at(value: Any, path: tuple[Any, ...]) -> Any:
    for key in path:
        value = value[key]
    return value


BOUNDS = [
    (Operation, OPERATION, "source_index", [0, 5_999], [-1, 0.5]),
    (AlignmentItem, ALIGNED, "source_start", [0], [-1]),
    (AlignmentItem, ALIGNED, "source_end", [1], [0, -1]),
    (Operation, OPERATION, "type", ["reading", "ezafe"], ["other", ""]),
    (Usage, TEXT_USAGE, "input_code_points", [1, 6_000], [0, 6_001]),
    (Usage, TEXT_USAGE, "multiplier", [1, 2], [0, 3]),
    (Usage, TEXT_USAGE, "units", [1, 12_000], [0, 12_001]),
    (Usage, TEXT_USAGE, "additional_units", [0, 10**9], [-1]),
    (Usage, TEXT_USAGE, "meter", ["text"], ["basic_speech", "words"]),
    (Usage, BASIC_USAGE, "seconds", [0.001, 3_600], [0, -1]),
    (Usage, BASIC_USAGE, "grace_seconds", [0, 2.5], [-0.1]),
    (Usage, PREMIUM_USAGE, "seconds", [0.001, 3_600], [0, -1]),
    (Usage, PREMIUM_USAGE, "grace_seconds", [0, 0.0], [0.1, -0.1]),
    (TranslateResponse, TRANSLATE, "source_language", ["fa"], ["en", "per"]),
    (TranslateResponse, TRANSLATE, "target_language", ["en"], ["fa"]),
    (TranslateResponse, TRANSLATE, "request_id", [ID], ["", "x", "{" + ID]),
    (SpeechJobResult, BASIC_CLIP, "mime_type", ["audio/wav", "audio/mpeg"], ["audio/mp3", "audio/ogg"]),
    (SpeechJobResult, BASIC_CLIP, "duration_seconds", [0.01], [0, -1]),
    (SpeechJobResult, BASIC_CLIP, "voice", ["kian", "amir"], ["Kore", "x"]),
    (SpeechJobResult, BASIC_CLIP, "sections", [1, 20], [0]),
    (SpeechJobResult, PREMIUM_CLIP, "voice", ["Zephyr"], ["kian"]),
    (SpeechJobResult, PREMIUM_CLIP, "mime_type", ["audio/wav"], ["audio/mpeg"]),
    (
        SpeechJobResult,
        BASIC_CLIP,
        "delivery",
        [{"pace": 0.75}, {"pace": 1.25}],
        [PREMIUM_DELIVERY, {"pace": 0.7}],
    ),
    (SpeechJobResult, PREMIUM_CLIP, "delivery", [PREMIUM_DELIVERY], [{"pace": 1.0}]),
    (SpeechJobResult, BASIC_CLIP, "usage", [BASIC_USAGE], [PREMIUM_USAGE, TEXT_USAGE]),
    (SpeechJobResult, SUBSTITUTED, "requested_voice", ["kian"], ["leyla", "ava", "Kore"]),
    (SpeechJobResult, SUBSTITUTED, "voice", ["ava"], ["kian", "mana"]),
    (Fallback, FALLBACK, "from", ["kian", "leyla"], ["ava", "amir"]),
    (Fallback, FALLBACK, "to", ["ava"], ["mana"]),
    (
        Fallback,
        FALLBACK,
        "reason",
        ["capacity", "timeout", "upstream", "empty_audio", "transcode_failure"],
        ["other"],
    ),
    (UsageResponse, USAGE, "environment", ["test", "live"], ["staging"]),
    (UsageResponse, USAGE, "plan", ["sandbox", "builder", "growth", "scale"], ["free"]),
    (
        UsageResponse,
        USAGE,
        "status",
        ["pending_payment", "active", "canceling", "past_due", "disabled"],
        ["cancelled"],
    ),
    (UsageResponse, USAGE, "organization_rpm", [1], [0]),
    (
        ErrorDetail,
        ERROR,
        "category",
        [
            "authentication",
            "authorization",
            "validation",
            "conflict",
            "rate_limit",
            "quota",
            "service",
            "provider",
            "internal",
        ],
        ["other"],
    ),
    (
        SpeechResponse,
        {**BASIC_CLIP, **ADDRESS},
        "audio_url",
        ["persian-engine://local/v1/x?id=1"],
        ["/v1/x", "x", ""],
    ),
    (
        SpeechResponse,
        {**BASIC_CLIP, **ADDRESS},
        "audio_expires_at",
        ["2026-03-01T10:20:30Z", "2026-03-01T13:50:30+03:30"],
        ["2026-03-01", "2026-03-01T10:20:30", "1", "now", "2026-03-01 10:20:30Z"],
    ),
]


@pytest.mark.parametrize(
    ("kind", "fields", "name", "good", "bad"), BOUNDS, ids=[f"{case[2]}-{i}" for i, case in enumerate(BOUNDS)]
)
def test_bounds_and_vocabularies(kind, fields, name, good, bad):
    for value in good:
        read(kind, {**fields, name: value})
    for value in bad:
        with pytest.raises(ValidationError):
            read(kind, {**fields, name: value})


@pytest.mark.parametrize("section", ["text", "basic_speech", "premium_speech"])
def test_the_counters_of_the_usage_response_are_never_negative(section):
    for name, value in USAGE[section].items():
        if not isinstance(value, bool):
            with pytest.raises(ValidationError):
                read(UsageResponse, {**USAGE, section: {**USAGE[section], name: -1}})


def test_requested_voice_and_fallback_come_together():
    for name in ("requested_voice", "fallback"):
        with pytest.raises(ValidationError):
            read(SpeechJobResult, {key: value for key, value in SUBSTITUTED.items() if key != name})


def test_times_are_written_in_utc():
    response = read(
        SpeechResponse, {**BASIC_CLIP, **ADDRESS, "audio_expires_at": "2026-03-01T13:50:30+03:30"}
    )
    assert json.loads(response.model_dump_json())["audio_expires_at"] == "2026-03-01T10:20:30.000Z"


@pytest.mark.parametrize("number", [b"NaN", b"Infinity", b"1e999"])
def test_no_number_is_infinite_or_nan(number):
    body = (
        json.dumps(BASIC_CLIP).encode().replace(b'"duration_seconds": 1.5', b'"duration_seconds": ' + number)
    )
    with pytest.raises(ValidationError):
        SpeechJobResult.model_validate_json(body)
