"""Sections 2.1 to 2.3, what is asked for; each test quotes the rule it checks."""

import pytest

from engine.contract.errors import ValidationFailed
from engine.contract.names import BASIC_VOICES, EXPRESSIVENESS, PREMIUM_VOICES, SPEECH_STYLES
from tests.conformance.asking import BASIC, PREMIUM, TEXT, post, refused, succeeded


@pytest.mark.parametrize("text", [TEXT, " \u200cسلام\r\n\u0640ي\u0654ك\ufeff ", "س\u0301e\u0301", "\x00س"])
@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_text_is_returned_unchanged(engine, method, text):
    """`text`: ... returned unchanged as `original`."""
    assert getattr(engine, method)(text).original == text


def test_include_ezafe(http):
    """include_ezafe (diacritize only), boolean, default true."""
    given = [succeeded(post(http, "/v1/diacritize", {"text": TEXT, **more}))["operations"]
             for more in ({}, {"include_ezafe": True}, {"include_ezafe": False})]  # fmt: skip
    assert given[0] == given[1]
    assert "ezafe" in {operation["type"] for operation in given[0]}
    assert "ezafe" not in {operation["type"] for operation in given[2]}
    for wrong in ("true", 1, None):
        refused(post(http, "/v1/diacritize", {"text": TEXT, "include_ezafe": wrong}), category="validation")


@pytest.mark.parametrize("field", ["style", "vowel_notation"])
def test_include_ezafe_is_of_diacritize_only(http, field):
    """include_ezafe (diacritize only); style, vowel_notation (pinglish only)."""
    refused(post(http, "/v1/pinglish", {"text": TEXT, "include_ezafe": True}), category="validation")
    value = {"style": "readable", "vowel_notation": "macron"}[field]
    refused(post(http, "/v1/diacritize", {"text": TEXT, field: value}), category="validation")


@pytest.mark.parametrize("style", ["readable", "systematic"])
@pytest.mark.parametrize("notation", ["double_a", "macron"])
def test_styles_and_notations(engine, style, notation):
    """style: `readable` or `systematic`; vowel_notation: `double_a` or `macron`."""
    answer = engine.pinglish(TEXT, style=style, vowel_notation=notation)
    assert (answer.style, answer.vowel_notation) == (style, notation)


def test_defaults_of_pinglish(http):
    """style ... default `readable`; vowel_notation ... default `double_a`."""
    answer = succeeded(post(http, "/v1/pinglish"))
    assert (answer["style"], answer["vowel_notation"]) == ("readable", "double_a")


@pytest.mark.parametrize("wrong", [{"style": "fancy"}, {"vowel_notation": "aa"}, {"style": None}])
def test_other_styles_are_refused(http, wrong):
    """style: `readable` or `systematic`; vowel_notation: `double_a` or `macron`."""
    detail = refused(post(http, "/v1/pinglish", {"text": TEXT, **wrong}), category="validation")
    assert detail.details["field"] == next(iter(wrong))


@pytest.mark.parametrize("text", [None, 5, ["سلام"], True])
def test_text_is_a_string(http, text):
    """`text`, string, required."""
    refused(post(http, "/v1/translate", {"text": text}), category="validation")
    refused(post(http, "/v1/translate", {}), category="validation")


def test_translate_holds_only_text(http):
    """The translate request holds only `text`."""
    refused(post(http, "/v1/translate", {"text": TEXT, "style": "readable"}), category="validation")


@pytest.mark.parametrize("voice", BASIC_VOICES)
def test_basic_voices(engine, voice):
    """voice: one of `kian`, `leyla`, `ava`, `mana`, `amir`."""
    assert engine.speech(TEXT, voice=voice).voice == voice


@pytest.mark.parametrize("voice", PREMIUM_VOICES)
def test_premium_voices(http, voice):
    """voice: one of: Zephyr, Puck, Charon, Kore, ..."""
    assert succeeded(post(http, "/v1/speech", PREMIUM | {"voice": voice}))["voice"] == voice


@pytest.mark.parametrize("field", ["text", "tier", "voice"])
@pytest.mark.parametrize("body", [BASIC, PREMIUM])
def test_what_speech_requires(http, body, field):
    """text, tier, voice: required."""
    without = {name: value for name, value in body.items() if name != field}
    for route in ("/v1/speech", "/v1/speech/jobs"):
        assert refused(post(http, route, without), category="validation").details["field"] == field


@pytest.mark.parametrize("wrong", [{"tier": "gold"}, {"voice": "Kore"}, {"voice": "Kian"}, {"tier": "Basic"}])
def test_other_tiers_and_voices_are_refused(http, wrong):
    """tier: constant `basic`; voice: one of ..."""
    refused(post(http, "/v1/speech", BASIC | wrong), category="validation")


@pytest.mark.parametrize("body", [BASIC, PREMIUM])
def test_pace(http, body):
    """pace, number: 0.75 to 1.25; default 1."""
    for pace in (0.75, 1, 1.0, 1.25):
        assert succeeded(post(http, "/v1/speech", body | {"pace": pace}))["delivery"]["pace"] == pace
    assert succeeded(post(http, "/v1/speech", body))["delivery"]["pace"] == 1
    for pace in (0.749, 1.251, "1", None, True):
        refused(post(http, "/v1/speech", body | {"pace": pace}), category="validation")


@pytest.mark.parametrize(
    "extra",
    [
        {"style": "neutral"},
        {"expressiveness": "natural"},
        {"regional_mode": "standard"},
        {"director_notes": "آرام"},
        {"director_notes": None},
    ],
)
def test_premium_fields_in_a_basic_request(http, extra):
    """Premium-only fields in a Basic request are rejected, not ignored."""
    for route in ("/v1/speech", "/v1/speech/jobs"):
        refused(post(http, route, BASIC | extra), category="validation")


@pytest.mark.parametrize("style", SPEECH_STYLES)
def test_premium_styles(engine, style):
    """style: `neutral`, `warm`, `news`, `conversational`, `instructional`."""
    assert engine.speech(TEXT, tier="premium", voice="Kore", style=style).delivery.style == style


@pytest.mark.parametrize("expressiveness", EXPRESSIVENESS)
def test_premium_expressiveness(engine, expressiveness):
    """expressiveness: `calm`, `natural`, `lively`."""
    clip = engine.speech(TEXT, tier="premium", voice="Kore", expressiveness=expressiveness)
    assert clip.delivery.expressiveness == expressiveness


def test_premium_defaults(http):
    """style default `neutral`; expressiveness default `natural`; regional_mode default `standard`; ..."""
    assert succeeded(post(http, "/v1/speech", PREMIUM))["delivery"] == {
        "pace": 1.0,
        "style": "neutral",
        "expressiveness": "natural",
        "regional_mode": "standard",
        "director_notes": None,
    }


@pytest.mark.parametrize(
    "wrong", [{"style": "angry"}, {"expressiveness": "wild"}, {"regional_mode": "tehrani"}, {"style": None}]
)
def test_other_deliveries_are_refused(http, wrong):
    """style: ...; expressiveness: ...; regional_mode: only `standard`."""
    refused(post(http, "/v1/speech", PREMIUM | wrong), category="validation")


def test_director_notes(engine):
    """director_notes, string or null: at most 600 characters."""
    for notes in ("", "آ" * 600, "😀" * 600):
        clip = engine.speech(TEXT, tier="premium", voice="Kore", director_notes=notes)
        assert clip.delivery.director_notes == notes
    with pytest.raises(ValidationFailed):
        engine.speech(TEXT, tier="premium", voice="Kore", director_notes="آ" * 601)
