"""Sections 2.4 to 2.9, what is answered; each test quotes the rule it checks."""

import io
import wave
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import soundfile

from engine.text.chars import MARKS
from tests.conformance.asking import BASIC, PREMIUM, TEXT, post, succeeded
from tests.conformance.stage import SUBSTITUTED

BASE = {"request_id", "engine_version", "usage"}
SPEECH_USAGE = {"meter", "seconds", "grace_seconds", "cache_hit"}
CLIP = {"original", "mime_type", "duration_seconds", "tier", "voice", "delivery"}
SENTENCE = "مردم شهر از هوای سرد گله دارند."


@pytest.mark.parametrize(
    ("route", "multiplier"), [("/v1/diacritize", 1), ("/v1/pinglish", 1), ("/v1/translate", 2)]
)
def test_text_usage(http, route, multiplier):
    """`text`: input_code_points, multiplier (1 or 2), units, additional_units, cache_hit."""
    assert succeeded(post(http, route))["usage"] == {
        "meter": "text",
        "input_code_points": len(TEXT),
        "multiplier": multiplier,
        "units": multiplier * len(TEXT),
        "additional_units": 0,
        "cache_hit": False,
    }


@pytest.mark.parametrize(("body", "meter"), [(BASIC, "basic_speech"), (PREMIUM, "premium_speech")])
def test_speech_usage(http, body, meter):
    """`basic_speech`, `premium_speech`: seconds (number > 0), grace_seconds, cache_hit."""
    usage = succeeded(post(http, "/v1/speech", body))["usage"]
    assert usage.keys() == SPEECH_USAGE
    assert (usage["meter"], usage["grace_seconds"], usage["cache_hit"]) == (meter, 0, False)
    assert usage["seconds"] > 0


@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_base_fields(engine, method):
    """request_id, UUID; engine_version, stable identifier of the processing engine."""
    first, second = (getattr(engine, method)(TEXT) for _ in range(2))
    assert isinstance(first.request_id, UUID)
    assert first.request_id != second.request_id
    assert first.engine_version == second.engine_version == engine.usage().engine_version
    assert first.engine_version


def test_diacritize_response(http):
    """original, marked, operations: source_index, mark, type (`reading` or `ezafe`)."""
    answer = succeeded(post(http, "/v1/diacritize"))
    assert answer.keys() == BASE | {"original", "marked", "operations"}
    for operation in answer["operations"]:
        assert operation.keys() == {"source_index", "mark", "type"}


@pytest.mark.parametrize("text", [SENTENCE, "خانهٔ ما، 😀 بزرگ است!", "كتابِ من"])
@pytest.mark.parametrize("ezafe", [True, False])
def test_operations(real, text, ezafe):
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


def test_pinglish_response(http):
    """original, pinglish, style, vowel_notation, alignment, warnings (array of string)."""
    answer = succeeded(post(http, "/v1/pinglish"))
    expected = {"original", "pinglish", "style", "vowel_notation", "alignment", "warnings"}
    assert answer.keys() == BASE | expected
    for item in answer["alignment"]:
        assert item.keys() == {"source_start", "source_end", "source", "pinglish"}
    assert answer["warnings"] == []


@pytest.mark.parametrize("text", [SENTENCE, "😀 سلام، دنیا", "می‌روم به hotel"])
def test_alignment(real, text):
    """source_start, source_end, source, pinglish; code-point positions, word level."""
    answer = real.pinglish(text)
    ends = 0
    for item in answer.alignment:
        assert item.source == text[item.source_start : item.source_end]
        assert item.source_start >= ends
        assert item.pinglish in answer.pinglish
        assert " " not in item.source
        ends = item.source_end


def test_translation_response(http):
    """original, translation, source_language constant `fa`, target_language constant `en`."""
    answer = succeeded(post(http, "/v1/translate"))
    assert answer.keys() == BASE | {"original", "translation", "source_language", "target_language"}
    assert (answer["source_language"], answer["target_language"]) == ("fa", "en")


@pytest.mark.parametrize("body", [BASIC, PREMIUM])
def test_speech_response(http, body):
    """original, audio_url, ..., delivery; requested_voice and fallback present only on substitution."""
    answer = succeeded(post(http, "/v1/speech", body))
    assert answer.keys() == BASE | CLIP | {"audio_url", "audio_expires_at"}
    assert answer["duration_seconds"] > 0
    assert (answer["tier"], answer["voice"]) == (body["tier"], body["voice"])


def test_basic_delivery_is_pace(http):
    """delivery: Basic: pace."""
    assert succeeded(post(http, "/v1/speech", BASIC))["delivery"].keys() == {"pace"}


def test_an_address_holds_an_hour(engine, world):
    """audio_url: signed download address, valid one hour."""
    clip = engine.speech(TEXT)
    left = clip.audio_expires_at - datetime.fromtimestamp(world.now(), UTC)
    assert timedelta(seconds=3_500) < left <= timedelta(seconds=3_600)


def test_the_audio_is_what_the_answer_says(real):
    """mime_type: `audio/wav` or `audio/mpeg`; duration_seconds."""
    clip = real.speech(SENTENCE)
    audio = real.download_audio(clip.audio_url)
    assert clip.mime_type == "audio/wav"
    with wave.open(io.BytesIO(audio)) as file:
        assert file.getnframes() / file.getframerate() == pytest.approx(clip.duration_seconds, abs=0.01)
    assert clip.usage.seconds == pytest.approx(clip.duration_seconds)


def test_longer_basic_clips_may_be_mp3(live):
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


def test_premium_is_wav(real):
    """Premium output is WAV."""
    assert real.speech("سلام", tier="premium", voice="Kore").mime_type == "audio/wav"


@pytest.mark.parametrize("voice", ["kian", "leyla"])
def test_substitution(engine, voice):
    """requested_voice; fallback: from (`kian` or `leyla`), to (constant `ava`), reason."""
    clip = engine.speech(f"{TEXT} {SUBSTITUTED}", voice=voice)
    assert (clip.voice, clip.requested_voice) == ("ava", voice)
    assert (clip.fallback.from_, clip.fallback.to, clip.fallback.reason) == (voice, "ava", "capacity")


def test_a_substituted_result_is_not_reused(engine):
    """A substituted result is not reused for a later, new request."""
    for _ in range(2):
        assert not engine.speech(f"{TEXT} {SUBSTITUTED}", voice="kian").usage.cache_hit
