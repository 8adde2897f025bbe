"""Sections 2.1 to 2.3, what is asked for; each test quotes the rule it checks."""

import pytest

from engine.contract.errors import ValidationFailed
from engine.contract.names import BASIC_VOICES, EXPRESSIVENESS, PREMIUM_VOICES, SPEECH_STYLES
from tests.conformance.asking import BASIC, BODIES, PREMIUM, TEXT, post, refused, succeeded


@pytest.mark.parametrize("text", [TEXT, " \u200cسلام\r\n\u0640ي\u0654ك\ufeff ", "س\u0301e\u0301", "\x00س"])
@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_text_is_returned_unchanged_as_original(engine, method, text):
    """`text`: ... returned unchanged as `original`."""
    assert getattr(engine, method)(text).original == text


def test_include_ezafe_boolean_default_true(http):
    """include_ezafe (diacritize only), boolean, default true."""
    given = [succeeded(post(http, "/v1/diacritize", {"text": TEXT, **more}))["operations"]
             for more in ({}, {"include_ezafe": True}, {"include_ezafe": False})]  # fmt: skip
    assert given[0] == given[1]
    assert "ezafe" in {operation["type"] for operation in given[0]}
    assert "ezafe" not in {operation["type"] for operation in given[2]}
    for wrong in ("true", 1, None):
        refused(post(http, "/v1/diacritize", {"text": TEXT, "include_ezafe": wrong}), category="validation")


def test_include_ezafe_boolean_default_true_on_an_engine(engine):
    given = [engine.diacritize(TEXT, **more).operations for more in ({}, {"include_ezafe": True})]
    assert given[0] == given[1]
    assert "ezafe" in {operation.type for operation in given[0]}
    without = engine.diacritize(TEXT, include_ezafe=False)
    assert {operation.type for operation in without.operations} == {"reading"}


@pytest.mark.parametrize("field", ["style", "vowel_notation"])
def test_include_ezafe_diacritize_only_style_and_vowel_notation_pinglish_only(http, field):
    """include_ezafe (diacritize only); style, vowel_notation (pinglish only)."""
    refused(post(http, "/v1/pinglish", {"text": TEXT, "include_ezafe": True}), category="validation")
    value = {"style": "readable", "vowel_notation": "macron"}[field]
    refused(post(http, "/v1/diacritize", {"text": TEXT, field: value}), category="validation")


@pytest.mark.parametrize("style", ["readable", "systematic"])
@pytest.mark.parametrize("notation", ["double_a", "macron"])
def test_style_readable_or_systematic_vowel_notation_double_a_or_macron(engine, style, notation):
    answer = engine.pinglish(TEXT, style=style, vowel_notation=notation)
    assert (answer.style, answer.vowel_notation) == (style, notation)


def test_style_default_readable_vowel_notation_default_double_a(http):
    answer = succeeded(post(http, "/v1/pinglish"))
    assert (answer["style"], answer["vowel_notation"]) == ("readable", "double_a")


@pytest.mark.parametrize("wrong", [{"style": "fancy"}, {"vowel_notation": "aa"}, {"style": None}])
def test_style_and_vowel_notation_are_nothing_but_the_values_listed(http, wrong):
    """style: `readable` or `systematic`; vowel_notation: `double_a` or `macron`."""
    detail = refused(post(http, "/v1/pinglish", {"text": TEXT, **wrong}), category="validation")
    assert detail.details["field"] == next(iter(wrong))


@pytest.mark.parametrize("text", [None, 5, ["سلام"], True])
@pytest.mark.parametrize("route", BODIES)
def test_text_string_required(http, route, text):
    refused(post(http, route, BODIES[route] | {"text": text}), category="validation")
    without = {name: value for name, value in BODIES[route].items() if name != "text"}
    assert refused(post(http, route, without), category="validation").details["field"] == "text"


@pytest.mark.parametrize(
    "more", [{"style": "readable"}, {"vowel_notation": "macron"}, {"include_ezafe": True}, {"tier": "basic"}]
)
def test_the_translate_request_holds_only_text(http, more):
    refused(post(http, "/v1/translate", {"text": TEXT, **more}), category="validation")


@pytest.mark.parametrize("voice", BASIC_VOICES)
def test_basic_voice_one_of_kian_leyla_ava_mana_amir(engine, voice):
    """voice: one of `kian`, `leyla`, `ava`, `mana`, `amir`."""
    assert engine.speech(TEXT, voice=voice).voice == voice


@pytest.mark.parametrize("voice", PREMIUM_VOICES)
def test_premium_voice_one_of_zephyr_puck_charon_kore_and_26_more(http, voice):
    """voice: one of: Zephyr, Puck, Charon, Kore, ..."""
    assert succeeded(post(http, "/v1/speech", PREMIUM | {"voice": voice}))["voice"] == voice


def test_premium_voice_one_of_zephyr_puck_charon_kore_and_26_more_on_an_engine(engine):
    """voice: one of: Zephyr, Puck, Charon, Kore, ..."""
    assert len(set(PREMIUM_VOICES)) == 30
    for voice in PREMIUM_VOICES:
        assert engine.speech(TEXT, tier="premium", voice=voice).voice == voice
    with pytest.raises(ValidationFailed):
        engine.speech(TEXT, tier="premium", voice="kian")


@pytest.mark.parametrize("field", ["text", "tier", "voice"])
@pytest.mark.parametrize("body", [BASIC, PREMIUM])
def test_text_tier_and_voice_are_required(http, body, field):
    """text, tier, voice: required."""
    without = {name: value for name, value in body.items() if name != field}
    for route in ("/v1/speech", "/v1/speech/jobs"):
        assert refused(post(http, route, without), category="validation").details["field"] == field


@pytest.mark.parametrize("wrong", [{"tier": "gold"}, {"voice": "Kore"}, {"voice": "Kian"}, {"tier": "Basic"}])
def test_tier_constant_basic_voice_one_of_those_listed(http, wrong):
    """tier: constant `basic`; voice: one of ..."""
    refused(post(http, "/v1/speech", BASIC | wrong), category="validation")


@pytest.mark.parametrize("body", [BASIC, PREMIUM])
def test_pace_number_0_75_to_1_25_default_1(http, body):
    for pace in (0.75, 1, 1.0, 1.25):
        assert succeeded(post(http, "/v1/speech", body | {"pace": pace}))["delivery"]["pace"] == pace
    assert succeeded(post(http, "/v1/speech", body))["delivery"]["pace"] == 1
    for pace in (0.749, 1.251, "1", None, True):
        refused(post(http, "/v1/speech", body | {"pace": pace}), category="validation")


@pytest.mark.parametrize(("tier", "voice"), [("basic", "ava"), ("premium", "Kore")])
def test_pace_number_0_75_to_1_25_default_1_on_an_engine(engine, tier, voice):
    for pace in (0.75, 1, 1.25):
        assert engine.speech(TEXT, tier=tier, voice=voice, pace=pace).delivery.pace == pace
    assert engine.speech(TEXT, tier=tier, voice=voice).delivery.pace == 1
    for pace in (0.749, 1.251):
        with pytest.raises(ValidationFailed):
            engine.speech(TEXT, tier=tier, voice=voice, pace=pace)


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
def test_premium_only_fields_in_a_basic_request_are_rejected_not_ignored(http, extra):
    for route in ("/v1/speech", "/v1/speech/jobs"):
        refused(post(http, route, BASIC | extra), category="validation")


@pytest.mark.parametrize("style", SPEECH_STYLES)
def test_premium_style_neutral_warm_news_conversational_instructional(engine, style):
    """style: `neutral`, `warm`, `news`, `conversational`, `instructional`."""
    assert engine.speech(TEXT, tier="premium", voice="Kore", style=style).delivery.style == style


@pytest.mark.parametrize("expressiveness", EXPRESSIVENESS)
def test_expressiveness_calm_natural_lively(engine, expressiveness):
    clip = engine.speech(TEXT, tier="premium", voice="Kore", expressiveness=expressiveness)
    assert clip.delivery.expressiveness == expressiveness


def test_style_default_neutral_expressiveness_natural_regional_mode_standard_director_notes_null(http):
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
def test_style_and_expressiveness_of_those_listed_regional_mode_only_standard(http, wrong):
    """style: ...; expressiveness: ...; regional_mode: only `standard`."""
    refused(post(http, "/v1/speech", PREMIUM | wrong), category="validation")


def test_director_notes_at_most_600_characters(engine):
    """director_notes, string or null: at most 600 characters."""
    for notes in ("", "آ" * 600, "😀" * 600):
        clip = engine.speech(TEXT, tier="premium", voice="Kore", director_notes=notes)
        assert clip.delivery.director_notes == notes
    with pytest.raises(ValidationFailed):
        engine.speech(TEXT, tier="premium", voice="Kore", director_notes="آ" * 601)


def test_director_notes_string_or_null(http):
    """director_notes, string or null: at most 600 characters; default null."""
    for notes in (None, "", "😀" * 600):
        clip = succeeded(post(http, "/v1/speech", PREMIUM | {"director_notes": notes}))
        assert clip["delivery"]["director_notes"] == notes
    for wrong in (5, True, ["آرام"], "آ" * 601):
        for route in ("/v1/speech", "/v1/speech/jobs"):
            refused(post(http, route, PREMIUM | {"director_notes": wrong}), category="validation")
