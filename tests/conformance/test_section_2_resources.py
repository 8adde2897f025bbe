"""Section 2, Resources and their fields; each test quotes the rule it checks."""

import io
import wave
from datetime import UTC, datetime, timedelta
from urllib.parse import urlsplit
from uuid import UUID

import pytest
import soundfile

from engine.contract.errors import ServiceUnavailable, ValidationFailed
from engine.contract.names import BASIC_VOICES, EXPRESSIVENESS, PREMIUM_VOICES, SPEECH_STYLES
from engine.text.chars import MARKS
from tests.conformance.asking import BASIC, PREMIUM, TEXT, new_key, post, refused, succeeded
from tests.conformance.following import cancelled, started, wait_until
from tests.conformance.stage import FAILS, SUBSTITUTED

BASE = {"request_id", "engine_version", "usage"}
TEXT_USAGE = {"meter", "input_code_points", "multiplier", "units", "additional_units", "cache_hit"}
SPEECH_USAGE = {"meter", "seconds", "grace_seconds", "cache_hit"}
CLIP = {"original", "mime_type", "duration_seconds", "tier", "voice", "delivery"}
JOB = {
    "id", "request_id", "status", "tier", "stream_format", "created_at", "started_at", "finished_at",
    "status_url", "stream_url", "cancel_url",
}  # fmt: skip
SENTENCE = "مردم شهر از هوای سرد گله دارند."


# 2.1


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


# 2.2 and 2.3


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


# 2.4 and 2.5


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


# 2.6 to 2.8


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


# 2.9


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


# 2.10


@pytest.mark.parametrize("state", ["queued", "running", "succeeded", "failed", "cancelled"])
def test_job_fields(http, world, state):
    """result, audio_url, audio_expires_at only when succeeded; error only when failed. No other fields."""
    before = world.held()
    if state == "queued":  # behind another
        wait_until(http, started(http, text=before)["id"], "running")
    text = {"failed": FAILS, "succeeded": TEXT}.get(state) or world.held()
    job = started(http, text=text)
    if state == "cancelled":
        cancelled(http, job["id"])
    job = wait_until(http, job["id"], state)
    for held in (before, text):
        world.let_go(held)
    more = {"succeeded": {"result", "audio_url", "audio_expires_at"}, "failed": {"error"}}
    assert job.keys() == JOB | more.get(state, set())
    assert (job["tier"], job["stream_format"]) == ("basic", "mp3")
    assert state != "queued" or job["started_at"] is None
    assert (job["finished_at"] is None) == (state in ("queued", "running"))


def test_job_addresses(http, server):
    """status_url, stream_url, cancel_url: absolute URI of the read, event and cancel route of this job."""
    job = succeeded(post(http, "/v1/speech/jobs"), 202)
    for name in ("status_url", "stream_url", "cancel_url"):
        assert urlsplit(job[name]).netloc == urlsplit(server.address).netloc
    assert succeeded(http.get(job["status_url"]))["id"] == job["id"]
    assert succeeded(http.post(job["cancel_url"]))["id"] == job["id"]
    assert http.get(job["stream_url"]).headers["content-type"].startswith("text/event-stream")


def test_job_result(http):
    """Result object: original, mime_type, duration_seconds, tier, voice, sections, delivery, usage."""
    job = succeeded(post(http, "/v1/speech/jobs"), 202)
    result = wait_until(http, job["id"], "succeeded")["result"]
    assert result.keys() - {"sections"} == CLIP | {"usage"}
    assert result.get("sections", 1) >= 1
    assert result["original"] == TEXT


def test_job_result_of_a_substitution(http):
    """requested_voice, fallback (optional, as in 2.9)."""
    body = BASIC | {"text": f"{TEXT} {SUBSTITUTED}", "voice": "leyla"}
    job = succeeded(post(http, "/v1/speech/jobs", body), 202)
    result = wait_until(http, job["id"], "succeeded")["result"]
    assert result["requested_voice"] == "leyla"
    assert result["fallback"] == {"from": "leyla", "to": "ava", "reason": "capacity"}


def test_premium_job_stream_format(staged):
    """stream_format: Basic uses `mp3`; `pcm_s16le` is reserved for Premium."""
    http = staged("development").organization().http
    job = succeeded(post(http, "/v1/speech/jobs", PREMIUM), 202)
    assert (job["tier"], job["stream_format"]) == ("premium", "pcm_s16le")


# 2.11 and 2.12


def test_error_detail(http):
    """code, message, category, action, retryable; details optional, free-form."""
    error = post(http, "/v1/translate", {}).json()["error"]
    assert error.keys() - {"details"} == {"code", "message", "category", "action", "retryable"}
    assert error["message"]
    assert error["action"]


def test_error_detail_on_an_engine(engine):
    """code, message, category, action, retryable."""
    with pytest.raises(ServiceUnavailable) as caught:
        engine.create_speech_job(TEXT, tier="premium", voice="Kore", idempotency_key=new_key())
    detail = caught.value.detail
    assert (detail.code, detail.category) == ("premium_speech_jobs_unavailable", "service")
    assert caught.value.request_id is not None


def test_usage_response(http):
    """environment, plan, status, billing_period, text, basic_speech, premium_speech, organization_rpm."""
    report = succeeded(http.get("/v1/usage"))
    counters = {"included_seconds", "used_seconds", "reserved_seconds"}
    assert {name: set(value) for name, value in report.items() if isinstance(value, dict)} == {
        "billing_period": {"starts_at", "ends_at"},
        "text": {
            "included_units",
            "used_units",
            "reserved_units",
            "additional_usage_approved",
            "additional_unit_ceiling",
            "additional_units",
        },
        "basic_speech": counters | {"grace_seconds"},
        "premium_speech": counters,
    }
    flat = {name for name, value in report.items() if not isinstance(value, dict)}
    assert flat == {"request_id", "engine_version", "environment", "plan", "status", "organization_rpm"}
    assert (report["environment"], report["plan"], report["status"]) == ("live", "scale", "active")
    assert report["organization_rpm"] >= 1
