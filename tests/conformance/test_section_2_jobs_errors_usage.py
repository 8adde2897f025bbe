"""Sections 2.10 to 2.12, jobs, error details, usage report; each test quotes the rule it checks."""

from datetime import datetime
from urllib.parse import urlsplit
from uuid import UUID

import pytest

from engine.contract.errors import ServiceUnavailable
from tests.conformance.asking import BASIC, PREMIUM, TEXT, new_key, post, refused, succeeded
from tests.conformance.following import cancelled, started, wait_until
from tests.conformance.stage import FAILS, SUBSTITUTED

CLIP = {"original", "mime_type", "duration_seconds", "tier", "voice", "delivery"}
JOB = {
    "id", "request_id", "status", "tier", "stream_format", "created_at", "started_at", "finished_at",
    "status_url", "stream_url", "cancel_url",
}  # fmt: skip


@pytest.mark.parametrize("state", ["queued", "running", "succeeded", "failed", "cancelled"])
def test_result_and_audio_url_only_when_succeeded_error_only_when_failed_other_states_omit_them(
    http, world, state
):
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


def test_status_url_stream_url_cancel_url_are_absolute_uris_of_the_routes_of_this_job(http, server):
    """status_url, stream_url, cancel_url: absolute URI of the read, event and cancel route of this job."""
    job = succeeded(post(http, "/v1/speech/jobs"), 202)
    for name in ("status_url", "stream_url", "cancel_url"):
        assert urlsplit(job[name]).netloc == urlsplit(server.address).netloc
    assert succeeded(http.get(job["status_url"]))["id"] == job["id"]
    assert succeeded(http.post(job["cancel_url"]))["id"] == job["id"]
    assert http.get(job["stream_url"]).headers["content-type"].startswith("text/event-stream")


def test_result_object_holds_original_mime_type_duration_seconds_tier_voice_delivery_usage(http):
    """Result object: original, mime_type, duration_seconds, tier, voice, sections, delivery, usage."""
    job = succeeded(post(http, "/v1/speech/jobs"), 202)
    result = wait_until(http, job["id"], "succeeded")["result"]
    assert result.keys() - {"sections"} == CLIP | {"usage"}
    assert result.get("sections", 1) >= 1
    assert result["original"] == TEXT


def test_job_id_and_request_id_uuid_created_at_started_at_finished_at_date_time(http):
    """id, request_id: string, UUID; created_at, started_at, finished_at: string, date-time."""
    job = wait_until(http, started(http)["id"], "succeeded")
    assert UUID(job["id"]) != UUID(job["request_id"])
    for name in ("created_at", "started_at", "finished_at", "audio_expires_at"):
        assert datetime.fromisoformat(job[name]).tzinfo is not None


@pytest.mark.parametrize(("body", "meter"), [(BASIC, "basic_speech"), (PREMIUM, "premium_speech")])
def test_result_object_usage_is_a_basic_speech_or_premium_speech_usage_object(staged, body, meter):
    http = staged("development").organization().http
    job = wait_until(http, started(http, **body)["id"], "succeeded")
    assert job["result"]["usage"].keys() == {"meter", "seconds", "grace_seconds", "cache_hit"}
    assert job["result"]["usage"]["meter"] == meter
    assert job["result"]["usage"]["seconds"] == job["result"]["duration_seconds"] > 0
    delivery = {"pace"} if body is BASIC else {"pace", "style", "expressiveness", "regional_mode"}
    assert job["result"]["delivery"].keys() - {"director_notes"} == delivery


def test_result_object_requested_voice_and_fallback_are_as_in_2_9(http):
    """requested_voice, fallback (optional, as in 2.9)."""
    body = BASIC | {"text": f"{TEXT} {SUBSTITUTED}", "voice": "leyla"}
    job = succeeded(post(http, "/v1/speech/jobs", body), 202)
    result = wait_until(http, job["id"], "succeeded")["result"]
    assert result["requested_voice"] == "leyla"
    assert result["fallback"] == {"from": "leyla", "to": "ava", "reason": "capacity"}


def test_stream_format_basic_uses_mp3_pcm_s16le_is_reserved_for_premium(staged):
    http = staged("development").organization().http
    job = succeeded(post(http, "/v1/speech/jobs", PREMIUM), 202)
    assert (job["tier"], job["stream_format"]) == ("premium", "pcm_s16le")


def test_error_detail_code_message_category_action_retryable_and_optional_details(http):
    """code, message, category, action, retryable; details optional, free-form."""
    error = post(http, "/v1/translate", {}).json()["error"]
    assert error.keys() - {"details"} == {"code", "message", "category", "action", "retryable"}
    assert error["message"]
    assert error["action"]


def test_error_detail_details_object_optional(http, organization):
    named = refused(post(http, "/v1/translate", {}), category="validation")
    assert named.details["field"] == "text"
    bare = organization.client("nobody").get("/v1/usage").json()["error"]
    assert "details" not in bare


def test_error_detail_code_message_category_action_retryable_on_an_engine(engine):
    """code, message, category, action, retryable."""
    with pytest.raises(ServiceUnavailable) as caught:
        engine.create_speech_job(TEXT, tier="premium", voice="Kore", idempotency_key=new_key())
    detail = caught.value.detail
    assert (detail.code, detail.category) == ("premium_speech_jobs_unavailable", "service")
    assert caught.value.request_id is not None


def test_the_usage_response_accepts_no_other_fields(http):
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


@pytest.mark.parametrize(
    ("environment", "plan"), [("test", "sandbox"), ("live", "builder"), ("live", "growth"), ("live", "scale")]
)
def test_environment_test_or_live_plan_sandbox_builder_growth_scale(server, environment, plan):
    organization = server.organization(environment, plan=plan)
    report = succeeded(organization.http.get("/v1/usage"))
    assert (report["environment"], report["plan"]) == (environment, plan)
    with organization.engine() as engine:
        assert (engine.usage().environment, engine.usage().plan) == (environment, plan)


def test_usage_response_request_id_uuid_billing_period_date_time_units_integers_at_least_0(http):
    """... included_units, used_units, reserved_units (integers >= 0); ..._seconds (numbers >= 0)."""
    post(http, "/v1/translate")
    post(http, "/v1/speech", BASIC)
    report = succeeded(http.get("/v1/usage"))
    assert UUID(report["request_id"]) != UUID(succeeded(http.get("/v1/usage"))["request_id"])
    starts, ends = (
        datetime.fromisoformat(report["billing_period"][name]) for name in ("starts_at", "ends_at")
    )
    assert starts.tzinfo is not None
    assert starts < ends
    text = report["text"]
    assert text.pop("additional_usage_approved") is False
    assert all(type(units) is int and units >= 0 for units in text.values())
    for meter in ("basic_speech", "premium_speech"):
        assert all(type(seconds) in (int, float) and seconds >= 0 for seconds in report[meter].values())
    assert type(report["organization_rpm"]) is int


def test_organization_rpm_shared_request_limit_per_minute(open_engine):
    assert open_engine(requests_per_minute=7).usage().organization_rpm == 7
