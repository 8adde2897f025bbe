"""Request bodies: every field, bound, default and refusal of sections 1, 2.1, 2.2 and 2.3."""

from typing import Any

import pytest

from engine.contract import DiacritizeRequest, PinglishRequest, SpeechRequest, TranslateRequest
from engine.contract.errors import ValidationFailed
from engine.contract.names import BASIC_VOICES, EXPRESSIVENESS, PREMIUM_VOICES, SPEECH_STYLES
from engine.contract.wire import validate

TEXT = {"text": "مردم شهر"}
BASIC = {**TEXT, "tier": "basic", "voice": "kian"}
PREMIUM = {**TEXT, "tier": "premium", "voice": "Kore"}
KINDS = [
    (DiacritizeRequest, TEXT),
    (PinglishRequest, TEXT),
    (TranslateRequest, TEXT),
    (SpeechRequest, BASIC),
    (SpeechRequest, PREMIUM),
]


def refused_field(kind: Any, fields: dict[str, Any]) -> str:
    with pytest.raises(ValidationFailed) as caught:
        validate(kind, fields)
    error = caught.value
    assert (error.detail.category, error.detail.code, error.status) == ("validation", "invalid_request", 422)
    assert error.details["field"] in str(error)
    return error.details["field"]


DEFAULTS = [
    (DiacritizeRequest, TEXT, {"include_ezafe": True}),
    (PinglishRequest, TEXT, {"style": "readable", "vowel_notation": "double_a"}),
    (TranslateRequest, TEXT, {}),
    (SpeechRequest, BASIC, {"pace": 1.0}),
    (
        SpeechRequest,
        PREMIUM,
        {
            "pace": 1.0,
            "style": "neutral",
            "expressiveness": "natural",
            "regional_mode": "standard",
            "director_notes": None,
        },
    ),
]


@pytest.mark.parametrize(("kind", "given", "defaults"), DEFAULTS)
def test_the_defaults_are_those_of_the_document_and_no_other_field_exists(kind, given, defaults):
    assert validate(kind, given).model_dump() == {**given, **defaults}


ACCEPTED = [
    *[(DiacritizeRequest, TEXT, "include_ezafe", value) for value in (True, False)],
    *[(PinglishRequest, TEXT, "style", value) for value in ("readable", "systematic")],
    *[(PinglishRequest, TEXT, "vowel_notation", value) for value in ("double_a", "macron")],
    *[(SpeechRequest, BASIC, "voice", value) for value in ("kian", "leyla", "ava", "mana", "amir")],
    *[
        (SpeechRequest, fields, "pace", value)
        for fields in (BASIC, PREMIUM)
        for value in (0.75, 1, 1.1, 1.25)
    ],
    *[(SpeechRequest, PREMIUM, "voice", value) for value in PREMIUM_VOICES],
    *[
        (SpeechRequest, PREMIUM, "style", value)
        for value in ("neutral", "warm", "news", "conversational", "instructional")
    ],
    *[(SpeechRequest, PREMIUM, "expressiveness", value) for value in ("calm", "natural", "lively")],
    (SpeechRequest, PREMIUM, "regional_mode", "standard"),
    *[
        (SpeechRequest, PREMIUM, "director_notes", value)
        for value in (None, "", "آرام", "x" * 600, "😀" * 600)
    ],
]


@pytest.mark.parametrize(("kind", "fields", "name", "value"), ACCEPTED)
def test_every_value_that_the_document_lists_is_accepted(kind, fields, name, value):
    assert getattr(validate(kind, {**fields, name: value}), name) == value


REFUSED = [
    *[(DiacritizeRequest, TEXT, "include_ezafe", value) for value in (1, 0, "true", None, [True])],
    *[(PinglishRequest, TEXT, "style", value) for value in ("Readable", "", "readable ", None, 1, True)],
    *[(PinglishRequest, TEXT, "vowel_notation", value) for value in ("aa", "ā", "", None, 2)],
    *[(SpeechRequest, BASIC, "voice", value) for value in ("Kian", "Kore", "", None, 3)],
    *[(SpeechRequest, PREMIUM, "voice", value) for value in ("kian", "kore", "", None, 3)],
    *[
        (SpeechRequest, fields, "pace", value)
        for fields in (BASIC, PREMIUM)
        for value in (
            0.74,
            0.7499999,
            1.2500001,
            1.26,
            0,
            -1,
            "1",
            True,
            None,
            float("nan"),
            float("inf"),
            10**400,
        )
    ],
    *[(SpeechRequest, PREMIUM, "style", value) for value in ("angry", "", None, 1)],
    *[(SpeechRequest, PREMIUM, "expressiveness", value) for value in ("wild", "", None, 1)],
    *[(SpeechRequest, PREMIUM, "regional_mode", value) for value in ("tehrani", "", None)],
    *[
        (SpeechRequest, PREMIUM, "director_notes", value)
        for value in ("x" * 601, "😀" * 601, 1, [], "\ud800")
    ],
    *[(SpeechRequest, BASIC, "tier", value) for value in ("gold", "Basic", "", None, 1, ["basic"])],
]


@pytest.mark.parametrize(("kind", "fields", "name", "value"), REFUSED)
def test_a_wrong_value_is_refused_and_its_field_named(kind, fields, name, value):
    assert refused_field(kind, {**fields, name: value}) == name


@pytest.mark.parametrize("name", ["style", "expressiveness", "regional_mode", "director_notes"])
def test_premium_only_fields_are_rejected_in_a_basic_request_even_at_their_default(name):
    default = validate(SpeechRequest, PREMIUM).model_dump()[name]
    assert refused_field(SpeechRequest, {**BASIC, name: default}) == name


@pytest.mark.parametrize(("kind", "fields"), KINDS)
@pytest.mark.parametrize("name", ["lang", "Text", "request_id", "basic", "premium"])
def test_an_unknown_field_is_refused_by_name(kind, fields, name):
    assert refused_field(kind, {**fields, name: "x"}) == name


@pytest.mark.parametrize(("kind", "fields"), KINDS)
def test_every_required_field_is_required(kind, fields):
    for name in fields:
        assert refused_field(kind, {key: value for key, value in fields.items() if key != name}) == name


TEXTS = [
    "س",
    "a" * 5_999 + "س",
    "😀" * 5_999 + "س",  # 11,999 UTF-16 units, 23,998 bytes
    "س\u200c" * 3_000,
    "سَّ" * 2_000,
    "Mixed متن و English 123",
    "\n\t س",
    "ي",
    "ك",
    "ﺱ",
    "\x00س",
]


@pytest.mark.parametrize(("kind", "fields"), KINDS)
@pytest.mark.parametrize("text", TEXTS, ids=range(len(TEXTS)))
def test_text_of_1_to_6000_code_points_with_a_persian_letter_is_accepted_unchanged(kind, fields, text):
    assert validate(kind, {**fields, "text": text}).text == text


BAD_TEXTS = [
    "",
    " ",
    "hello",
    "۱۲۳",
    "؟،؛",
    "\u064e\u0651",  # marks alone
    "\u200c",
    "😀",
    "س" * 6_001,
    "😀" * 6_000 + "س",
    "س" + " " * 6_000,
    "س\ud800",
    "\udc00س",
    "س\ud83d\ude00",  # a pair of surrogates is not the character they stand for
    None,
    7,
    True,
    ["س"],
    "س".encode(),
]


@pytest.mark.parametrize(("kind", "fields"), KINDS)
@pytest.mark.parametrize("text", BAD_TEXTS, ids=range(len(BAD_TEXTS)))
def test_any_other_text_is_refused_as_text(kind, fields, text):
    assert refused_field(kind, {**fields, "text": text}) == "text"


def test_all_problems_of_a_request_are_listed():
    with pytest.raises(ValidationFailed) as caught:
        validate(SpeechRequest, {"text": "", "tier": "basic", "voice": "x", "pace": 2, "style": "warm"})
    assert {problem["field"] for problem in caught.value.details["problems"]} == {
        "text",
        "voice",
        "pace",
        "style",
    }


def test_a_request_cannot_be_changed():
    request = validate(TranslateRequest, TEXT)
    with pytest.raises(ValueError, match="frozen"):
        request.text = "دیگر"


def test_the_vocabularies_have_the_documents_sizes():
    sizes = (len(BASIC_VOICES), len(PREMIUM_VOICES), len(SPEECH_STYLES), len(EXPRESSIVENESS))
    assert sizes == (5, 30, 5, 3)
