"""What makes requests the same, and which keys are keys (sections 4 and 8)."""

import pytest

from engine.contract import BasicSpeechRequest, DiacritizeRequest, PinglishRequest, TranslateRequest
from engine.contract.errors import ValidationFailed
from engine.contract.parameters import idempotency_key
from engine.service.identity import identity

TEXT = DiacritizeRequest(text="مردم")


def test_defaults_are_part_of_the_identity_whether_given_or_not():
    assert identity("diacritize", TEXT) == identity(
        "diacritize", DiacritizeRequest(text="مردم", include_ezafe=True)
    )
    basic = {"text": "س", "tier": "basic", "voice": "kian"}
    assert identity("speech", BasicSpeechRequest(**basic)) == identity(
        "speech", BasicSpeechRequest(**basic, pace=1)
    )


@pytest.mark.parametrize(
    ("operation", "request_"),
    [
        ("diacritize", DiacritizeRequest(text="مردم", include_ezafe=False)),
        ("diacritize", DiacritizeRequest(text="مردم ")),
        ("pinglish", TEXT),
        ("translate", TranslateRequest(text="مردم")),
        ("pinglish", PinglishRequest(text="مردم")),
    ],
)
def test_operation_and_every_field_count(operation, request_):
    assert identity(operation, request_) != identity("diacritize", TEXT)


@pytest.mark.parametrize(
    "key", ["12345678", "x" * 128, "a b c d e", "!\"#$%&'()~", " 12345678 ", "   12345678"]
)
def test_keys_of_8_to_128_printable_characters_are_taken_without_edge_spaces(key):
    assert idempotency_key(key) == key.strip(" ")


@pytest.mark.parametrize(
    "key",
    [
        "",
        "1234567",
        " 1234567 ",
        "1234567 ",
        "x" * 129,
        "key\nwith-newline",
        "\t12345678",
        "کلیدفارسی",
        "1234567\x7f",
        12345678,
    ],
)
def test_other_keys_are_refused(key):
    with pytest.raises(ValidationFailed) as caught:
        idempotency_key(key)
    assert caught.value.details["field"] == "idempotency_key"


def test_no_key_is_no_key():
    assert idempotency_key(None) is None
