"""Strict JSON and the size of a body (sections 1.1, 1.2 and 8)."""

import contextlib
import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract import DiacritizeRequest, PremiumSpeechRequest, SpeechRequest, TranslateRequest
from engine.contract.errors import BodyTooLarge, MalformedJson, ValidationFailed
from engine.contract.limits import MAX_BODY_BYTES
from engine.contract.wire import decode, encode, validate

GOOD = '{"text":"سلام"}'.encode()

MALFORMED = {
    "empty": b"",
    "byte order mark": b"\xef\xbb\xbf" + GOOD,
    "invalid UTF-8": b'{"text":"\xff"}',
    "overlong UTF-8": b'{"text":"\xc0\xaf"}',
    "encoded surrogate": b'{"text":"\xed\xa0\x80"}',
    "UTF-16": '{"text":"سلام"}'.encode("utf-16"),
    "truncated": GOOD[:-1],
    "trailing data": GOOD + b"{}",
    "trailing comma": b'{"text":"a",}',
    "comment": b'{"text":"a"} // x',
    "single quotes": b"{'text':'a'}",
    "bare control character": b'{"text":"a\nb"}',
    "duplicate key": '{"text":"س","text":"س"}'.encode(),
    "duplicate key, escaped": '{"text":"س","te\\u0078t":"س"}'.encode(),
    "duplicate key, nested": b'{"text":{"a":1,"a":2}}',
    "NaN": b'{"text":NaN}',
    "Infinity": b'{"text":Infinity}',
    "minus Infinity": b'{"text":-Infinity}',
    "lone surrogate as key": b'{"\\ud800":1}',
    "deep arrays": b"[" * 30_000,
    "deep objects": b'{"a":' * 5_000,
    "huge integer": b'{"text":' + b"9" * 5_000 + b"}",
    "array": b"[]",
    "string": b'"text"',
    "null": b"null",
    "number": b"1",
}


@pytest.mark.parametrize("body", MALFORMED.values(), ids=MALFORMED.keys())
def test_what_is_not_one_strict_json_object_is_malformed(body):
    with pytest.raises(MalformedJson) as caught:
        decode(TranslateRequest, body)
    assert (caught.value.detail.category, caught.value.status) == ("validation", 400)
    assert caught.value.details == {"field": "body"}


VALUES = {
    "lone high surrogate": (b'{"text":"\\ud800"}', "text"),
    "lone low surrogate": (b'{"text":"\\udc00"}', "text"),
    "number over the range of floats": (
        '{"text":"س","tier":"basic","voice":"kian","pace":1e999}'.encode(),
        "pace",
    ),
    "null text": (b'{"text":null}', "text"),
}


@pytest.mark.parametrize(("body", "field"), VALUES.values(), ids=VALUES.keys())
def test_json_that_is_well_formed_but_holds_a_bad_value_names_the_field(body, field):
    with pytest.raises(ValidationFailed) as caught:
        decode(SpeechRequest if field == "pace" else TranslateRequest, body)
    assert caught.value.details["field"] == field


def test_messages_are_for_people():
    with pytest.raises(ValidationFailed) as caught:
        validate(TranslateRequest, {"text": "hello"})
    assert caught.value.detail.message == "text: must contain at least one Persian-script letter"


BASIC = {"text": "سلام", "tier": "basic", "voice": "kian"}
TOLD = [
    ({"text": "سلام", "voice": "kian"}, "tier: is needed: basic or premium"),
    ({**BASIC, "tier": "gold"}, "tier: must be basic or premium"),
    ({**BASIC, "style": "warm"}, "style: is for the Premium tier"),
    ({**BASIC, "director_notes": None}, "director_notes: is for the Premium tier"),
    ({**BASIC, "lang": "fa"}, "lang: Extra inputs are not permitted"),
]


@pytest.mark.parametrize(("fields", "message"), TOLD)
def test_a_refused_speech_request_says_what_to_do(fields, message):
    with pytest.raises(ValidationFailed) as caught:
        validate(SpeechRequest, fields)
    assert caught.value.detail.message == message


def test_escaped_and_plain_spellings_of_a_text_are_the_same_request():
    escaped = json.dumps({"text": "سلام 😀"}).encode()
    plain = json.dumps({"text": "سلام 😀"}, ensure_ascii=False).encode()
    assert decode(TranslateRequest, escaped) == decode(TranslateRequest, plain)


def test_a_body_may_have_exactly_32768_bytes():
    body = GOOD + b" " * (MAX_BODY_BYTES - len(GOOD))
    assert decode(DiacritizeRequest, body).text == "سلام"
    with pytest.raises(BodyTooLarge) as caught:
        decode(DiacritizeRequest, body + b" ")
    assert (caught.value.status, caught.value.detail.category) == (413, "validation")
    assert caught.value.details == {"field": "body", "bytes": 32_769, "limit": 32_768}


def test_the_size_of_a_request_is_that_of_its_compact_json():
    # A control character takes six bytes of JSON, so 6,000 code points can exceed the limit.
    room = MAX_BODY_BYTES - len(encode(validate(TranslateRequest, {"text": "س"})))
    fits = "س" + "\x01" * (room // 6)
    assert len(encode(validate(TranslateRequest, {"text": fits}))) <= MAX_BODY_BYTES
    with pytest.raises(BodyTooLarge):
        validate(TranslateRequest, {"text": fits + "\x01"})


def test_too_large_is_found_before_malformed():
    with pytest.raises(BodyTooLarge):
        decode(TranslateRequest, b"[" * (MAX_BODY_BYTES + 1))


@given(st.text(max_size=200))
def test_what_is_sent_is_compact_json_and_reads_back_equal(text):
    request = validate(
        PremiumSpeechRequest, {"text": "س" + text, "tier": "premium", "voice": "Kore", "director_notes": None}
    )
    body = encode(request)
    assert body == json.dumps(request.model_dump(), ensure_ascii=False, separators=(",", ":")).encode()
    assert decode(SpeechRequest, body) == request


@given(st.binary(max_size=60))
def test_any_bytes_are_read_or_refused_with_a_typed_error(body):
    with contextlib.suppress(MalformedJson, ValidationFailed):
        decode(TranslateRequest, body)
