"""Section 7, Errors; each test quotes the rule it checks."""

import threading
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import httpx
import pytest
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.exc import OperationalError

from engine.contract.errors import (
    BasicSpeechQuotaExhausted,
    IdempotencyConflict,
    NotFound,
    PremiumSpeechJobsUnavailable,
    PremiumSpeechQuotaExhausted,
    RateLimitExceeded,
    RequestInProgress,
    ServiceUnavailable,
    SpeechJobsUnavailable,
    TextQuotaExhausted,
)
from engine.contract.names import TERMINAL_STATUSES
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
from tests.conformance.stage import FAILS, OVERLONG, Obedient, World
from tests.server.live import Live
from tests.service.doubles import wait_for

VARIANTS = {
    "/v1/diacritize": {"text": TEXT, "include_ezafe": False},
    "/v1/pinglish": {"text": TEXT, "style": "systematic"},
    "/v1/translate": {"text": TEXT + "."},
    "/v1/speech": BASIC | {"pace": 1.1},
    "/v1/speech/jobs": BASIC | {"voice": "mana"},
}


def test_envelope_of_every_error_response_request_id_and_error(http):
    """Envelope of every error response: `request_id` (string) and `error` (error detail, 2.11)."""
    assert post(http, "/v1/translate", {}).json().keys() == {"request_id", "error"}


@pytest.mark.parametrize("path", ["/", "/v1", "/v1/nothing", "/v2/translate", "/v1/translate/"])
def test_envelope_of_every_error_response_also_where_there_is_no_route(http, path):
    """Envelope of every error response: routes that are none have it too."""
    refused(http.post(path), 404)


@pytest.mark.parametrize(
    ("code", "retryable", "kind"),
    [
        ("service_unavailable", True, ServiceUnavailable),
        ("speech_jobs_unavailable", True, SpeechJobsUnavailable),
        ("premium_speech_jobs_unavailable", False, PremiumSpeechJobsUnavailable),
        ("rate_limit_exceeded", True, RateLimitExceeded),
    ],
)
def test_clients_branch_on_error_code_and_error_retryable_never_on_message_text(
    organization, code, retryable, kind
):
    asked = []

    def answer(request):
        asked.append(request)
        detail = {"message": "idempotency_conflict", "category": "service", "action": "Do not retry."}
        error = {"code": code, "retryable": retryable, **detail}
        return httpx.Response(503, json={"request_id": "1", "error": error})

    options = {"transport": httpx.MockTransport(answer), "retries": Retries(tries=2, first_seconds=0.01)}
    with organization.engine(**options) as engine, pytest.raises(kind):
        engine.create_speech_job(TEXT, idempotency_key=new_key())
    assert len(asked) == (2 if retryable else 1)


def test_400_idempotency_key_required_job_creation_without_idempotency_key(http):
    """400 idempotency_key_required: job creation without Idempotency-Key: not retryable."""
    refused(http.post("/v1/speech/jobs", json=BASIC), 400, "idempotency_key_required")


def test_402_basic_speech_quota_exhausted_basic_speech_allowance_used_up_job_creation(open_engine):
    """402 basic_speech_quota_exhausted: Basic speech allowance used up (job creation): not retryable."""
    engine = open_engine(basic_seconds=0.5)
    with pytest.raises(BasicSpeechQuotaExhausted) as caught:
        engine.create_speech_job(TEXT, idempotency_key=new_key())
    assert (caught.value.status, caught.value.detail.retryable) == (402, False)


@pytest.mark.parametrize("route", BODIES)
def test_409_idempotency_conflict_same_key_with_a_different_payload(http, route):
    """409 idempotency_conflict: same key with a different endpoint or payload."""
    key = new_key()
    assert post(http, route, key=key).is_success
    refused(post(http, route, VARIANTS[route], key), 409, "idempotency_conflict", "conflict")


@pytest.mark.parametrize("second", ["/v1/pinglish", "/v1/translate", "/v1/speech", "/v1/speech/jobs"])
def test_409_idempotency_conflict_same_key_with_a_different_endpoint(http, second):
    """409 idempotency_conflict: same key with a different *endpoint* or payload."""
    key = new_key()
    assert post(http, "/v1/diacritize", key=key).is_success
    refused(post(http, second, key=key), 409, "idempotency_conflict", "conflict")


def test_409_idempotency_conflict_same_key_with_a_different_endpoint_on_an_engine(engine):
    """409 idempotency_conflict."""
    key = new_key()
    engine.translate(TEXT, idempotency_key=key)
    with pytest.raises(IdempotencyConflict):
        engine.pinglish(TEXT, idempotency_key=key)


def test_409_request_in_progress_first_request_with_the_same_key_still_running(http, world):
    """409 request_in_progress: first request with the same key still running; Retry-After supplied."""
    key, body = new_key(), {"text": world.held()}
    answers = []
    first = threading.Thread(target=lambda: answers.append(post(http, "/v1/translate", body, key)))
    first.start()
    while not succeeded(http.get("/v1/usage"))["text"]["reserved_units"]:
        assert not answers
    response = post(http, "/v1/translate", body, key)
    refused(response, 409, "request_in_progress", "conflict", retryable=True)
    assert int(response.headers["Retry-After"]) >= 1
    world.let_go(body["text"])
    first.join()
    assert post(http, "/v1/translate", body, key).content == answers[0].content


def test_409_request_in_progress_retry_after_supplied_on_an_engine(engine, world):
    key, text = new_key(), world.held()
    answers = []

    def speak():
        answers.append(engine.speech(text, tier="premium", voice="Kore", idempotency_key=key))

    first = threading.Thread(target=speak, daemon=True)
    first.start()
    wait_for(lambda: engine.usage().premium_speech.reserved_seconds > 0)
    with pytest.raises(RequestInProgress) as caught:
        speak()
    assert caught.value.retry_after >= 1
    world.let_go(text)
    first.join()
    speak()
    assert [answer.request_id for answer in answers] == [answers[0].request_id] * 2


def test_429_rate_limit_exceeded_organization_request_ceiling_exceeded(server, world):
    """429 rate_limit_exceeded: organization request ceiling exceeded; retryable after Retry-After."""
    world.to_a_new_minute()
    http = server.organization(requests_per_minute=2).http
    for _ in range(2):
        succeeded(http.get("/v1/usage"))
    response = http.get("/v1/usage")
    refused(response, 429, "rate_limit_exceeded", "rate_limit", retryable=True)
    assert 1 <= int(response.headers["Retry-After"]) <= 60


def test_503_service_unavailable_no_valid_result_obtained_category_service(engine):
    """503 service_unavailable: no valid result obtained; category `service`; retryable."""
    with pytest.raises(ServiceUnavailable) as caught:
        engine.translate(FAILS)
    detail = caught.value.detail
    assert (detail.code, detail.category, detail.retryable) == ("service_unavailable", "service", True)


@pytest.fixture
def breakable(tmp_path: Path, world: World) -> Iterator[Live]:
    """A server in the test's own process, where its parts can be made to fail."""
    live = Live(tmp_path, Obedient(world), world)
    yield live
    live.close()


@pytest.fixture
def near(breakable: Live) -> Iterator[httpx.Client]:
    """Raw HTTP to it."""
    with breakable.client(breakable.key_of("acme")) as client:
        yield client


def test_503_speech_jobs_unavailable_job_service_unavailable(breakable, near):
    """503 speech_jobs_unavailable: job service unavailable: retryable."""
    breakable.service._jobs._worker.close()
    key = new_key()
    response = post(near, "/v1/speech/jobs", key=key)
    refused(response, 503, "speech_jobs_unavailable", "service", retryable=True)
    assert int(response.headers["Retry-After"]) >= 1
    refused(post(near, "/v1/speech/jobs", VARIANTS["/v1/speech/jobs"], key), 503, retryable=True)
    speech = succeeded(near.get("/v1/usage"))["basic_speech"]
    assert speech["used_seconds"] == speech["reserved_seconds"] == 0
    assert post(near, "/v1/speech").is_success  # synchronous speech needs no job service


@pytest.mark.parametrize("stored", [True, False])
def test_503_speech_job_start_uncertain_retry_exact_body_with_original_key(near, monkeypatch, stored):
    """503 speech_job_start_uncertain: durable start of a Basic job uncertain; retry exact body with original
    key."""
    commit, failed, jobs = SQLiteDialect_pysqlite.do_commit, [], "SELECT count(*) FROM jobs"

    def fails_once(dialect, connection):
        starts_a_job = not failed and connection.execute(jobs).fetchone()[0] > 0
        if stored or not starts_a_job:
            commit(dialect, connection)
        if starts_a_job:
            failed.append(True)
            raise OperationalError("COMMIT", None, Exception("disk I/O error"))

    key = new_key()
    succeeded(near.get("/v1/usage"))
    monkeypatch.setattr(SQLiteDialect_pysqlite, "do_commit", fails_once)
    response = post(near, "/v1/speech/jobs", key=key)
    refused(response, 503, "speech_job_start_uncertain", "service", retryable=True)
    assert int(response.headers["Retry-After"]) >= 1
    job = succeeded(post(near, "/v1/speech/jobs", key=key), 202)
    done = wait_until(near, job["id"], "succeeded")
    assert succeeded(post(near, "/v1/speech/jobs", key=key), 202)["id"] == job["id"]
    used = succeeded(near.get("/v1/usage"))["basic_speech"]["used_seconds"]
    assert used == done["result"]["usage"]["seconds"] > 0  # one job, charged once


def test_the_action_text_directs_the_client_to_the_synchronous_speech_endpoint_or_a_basic_job(http):
    """The action text directs the client to the synchronous speech endpoint or to a Basic job."""
    detail = refused(post(http, "/v1/speech/jobs", PREMIUM), 503, "premium_speech_jobs_unavailable")
    assert "synchronous" in detail.action
    assert "Basic" in detail.action


@pytest.mark.parametrize(
    "body",
    [
        {"text": TEXT, "colour": "blue"},
        {},
        {"text": ""},
        {"text": "hello"},
        {"text": "س" * 6_001},
        BASIC | {"pace": 2},
        BASIC | {"style": "warm"},
        {"text": TEXT, "padding": "x" * 32_768},
    ],
)
def test_rule_1_validation_failures_use_category_validation(http, body):
    refused(post(http, "/v1/speech" if "tier" in body else "/v1/translate", body), category="validation")


def test_rule_2_quota_errors_need_a_corrective_action_before_the_next_request(open_engine):
    engine = open_engine(text_units=1, basic_seconds=0.0, premium_seconds=1.0)
    for call, kind in (
        (lambda: engine.translate(TEXT), TextQuotaExhausted),
        (lambda: engine.speech(TEXT), BasicSpeechQuotaExhausted),
        (lambda: engine.speech(TEXT, tier="premium", voice="Kore"), PremiumSpeechQuotaExhausted),
    ):
        with pytest.raises(kind) as caught:
            call()
        assert caught.value.detail.category == "quota"
        assert not caught.value.detail.retryable
        assert caught.value.detail.action


def test_rule_2_validation_authentication_and_authorization_errors_need_a_corrective_action(organization):
    _, key = organization.another_key("speech")
    for client, status in ((organization.client("nobody"), 401), (organization.client(key), 403)):
        assert refused(post(client, "/v1/translate"), status).action
    assert refused(post(organization.http, "/v1/translate", {}), category="validation").action


@pytest.mark.parametrize("route", BODIES)
def test_rule_3_reuse_the_original_key_after_a_failure(http, route):
    """Reuse the exact body and original key: a failed request leaves the key usable."""
    key = new_key()
    refused(post(http, route, {}, key), category="validation")
    assert post(http, route, key=key).is_success


def test_rule_3_retry_only_when_retryable_is_true(organization):
    passed, key = Noting(), new_key()
    eager = Retries(tries=5, first_seconds=0.01)
    with organization.engine(transport=passed, retries=eager) as engine:
        engine.translate(TEXT, idempotency_key=key)
        organization.change(text_units=0)
        for call, kind in (
            (lambda: engine.translate(TEXT), TextQuotaExhausted),
            (lambda: engine.pinglish(TEXT, idempotency_key=key), IdempotencyConflict),
            (lambda: engine.get_speech_job(UNKNOWN_JOB), NotFound),
            (
                lambda: engine.create_speech_job(TEXT, "premium", "Kore", idempotency_key=key + "-job"),
                PremiumSpeechJobsUnavailable,
            ),
        ):
            passed.exchanges.clear()
            with pytest.raises(kind):
                call()
            assert len(passed.exchanges) == 1


def test_rule_3_honor_retry_after_reuse_the_exact_body_and_original_key(organization, world):
    text, passed = world.held(), Noting()
    hasty = {"timeouts": Timeouts(text=0.5), "retries": Retries(tries=20, first_seconds=0.01)}

    def let_go():
        wait_for(lambda: any(exchange.response for exchange in passed.exchanges), 60)
        world.let_go(text)

    threading.Thread(target=let_go, daemon=True).start()
    with organization.engine(transport=passed, **hasty) as engine:
        assert engine.translate(text).original == text
    told, again = next(pair for pair in pairwise(passed.exchanges) if pair[0].response is not None)
    refused(told.response, 409, "request_in_progress", retryable=True)
    assert again.sent - told.sent >= int(told.response.headers["Retry-After"]) >= 1
    assert len({exchange.asked for exchange in passed.exchanges}) == 1
    used = succeeded(organization.http.get("/v1/usage"))["text"]["used_units"]
    assert used == 2 * len(text)


@pytest.mark.parametrize("tries", [1, 2, 3])
def test_rule_3_add_random_jitter(tries):
    error = RateLimitExceeded("", retry_after=7)
    pauses = {Retries().pause(error, tries, most=4) for _ in range(20)}
    assert len(pauses) > 1
    assert min(pauses) >= 7


def test_rule_4_if_valid_premium_audio_exceeds_its_reservation_nothing_is_charged(open_engine):
    """If valid Premium audio exceeds its reservation, it is discarded and nothing is charged."""
    engine = open_engine()
    for _ in range(2):  # nor is it kept for the second
        with pytest.raises(ServiceUnavailable) as caught:
            engine.speech(OVERLONG, tier="premium", voice="Kore")
        assert caught.value.detail.retryable
    report = engine.usage().premium_speech
    assert report.used_seconds == report.reserved_seconds == 0


def test_rule_5_a_job_that_fails_reports_its_error_object_inside_the_job(http):
    job = started(http, text=FAILS)
    while job["status"] not in TERMINAL_STATUSES:
        job = succeeded(http.get(f"/v1/speech/jobs/{job['id']}"))
    assert job["status"] == "failed"
    assert job["error"]["code"] == "service_unavailable"
