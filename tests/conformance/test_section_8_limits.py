"""Section 8, Limits; each test quotes the rule it checks. Those of single fields are in section 2, the
numbers themselves in tests/contract/test_limits.py."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.contract import limits
from engine.contract.errors import (
    BasicSpeechQuotaExhausted,
    NotFound,
    PremiumSpeechQuotaExhausted,
    RateLimitExceeded,
    TextQuotaExhausted,
)
from engine.speech.join import SECTION_PAUSE
from tests.conformance.asking import BASIC, PREMIUM, TEXT, new_key, post, refused, succeeded
from tests.conformance.following import started, wait_until
from tests.conformance.stage import OVERLONG, OVERLONG_SECONDS, SECONDS

DAY = 86_400
NEED = 2.0 + 2.0 * len(TEXT)  # what Premium speech reserves for TEXT


def test_idempotency_retention_of_a_result_86400_seconds(engine, world):
    """Idempotency retention (result or job identity): 86,400 seconds."""
    key = new_key()
    first = engine.translate(TEXT, idempotency_key=key)
    world.forward(DAY - 60)
    assert engine.translate(TEXT, idempotency_key=key) == first
    world.forward(61)
    assert engine.translate(TEXT, idempotency_key=key).request_id != first.request_id


def test_idempotency_retention_of_a_job_identity_86400_seconds(engine, world):
    """Idempotency retention (result or job identity): 86,400 seconds."""
    key = new_key()
    job = engine.create_speech_job(TEXT, idempotency_key=key)
    world.forward(DAY - 60)
    assert engine.create_speech_job(TEXT, idempotency_key=key).id == job.id
    world.forward(61)
    assert engine.create_speech_job(TEXT, idempotency_key=key).id != job.id


def test_job_metadata_and_event_replay_retention_86400_seconds(engine, world):
    """Job metadata and event replay retention: 86,400 seconds."""
    key = new_key()
    job = engine.create_speech_job(TEXT, idempotency_key=key)
    for _ in engine.stream_speech_job(job.id):
        pass
    world.forward(DAY - 60)
    assert engine.get_speech_job(job.id).status == "succeeded"
    world.forward(120)
    engine.translate(TEXT)  # sweeps
    for call in (engine.get_speech_job, engine.stream_speech_job, engine.cancel_speech_job):
        with pytest.raises(NotFound):
            list(call(job.id))


def test_successful_audio_cache_retention_2592000_seconds_sliding(engine, world):
    """Successful audio cache retention: 2,592,000 seconds, sliding."""
    engine.speech(TEXT)
    for _ in range(2):
        world.forward(limits.AUDIO_CACHE_RETENTION_SECONDS - 3_600)
        assert engine.speech(TEXT).usage.cache_hit
    world.forward(limits.AUDIO_CACHE_RETENTION_SECONDS + 3_600)
    assert not engine.speech(TEXT).usage.cache_hit


def test_a_per_minute_ceiling_shared_by_all_keys_a_new_key_adds_no_capacity(server, world):
    """A per-minute ceiling shared by all keys of one organization and environment; a new key adds none."""
    world.to_a_new_minute()
    organization = server.organization(requests_per_minute=3)
    _, key = organization.another_key()
    clients = (organization.http, organization.client(key))
    for client in (*clients, clients[0]):
        succeeded(client.get("/v1/usage"))
    for client in clients:
        refused(client.get("/v1/usage"), 429, retryable=True)


def test_ratelimit_limit_requests_allowed_this_minute_ratelimit_remaining_ratelimit_reset(server, world):
    """RateLimit-Limit (requests allowed this minute), RateLimit-Remaining, RateLimit-Reset (seconds)."""
    world.to_a_new_minute()
    http = server.organization(requests_per_minute=3).http
    found = [http.get("/v1/usage").headers for _ in range(2)]
    assert [headers["RateLimit-Limit"] for headers in found] == ["3", "3"]
    assert [headers["RateLimit-Remaining"] for headers in found] == ["2", "1"]
    assert 1 <= int(found[0]["RateLimit-Reset"]) <= 60
    world.forward(int(found[1]["RateLimit-Reset"]))
    assert http.get("/v1/usage").headers["RateLimit-Remaining"] == "2"


def test_ratelimit_reset_seconds_until_the_window_resets(open_engine, world):
    world.to_a_new_minute()
    engine = open_engine(requests_per_minute=2)
    for _ in range(2):
        engine.translate(TEXT)
    with pytest.raises(RateLimitExceeded) as caught:
        engine.translate(TEXT)
    world.forward(caught.value.retry_after)
    assert engine.translate(TEXT)


def test_text_units_basic_speech_seconds_and_premium_speech_seconds_are_separate_counters(open_engine):
    engine = open_engine(text_units=0, basic_seconds=10.0, premium_seconds=1_000.0)
    with pytest.raises(TextQuotaExhausted):
        engine.translate(TEXT)
    engine.speech(TEXT)
    engine.speech(TEXT, tier="premium", voice="Kore")
    report = engine.usage()
    assert report.basic_speech.used_seconds == report.premium_speech.used_seconds == SECONDS


@pytest.mark.parametrize(
    ("route", "body", "meter", "allowance"),
    [
        ("/v1/translate", None, "text", {"text_units": 2 * len(TEXT)}),
        ("/v1/speech", BASIC, "basic_speech", {"basic_seconds": 1.0}),
        ("/v1/speech", PREMIUM, "premium_speech", {"premium_seconds": NEED}),
    ],
)
def test_allowances_renew_on_the_subscription_anniversary_for_paid_plans(
    server, world, route, body, meter, allowance
):
    """... renewing on the subscription anniversary for paid plans."""
    http = server.organization(**allowance).http
    succeeded(post(http, route, body))
    before = succeeded(http.get("/v1/usage"))
    refused(post(http, route, body), 402, category="quota")
    ends = datetime.fromisoformat(before["billing_period"]["ends_at"])
    starts = datetime.fromisoformat(before["billing_period"]["starts_at"])
    assert timedelta(days=28) <= ends - starts <= timedelta(days=31)
    assert ends.day == starts.day or ends.day < starts.day > 28
    world.forward((ends - datetime.fromtimestamp(world.now(), UTC)).total_seconds() + 1)
    succeeded(post(http, route, body))
    renewed = succeeded(http.get("/v1/usage"))
    assert renewed[meter] == before[meter]
    assert datetime.fromisoformat(renewed["billing_period"]["starts_at"]) == ends


def test_rule_1_a_request_may_finish_later_requests_stop_until_reset(open_engine):
    """A request may finish if at least one second of allowance remained; later requests stop until reset."""
    engine = open_engine(basic_seconds=1.0)
    clip = engine.speech(OVERLONG)
    assert clip.usage.seconds == OVERLONG_SECONDS
    assert clip.usage.grace_seconds == OVERLONG_SECONDS - 1
    assert engine.usage().basic_speech.grace_seconds == OVERLONG_SECONDS - 1
    with pytest.raises(BasicSpeechQuotaExhausted):
        engine.speech(TEXT)


def test_rule_1_if_at_least_one_second_of_allowance_remained_when_generation_started(open_engine):
    with pytest.raises(BasicSpeechQuotaExhausted):
        open_engine(basic_seconds=0.9).speech(TEXT)


def test_rule_2_the_premium_allowance_is_a_hard_cap(open_engine):
    """Premium: a conservative upper bound is reserved before generation and the allowance is a hard cap."""
    with pytest.raises(PremiumSpeechQuotaExhausted):
        open_engine(premium_seconds=SECONDS).speech(TEXT, tier="premium", voice="Kore")


def test_rule_2_a_conservative_upper_bound_is_reserved_before_generation(staged, world):
    organization = staged("development").organization()
    http, body = organization.http, PREMIUM | {"text": world.held()}
    job = started(http, **body)["id"]
    report = succeeded(http.get("/v1/usage"))["premium_speech"]
    assert report["used_seconds"] == 0
    assert report["reserved_seconds"] > SECONDS
    organization.change(premium_seconds=report["reserved_seconds"] + SECONDS)
    refused(post(http, "/v1/speech", PREMIUM), 402, category="quota")
    world.let_go(body["text"])
    wait_until(http, job, "succeeded")
    report = succeeded(http.get("/v1/usage"))["premium_speech"]
    assert (report["used_seconds"], report["reserved_seconds"]) == (SECONDS, 0)


@pytest.mark.parametrize(
    ("tier", "voice", "kind"),
    [("basic", "ava", BasicSpeechQuotaExhausted), ("premium", "Kore", PremiumSpeechQuotaExhausted)],
)
def test_rule_3_speech_overage_is_not_available(open_engine, tier, voice, kind):
    engine = open_engine(basic_seconds=0.0, premium_seconds=0.0, additional_units=10**6)
    with pytest.raises(kind):
        engine.speech(TEXT, tier=tier, voice=voice)
    assert engine.usage().text.additional_units == 0


def test_rule_3_additional_text_usage_requires_explicit_approval(open_engine):
    """There are no automatic extra charges. Additional text usage requires explicit approval."""
    with pytest.raises(TextQuotaExhausted):
        open_engine(text_units=10).translate(TEXT)
    engine = open_engine("staging", text_units=10, additional_units=100)
    answer = engine.translate(TEXT)
    assert answer.usage.additional_units == 2 * len(TEXT) - 10
    report = engine.usage().text
    assert (report.additional_usage_approved, report.additional_unit_ceiling) == (True, 100)
    assert report.additional_units == 2 * len(TEXT) - 10


def test_rule_3_there_are_no_automatic_extra_charges_beyond_the_approval(open_engine):
    """Additional text usage requires explicit approval."""
    engine = open_engine(text_units=10, additional_units=5)
    with pytest.raises(TextQuotaExhausted):
        engine.translate(TEXT)
    assert engine.usage().text.additional_units == 0


@pytest.mark.parametrize(("sentences", "sections"), [(50, 1), (180, 4)])  # about 160 and 580 seconds
@pytest.mark.parametrize("deployment", ["staging", "development"])
def test_premium_job_section_planning_target_about_150_seconds_not_audio_duration_limits(
    staged, deployment, sentences, sections
):
    """Premium job section planning: target about 150 seconds, estimated ceiling 180 seconds; not limits."""
    http = staged(deployment).organization().http
    text = "مردم شهر از هوای سرد گله دارند. " * sentences
    result = wait_until(http, started(http, **PREMIUM | {"text": text})["id"], "succeeded")["result"]
    assert result["sections"] == sections
    assert result["duration_seconds"] == sections * SECONDS + (sections - 1) * SECTION_PAUSE
    assert result["original"] == text
    assert result["usage"]["seconds"] == result["duration_seconds"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"text": "س" * 6_001},
        {"text": "hello"},
        {"text": "س" * 5_000 + "😀" * 6_000},
        {"pace": 1.3},
        {"voice": "Kore"},
    ],
)
def test_rule_5_asynchronous_execution_keeps_the_input_limits_the_same(http, wrong):
    """Asynchronous execution changes the wait contract only; input ... limits stay the same."""
    answers = [post(http, route, BASIC | wrong) for route in ("/v1/speech", "/v1/speech/jobs")]
    first, second = (refused(answer, category="validation") for answer in answers)
    assert first == second
    assert answers[0].status_code == answers[1].status_code


def test_rule_5_asynchronous_execution_changes_the_wait_contract_only(http):
    clip = succeeded(post(http, "/v1/speech"))
    result = wait_until(http, started(http)["id"], "succeeded")["result"]
    for field in ("original", "mime_type", "duration_seconds", "tier", "voice", "delivery"):
        assert result[field] == clip[field]


@pytest.mark.parametrize("field", ["timings", "captions", "pronunciation", "texts", "callback_url"])
def test_rule_6_word_timings_captions_pronunciation_overrides_batch_are_outside_the_contract(http, field):
    """Word timings, captions, pronunciation overrides, batch processing ... are outside the contract."""
    body = {"text": TEXT, "tier": "basic", "voice": "ava", field: True}
    for route in ("/v1/speech", "/v1/speech/jobs"):
        refused(post(http, route, body), category="validation")
