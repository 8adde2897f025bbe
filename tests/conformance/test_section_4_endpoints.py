"""Section 4, Endpoints, but for the audio route; each test quotes the rule it checks."""

from uuid import UUID

import pytest

from engine.contract.errors import (
    IdempotencyKeyRequired,
    NotFound,
    PremiumSpeechJobsUnavailable,
    RateLimitExceeded,
    ServiceUnavailable,
    ValidationFailed,
)
from engine.remote import Retries, Timeouts
from tests.conformance.asking import (
    BASIC,
    BODIES,
    PREMIUM,
    TEXT,
    UNKNOWN_JOB,
    new_key,
    post,
    refused,
    succeeded,
)
from tests.conformance.following import started, wait_until
from tests.conformance.noting import Noting
from tests.conformance.stage import FAILS, SECONDS

ROUTES = pytest.mark.parametrize("route", BODIES)
JOB_ROUTES = [
    ("GET", "/v1/speech/jobs/{}"),
    ("GET", "/v1/speech/jobs/{}/events"),
    ("POST", "/v1/speech/jobs/{}/cancel"),
]
ALL_ROUTES = [("POST", route) for route in BODIES] + JOB_ROUTES + [("GET", "/v1/usage")]
RATE = ("RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")


def check_headers(response):
    assert UUID(response.headers["X-Request-Id"])
    limit, remaining, reset = (int(response.headers[name]) for name in RATE)
    assert limit >= 1
    assert 0 <= remaining < limit
    assert 0 <= reset <= 60


@ROUTES
def test_successful_json_responses_carry_x_request_id_and_ratelimit_limit_remaining_reset(http, route):
    """Successful JSON responses carry `X-Request-Id` (UUID), `RateLimit-Limit`, `-Remaining`, `-Reset`."""
    check_headers(post(http, route))


def test_successful_reads_cancels_and_usage_carry_x_request_id_and_ratelimit_headers(http):
    """Successful JSON responses carry ...: job reads, cancels and usage too."""
    check_headers(http.get("/v1/usage"))
    job = started(http)["id"]
    check_headers(http.get(f"/v1/speech/jobs/{job}"))
    check_headers(http.post(f"/v1/speech/jobs/{job}/cancel"))


@pytest.mark.parametrize(("method", "route"), ALL_ROUTES)
def test_error_responses_carry_x_request_id_and_use_the_envelope_in_section_7(server, method, route):
    """Error responses carry `X-Request-Id`. All errors use the envelope in section 7."""
    refused(server.organization().client("pe_live_nobody").request(method, route.format(UNKNOWN_JOB)), 401)


@pytest.mark.parametrize("length", [8, 128])
@ROUTES
def test_idempotency_key_8_to_128_printable_ascii_characters(http, route, length):
    """`Idempotency-Key` header: 8 to 128 printable ASCII characters (space through tilde)."""
    key = (new_key() + " ~!" + "x" * 128)[:length] if length > 8 else new_key()[-8:].rjust(8, "k")
    assert post(http, route, key=key).is_success


@pytest.mark.parametrize(
    "key", [b"7-chars", b"x" * 129, b"with\ttab", "کلید-من-من".encode(), b"caf\xe9-caf\xe9", b""]
)
@ROUTES
def test_idempotency_key_nothing_but_8_to_128_printable_ascii_characters(http, route, key):
    """`Idempotency-Key` header: 8 to 128 printable ASCII characters (space through tilde)."""
    refused(http.post(route, json=BODIES[route], headers={b"Idempotency-Key": key}), category="validation")


@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech", "create_speech_job"])
def test_idempotency_key_8_to_128_printable_ascii_characters_on_an_engine(engine, method):
    call = getattr(engine, method)
    for key in (new_key()[-8:].rjust(8, "~"), (new_key() + " ~!" + "x" * 128)[:128]):
        assert call(TEXT, idempotency_key=key)
    for key in ("7-chars", "x" * 129, "with\ttab", "کلید-من-من", "café-café", ""):
        with pytest.raises(ValidationFailed) as caught:
            call(TEXT, idempotency_key=key)
        assert caught.value.details["field"] == "idempotency_key"


@pytest.mark.parametrize("route", ["/v1/diacritize", "/v1/pinglish", "/v1/translate", "/v1/speech"])
def test_idempotency_key_is_optional_on_the_synchronous_post_routes(http, route):
    """It is optional on the synchronous POST routes."""
    succeeded(http.post(route, json=BODIES[route]))


def test_idempotency_key_is_required_on_post_speech_jobs(engine, http):
    """... and required on POST /v1/speech/jobs."""
    refused(http.post("/v1/speech/jobs", json=BASIC), 400, "idempotency_key_required")
    with pytest.raises(IdempotencyKeyRequired):
        engine.create_speech_job(TEXT)


@pytest.mark.parametrize(("method", "route"), ALL_ROUTES)
def test_method_and_path_nothing_but_those_listed(http, method, route):
    """Method and path: nothing but the methods listed."""
    for other in {"GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"} - {method}:
        response = http.request(other, route.format(UNKNOWN_JOB))
        assert response.status_code in (404, 405)
        assert UUID(response.headers["X-Request-Id"])


@pytest.mark.parametrize("job_id", ["1", "no-uuid", UNKNOWN_JOB + "0", "%00"])
@pytest.mark.parametrize(("method", "route"), JOB_ROUTES)
def test_path_job_id_uuid(http, method, route, job_id):
    refused(http.request(method, route.format(job_id)), category="validation")


def test_path_job_id_uuid_on_an_engine(engine):
    """path job_id (UUID)."""
    for call in (engine.get_speech_job, engine.cancel_speech_job, engine.stream_speech_job):
        with pytest.raises(ValidationFailed) as caught:
            call("no-uuid")
        assert caught.value.details == {"field": "job_id"}


def test_success_200_and_202_of_post_speech_jobs(http):
    """200; 202, speech job; 200."""
    for route in BODIES:
        assert post(http, route).status_code == (202 if route == "/v1/speech/jobs" else 200)


def test_rule_1_returns_only_after_complete_audio_is_stored_and_usage_is_settled_and_returns_json(http):
    """It returns only after complete audio is stored ... and it returns JSON, never audio bytes."""
    response = post(http, "/v1/speech")
    assert response.headers["Content-Type"] == "application/json"
    assert http.get(response.json()["audio_url"]).content[:4] == b"RIFF"
    used = succeeded(http.get("/v1/usage"))["basic_speech"]
    assert (used["used_seconds"], used["reserved_seconds"]) == (SECONDS, 0)


def test_rule_1_returns_only_after_complete_audio_is_stored_and_usage_is_settled_on_an_engine(engine):
    clip = engine.speech(TEXT)
    report = engine.usage().basic_speech
    assert (report.used_seconds, report.reserved_seconds) == (SECONDS, 0)
    assert engine.download_audio(clip.audio_url)[:4] == b"RIFF"


def test_rule_1_a_client_budget_of_up_to_15_minutes_and_120_seconds_for_text_routes(organization):
    passed = Noting()
    with organization.engine(transport=passed, timeouts=Timeouts()) as engine:
        for call in (engine.diacritize, engine.pinglish, engine.translate, engine.speech):
            call(TEXT)
    budgets = [exchange.request.extensions["timeout"]["read"] for exchange in passed.exchanges]
    assert budgets == [120, 120, 120, 15 * 60]


def test_rule_2_for_a_valid_premium_job_request_503_before_any_allowance_reservation(organization, http):
    """For a valid Premium job request it returns 503 (no Retry-After) before any allowance reservation."""
    organization.change(premium_seconds=0.0)
    key = new_key()
    refused(post(http, "/v1/speech/jobs", PREMIUM, key), 503, "premium_speech_jobs_unavailable", "service")
    assert succeeded(http.get("/v1/usage"))["premium_speech"]["reserved_seconds"] == 0
    assert post(http, "/v1/speech/jobs", BASIC, key).status_code == 202  # the key was not used up


def test_rule_2_only_a_valid_premium_job_request_returns_503(http):
    """For a *valid* Premium job request ..."""
    refused(post(http, "/v1/speech/jobs", PREMIUM | {"voice": "kian"}), category="validation")


def test_rule_2_premium_jobs_exist_only_in_development_and_staging_environments(open_engine):
    engine = open_engine("development")
    job = engine.create_speech_job(TEXT, tier="premium", voice="Kore", idempotency_key=new_key())
    for _ in engine.stream_speech_job(job.id):
        pass
    assert engine.get_speech_job(job.id).result.mime_type == "audio/wav"
    with pytest.raises(PremiumSpeechJobsUnavailable):
        open_engine().create_speech_job(TEXT, tier="premium", voice="Kore", idempotency_key=new_key())


@pytest.mark.parametrize(("method", "route"), [("POST", "/v1/speech/jobs"), *JOB_ROUTES])
def test_rule_3_job_routes_require_a_key_with_the_speech_scope(organization, method, route):
    _, key = organization.another_key("diacritize", "pinglish", "translate")
    response = organization.client(key).request(method, route.format(UNKNOWN_JOB))
    refused(response, 403, category="authorization")


@pytest.mark.parametrize(("method", "route"), JOB_ROUTES)
def test_rule_3_an_inaccessible_or_unknown_job_yields_404(server, http, method, route):
    """Scoped to the organization and environment; an inaccessible or unknown job yields 404."""
    mine = started(http)["id"]
    for client, job in ((server.organization().http, mine), (http, UNKNOWN_JOB)):
        refused(client.request(method, route.format(job)), 404)


def test_rule_3_job_reads_streams_and_cancels_are_scoped_to_the_organization_and_environment(
    organization, server
):
    job = started(organization.http)["id"]
    server.directory.subscribe(organization.name, "test", "sandbox")
    _, key = server.directory.create_key(organization.name, "test")
    for method, route in JOB_ROUTES:
        refused(organization.client(key).request(method, route.format(job)), 404)
    assert wait_until(organization.http, job, "succeeded")  # nor was it cancelled


def test_rule_3_an_unknown_job_yields_404_on_an_engine(engine):
    """An inaccessible or unknown job yields 404."""
    for call in (engine.get_speech_job, engine.cancel_speech_job, engine.stream_speech_job):
        with pytest.raises(NotFound):
            list(call(UNKNOWN_JOB))


def test_rule_4_job_routes_count_as_do_idempotent_replays_and_authenticated_malformed_requests(http, world):
    world.to_a_new_minute()
    key, job_key = new_key(), new_key()
    job = f"/v1/speech/jobs/{started(http)['id']}"
    before = int(http.get("/v1/usage").headers["RateLimit-Remaining"])
    post(http, "/v1/translate", key=key)
    post(http, "/v1/translate", key=key)
    post(http, "/v1/translate", b"{")
    for _ in range(2):
        post(http, "/v1/speech/jobs", key=job_key)
    http.get(job)
    http.post(f"{job}/cancel")
    http.get(f"{job}/events")
    assert int(http.get("/v1/usage").headers["RateLimit-Remaining"]) == before - 9


def test_rule_4_job_routes_count_as_do_idempotent_replays_on_an_engine(open_engine, world):
    world.to_a_new_minute()
    engine, key = open_engine(requests_per_minute=5), new_key()
    job, replayed = (engine.create_speech_job(TEXT, idempotency_key=key) for _ in range(2))
    assert replayed.id == job.id
    engine.get_speech_job(job.id)
    engine.cancel_speech_job(job.id)
    assert next(engine.stream_speech_job(job.id)).event == "status"
    with pytest.raises(RateLimitExceeded):
        engine.get_speech_job(job.id)


@pytest.mark.parametrize(("method", "units"), [("diacritize", 1), ("pinglish", 1), ("translate", 2)])
def test_rule_6_one_text_unit_per_submitted_code_point_translation_uses_two(engine, method, units):
    """Diacritization and Pinglish use one text unit per submitted code point; translation uses two."""
    answer = getattr(engine, method)(TEXT + "😀")
    assert answer.usage.units == engine.usage().text.used_units == units * (len(TEXT) + 1)


def test_rule_6_a_normal_cache_hit_is_charged_as_usual(engine):
    first, second = engine.translate(TEXT), engine.translate(TEXT)
    assert (first.usage.cache_hit, second.usage.cache_hit) == (False, True)
    assert engine.usage().text.used_units == 4 * len(TEXT)
    assert not engine.speech(TEXT).usage.cache_hit
    assert engine.speech(TEXT).usage.cache_hit
    assert engine.usage().basic_speech.used_seconds == 2 * SECONDS


@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_rule_6_replaying_the_same_successful_idempotent_request_is_not_charged_again(engine, method):
    key = new_key()
    first = getattr(engine, method)(TEXT, idempotency_key=key)
    used = engine.usage().model_dump(exclude={"request_id"})
    again = getattr(engine, method)(TEXT, idempotency_key=key)
    assert again.request_id == first.request_id
    assert engine.usage().model_dump(exclude={"request_id"}) == used


@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_rule_6_validation_errors_provider_errors_and_failed_generations_are_not_charged(engine, method):
    with pytest.raises(ValidationFailed):
        getattr(engine, method)("hello")
    with pytest.raises(ServiceUnavailable):
        getattr(engine, method)(FAILS)
    report = engine.usage()
    assert report.text.used_units == report.text.reserved_units == 0
    assert report.basic_speech.used_seconds == report.basic_speech.reserved_seconds == 0


def test_rule_6_translation_returns_503_when_no_configured_path_produces_a_valid_result(http):
    """Translation returns 503 (retryable) when no configured path produces a valid result."""
    response = post(http, "/v1/translate", {"text": FAILS})
    refused(response, 503, "service_unavailable", "service", retryable=True)
    assert "translation" not in response.json()


def test_rule_7_synchronous_premium_speech_may_return_retryable_503_service_unavailable(http):
    body = PREMIUM | {"text": FAILS}
    refused(post(http, "/v1/speech", body), 503, "service_unavailable", "service", retryable=True)


def test_rule_7_the_key_and_exact_body_are_reused_after_a_retryable_503(http):
    """The client ... reuses the key and exact body."""
    key = new_key()
    for _ in range(2):
        refused(post(http, "/v1/speech", BASIC | {"text": FAILS}, key), 503, retryable=True)
    assert wait_until(http, started(http)["id"], "succeeded")


def test_rule_7_the_client_reuses_the_key_and_exact_body_and_stops_after_three_attempts(organization):
    """... retries sequentially, and stops after three attempts."""
    passed = Noting()
    eager = Retries(tries=10, first_seconds=0.01)
    with organization.engine(transport=passed, retries=eager) as engine, pytest.raises(ServiceUnavailable):
        engine.speech(FAILS, tier="premium", voice="Kore")
    assert [exchange.response.status_code for exchange in passed.exchanges] == [503] * 3
    assert len({exchange.asked for exchange in passed.exchanges}) == 1
    assert passed.exchanges[0].asked[3]
