"""Sections 2.4 to 2.9, what is answered; each test quotes the rule it checks."""

import io
import wave
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID

import pytest
import soundfile

from engine.text.chars import MARKS
from tests.conformance.asking import BASIC, BODIES, PREMIUM, TEXT, post, succeeded
from tests.conformance.stage import SUBSTITUTED

BASE = {"request_id", "engine_version", "usage"}
SPEECH_USAGE = {"meter", "seconds", "grace_seconds", "cache_hit"}
CLIP = {"original", "mime_type", "duration_seconds", "tier", "voice", "delivery"}
SENTENCE = "مردم شهر از هوای سرد گله دارند."


@pytest.mark.parametrize(
    ("route", "multiplier"), [("/v1/diacritize", 1), ("/v1/pinglish", 1), ("/v1/translate", 2)]
)
def test_text_usage_input_code_points_multiplier_1_or_2_units_additional_units_cache_hit(
    http, route, multiplier
):
    """`text`: input_code_points, multiplier (1 or 2), units, additional_units, cache_hit."""
    assert succeeded(post(http, route))["usage"] == {
        "meter": "text",
        "input_code_points": len(TEXT),
        "multiplier": multiplier,
        "units": multiplier * len(TEXT),
        "additional_units": 0,
        "cache_hit": False,
    }


@pytest.mark.parametrize("length", [1, 6_000])
def test_text_usage_input_code_points_1_to_6000_units_1_to_12000(engine, length):
    text = "س" * length
    for method, multiplier in (("diacritize", 1), ("pinglish", 1), ("translate", 2)):
        usage = getattr(engine, method)(text).usage
        assert (usage.meter, usage.input_code_points, usage.multiplier) == ("text", length, multiplier)
        assert usage.units == multiplier * length


@pytest.mark.parametrize(("body", "meter"), [(BASIC, "basic_speech"), (PREMIUM, "premium_speech")])
def test_speech_usage_is_basic_speech_or_premium_speech_according_to_the_tier(http, body, meter):
    """`basic_speech`, `premium_speech`: seconds (number > 0), grace_seconds, cache_hit."""
    usage = succeeded(post(http, "/v1/speech", body))["usage"]
    assert usage.keys() == SPEECH_USAGE
    assert (usage["meter"], usage["grace_seconds"], usage["cache_hit"]) == (meter, 0, False)
    assert usage["seconds"] > 0


@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_request_id_uuid_engine_version_stable_identifier_of_the_processing_engine(engine, method):
    first, second = (getattr(engine, method)(TEXT) for _ in range(2))
    assert isinstance(first.request_id, UUID)
    assert first.request_id != second.request_id
    assert first.engine_version == second.engine_version == engine.usage().engine_version
    assert first.engine_version


@pytest.mark.parametrize("route", BODIES)
def test_request_id_uuid_is_another_for_every_request(http, route):
    """request_id, UUID."""
    first, second = (post(http, route).json()["request_id"] for _ in range(2))
    assert UUID(first) != UUID(second)


def test_diacritize_response_original_marked_operations_source_index_mark_type(http):
    """original, marked, operations: source_index, mark, type (`reading` or `ezafe`)."""
    answer = succeeded(post(http, "/v1/diacritize"))
    assert answer.keys() == BASE | {"original", "marked", "operations"}
    for operation in answer["operations"]:
        assert operation.keys() == {"source_index", "mark", "type"}


@pytest.mark.parametrize("text", [SENTENCE, "خانهٔ ما، 😀 بزرگ است!", "كتابِ من"])
@pytest.mark.parametrize("ezafe", [True, False])
def test_source_index_code_point_index_into_the_original_marked_text_with_marks(real, text, ezafe):
    """source_index (integer >= 0, code-point index into the original); marked: text with marks."""
    answer = real.diacritize(text, include_ezafe=ezafe)
    assert [operation.type for operation in answer.operations if not ezafe].count("ezafe") == 0
    rebuilt = list(text)
    for operation in reversed(answer.operations):
        assert 0 <= operation.source_index < len(text)
        after = operation.source_index + 1
        while after < len(text) and text[after] in MARKS:  # typed marks stay first
            after += 1
        rebuilt.insert(after, operation.mark)
    assert "".join(rebuilt) == answer.marked


def test_pinglish_response_original_pinglish_style_vowel_notation_alignment_warnings(http):
    """original, pinglish, style, vowel_notation, alignment, warnings (array of string)."""
    answer = succeeded(post(http, "/v1/pinglish"))
    expected = {"original", "pinglish", "style", "vowel_notation", "alignment", "warnings"}
    assert answer.keys() == BASE | expected
    for item in answer["alignment"]:
        assert item.keys() == {"source_start", "source_end", "source", "pinglish"}
    assert answer["warnings"] == []


def test_warnings_array_of_string(real):
    answer = real.pinglish("سلام hotel و ژخپگچ")
    assert answer.warnings
    assert all(isinstance(warning, str) and warning for warning in answer.warnings)


@pytest.mark.parametrize("text", [SENTENCE, "😀 سلام، دنیا", "می‌روم به hotel"])
def test_alignment_source_start_source_end_source_pinglish_code_point_positions_word_level(real, text):
    """source_start, source_end, source, pinglish; code-point positions, word level."""
    answer = real.pinglish(text)
    ends = 0
    for item in answer.alignment:
        assert item.source == text[item.source_start : item.source_end]
        assert item.source_start >= ends
        assert item.pinglish in answer.pinglish
        assert " " not in item.source
        ends = item.source_end


def test_translation_response_source_language_constant_fa_target_language_constant_en(http):
    """original, translation, source_language constant `fa`, target_language constant `en`."""
    answer = succeeded(post(http, "/v1/translate"))
    assert answer.keys() == BASE | {"original", "translation", "source_language", "target_language"}
    assert (answer["source_language"], answer["target_language"]) == ("fa", "en")


@pytest.mark.parametrize("body", [BASIC, PREMIUM])
def test_speech_response_requested_voice_and_fallback_present_only_on_substitution(http, body):
    """original, audio_url, ..., delivery; requested_voice and fallback present only on substitution."""
    answer = succeeded(post(http, "/v1/speech", body))
    assert answer.keys() == BASE | CLIP | {"audio_url", "audio_expires_at"}
    assert answer["duration_seconds"] > 0
    assert (answer["tier"], answer["voice"]) == (body["tier"], body["voice"])


def test_delivery_basic_pace(http):
    assert succeeded(post(http, "/v1/speech", BASIC))["delivery"].keys() == {"pace"}


def test_delivery_premium_pace_style_expressiveness_regional_mode_director_notes(engine):
    asked = {
        "pace": 1.1,
        "style": "warm",
        "expressiveness": "calm",
        "regional_mode": "standard",
        "director_notes": "آرام",
    }
    clip = engine.speech(TEXT, tier="premium", voice="Kore", **asked)
    assert clip.delivery.model_dump() == asked


def test_audio_url_string_uri_audio_expires_at_string_date_time(http):
    clip = succeeded(post(http, "/v1/speech", BASIC))
    address = urlsplit(clip["audio_url"])
    assert address.scheme
    assert (address.netloc, address.path) == (http.base_url.netloc.decode(), "/v1/developer/audio")
    assert datetime.fromisoformat(clip["audio_expires_at"]).tzinfo is not None


def test_audio_url_signed_download_address_valid_one_hour(engine, world):
    clip = engine.speech(TEXT)
    left = clip.audio_expires_at - datetime.fromtimestamp(world.now(), UTC)
    assert timedelta(seconds=3_500) < left <= timedelta(seconds=3_600)


def test_the_file_has_the_mime_type_and_duration_seconds_of_the_response(real):
    """mime_type: `audio/wav` or `audio/mpeg`; duration_seconds."""
    clip = real.speech(SENTENCE)
    audio = real.download_audio(clip.audio_url)
    assert clip.mime_type == "audio/wav"
    with wave.open(io.BytesIO(audio)) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(clip.duration_seconds, abs=0.01)
    assert clip.usage.seconds == pytest.approx(clip.duration_seconds)


def test_basic_output_may_be_wav_short_clips_or_mp3_longer_clips(live):
    """Basic output may be WAV (short clips, lossless) or MP3 (longer clips)."""
    http = live.organization().http
    text = f"{SENTENCE} این خبر خوبی برای مردم ایران است. " * 16
    clip = succeeded(post(http, "/v1/speech", BASIC | {"text": text, "pace": 0.75}))
    assert clip["mime_type"] == "audio/mpeg"
    audio = http.get(clip["audio_url"])
    assert audio.headers["Content-Type"] == "audio/mpeg"
    with soundfile.SoundFile(io.BytesIO(audio.content)) as file:
        assert file.format == "MP3"
        assert file.frames / file.samplerate == pytest.approx(clip["duration_seconds"], abs=0.2)


def test_premium_output_is_wav(real):
    assert real.speech("سلام", tier="premium", voice="Kore").mime_type == "audio/wav"


@pytest.mark.parametrize("voice", ["kian", "leyla"])
def test_requested_voice_and_fallback_from_kian_or_leyla_to_constant_ava_reason(engine, voice):
    """requested_voice; fallback: from (`kian` or `leyla`), to (constant `ava`), reason."""
    clip = engine.speech(f"{TEXT} {SUBSTITUTED}", voice=voice)
    assert (clip.voice, clip.requested_voice) == ("ava", voice)
    assert (clip.fallback.from_, clip.fallback.to, clip.fallback.reason) == (voice, "ava", "capacity")


def test_a_substituted_result_is_not_reused_for_a_later_new_request(engine):
    for _ in range(2):
        assert not engine.speech(f"{TEXT} {SUBSTITUTED}", voice="kian").usage.cache_hit


@pytest.mark.parametrize("voice", ["kian", "leyla"])
def test_speech_response_of_a_substitution_has_requested_voice_and_fallback(http, voice):
    """present only on substitution: requested_voice; fallback: from, to, reason."""
    body = BASIC | {"text": f"{TEXT} {SUBSTITUTED}", "voice": voice}
    clip = succeeded(post(http, "/v1/speech", body))
    assert clip.keys() == BASE | CLIP | {"audio_url", "audio_expires_at", "requested_voice", "fallback"}
    assert (clip["voice"], clip["requested_voice"]) == ("ava", voice)
    assert clip["fallback"] == {"from": voice, "to": "ava", "reason": "capacity"}
    assert clip["usage"]["meter"] == "basic_speech"
