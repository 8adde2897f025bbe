"""Bad input to every operation: a typed error that names the field, nothing run, nothing charged."""

import pytest

from engine.contract.errors import BodyTooLarge, MalformedJson, ValidationFailed
from engine.service.account import Account

ME = Account()
TEXT = {"text": "سلام"}
BASIC = {**TEXT, "tier": "basic", "voice": "kian"}
PREMIUM = {**TEXT, "tier": "premium", "voice": "Kore"}
BAD = [
    *[
        (name, {**body, "text": text}, "text")
        for name, body in [("diacritize", TEXT), ("pinglish", TEXT), ("translate", TEXT), ("speech", BASIC)]
        for text in ("", "hello", "س" * 6_001, 5, None, "\ud800س")
    ],
    *[(name, {**TEXT, "lang": "fa"}, "lang") for name in ("diacritize", "pinglish", "translate")],
    ("diacritize", {**TEXT, "include_ezafe": 1}, "include_ezafe"),
    ("pinglish", {**TEXT, "style": "fancy"}, "style"),
    ("pinglish", {**TEXT, "vowel_notation": "aa"}, "vowel_notation"),
    ("translate", {**TEXT, "include_ezafe": True}, "include_ezafe"),
    ("speech", {**BASIC, "pace": 0.74}, "pace"),
    ("speech", {**BASIC, "pace": 1.26}, "pace"),
    ("speech", {**BASIC, "pace": "1"}, "pace"),
    ("speech", {**BASIC, "pace": float("nan")}, "pace"),
    ("speech", {**BASIC, "voice": "Kore"}, "voice"),
    ("speech", {**BASIC, "style": "warm"}, "style"),
    ("speech", {**BASIC, "director_notes": None}, "director_notes"),
    ("speech", {**PREMIUM, "voice": "kian"}, "voice"),
    ("speech", {**PREMIUM, "style": "sad"}, "style"),
    ("speech", {**PREMIUM, "director_notes": "x" * 601}, "director_notes"),
    ("speech", TEXT, "tier"),
    ("speech", {**TEXT, "tier": "gold"}, "tier"),
]


@pytest.mark.parametrize(("operation", "body", "field"), BAD)
def test_bad_fields(service, capabilities, rows, operation, body, field):
    with pytest.raises(ValidationFailed) as caught:
        service.generate(ME, operation, body, "a-key-of-mine")
    assert caught.value.details["field"] == field
    assert caught.value.detail.category == "validation"
    assert caught.value.request_id is not None
    assert capabilities.calls == []
    assert rows("SELECT * FROM idempotency") == rows("SELECT * FROM charges") == []


@pytest.mark.parametrize(("body", "field"), [(body, field) for name, body, field in BAD if name == "speech"])
def test_bad_fields_of_a_job(service, rows, body, field):
    with pytest.raises(ValidationFailed) as caught:
        service.create_job(ME, body, "a-key-of-mine")
    assert caught.value.details["field"] == field
    assert rows("SELECT * FROM jobs") == []


@pytest.mark.parametrize(
    ("body", "error"),
    [
        (b"", MalformedJson),
        (b"[]", MalformedJson),
        (b'{"text":"\xff"}', MalformedJson),
        (b" " * 32_769, BodyTooLarge),
    ],
)
def test_bad_bodies(service, body, error):
    with pytest.raises(error):
        service.generate(ME, "translate", body)


def test_one_bad_text_of_many_stops_all_of_them(service, capabilities, rows):
    with pytest.raises(ValidationFailed):
        service.generate_many(ME, "translate", [TEXT, {"text": "hello"}], [None, None])
    assert capabilities.calls == []


def test_many_texts_run_as_one_batch(service, capabilities, rows):
    answers = service.generate_many(ME, "translate", [{"text": f"متن {n}"} for n in range(5)], [None] * 5)
    assert [answer.original for answer in answers] == [f"متن {n}" for n in range(5)]
    assert len({answer.request_id for answer in answers}) == 5
    assert capabilities.calls == ["translate"]
    mixed = service.generate_many(
        ME, "translate", [{"text": "متن 3"}, {"text": "نو"}], [None, "a-key-of-mine"]
    )
    assert [answer.usage.cache_hit for answer in mixed] == [True, False]
    assert [answer.original for answer in mixed] == ["متن 3", "نو"]
    assert service.generate_many(ME, "translate", [], []) == []


def test_many_texts_are_charged_all_or_none(service, capabilities, rows):
    capabilities.failure = RuntimeError()
    with pytest.raises(Exception, match="unforeseen"):
        service.generate_many(
            ME, "translate", [{"text": "یک"}, {"text": "دو"}], ["a-key-of-mine", "another-key"]
        )
    assert rows("SELECT * FROM charges") == rows("SELECT * FROM idempotency") == []
