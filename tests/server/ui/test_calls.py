"""What the page asks is served and metered as any request of its organization."""

import pytest

from engine.contract import (
    DiacritizeResponse,
    PinglishResponse,
    SpeechJob,
    SpeechResponse,
    TranslateResponse,
    UsageResponse,
)
from tests.server.test_errors import refused
from tests.server.test_jobs import BASIC, KEYED, PREMIUM, parsed

TEXT = {"text": "مردم شهر"}
ANSWERS = [
    ("diacritize", TEXT, DiacritizeResponse),
    ("pinglish", TEXT, PinglishResponse),
    ("translate", TEXT, TranslateResponse),
    ("speech", BASIC, SpeechResponse),
    ("speech", PREMIUM, SpeechResponse),
]


@pytest.mark.parametrize(("operation", "body", "model"), ANSWERS)
def test_each_operation_answers_as_in_the_contract(browser, operation, body, model):
    answer = browser.post(f"/ui/api/{operation}", json=body)
    assert answer.status_code == 200
    model.model_validate_json(answer.content)
    assert "ratelimit-remaining" in answer.headers
    refused(browser.post(f"/ui/api/{operation}", json={**body, "more": 1}), 422, "invalid_request")


def test_it_is_charged_to_the_organization_and_to_no_other(live, browser):
    with live.client(live.key_of("acme")) as mine, live.client(live.key_of("other")) as others:
        before, other = (client.get("/v1/usage").json()["text"]["used_units"] for client in (mine, others))
        browser.post("/ui/api/translate", json=TEXT)
        assert mine.get("/v1/usage").json()["text"]["used_units"] == before + 2 * len(TEXT["text"])
        assert others.get("/v1/usage").json()["text"]["used_units"] == other
    shown = UsageResponse.model_validate_json(browser.get("/ui/api/usage").content)
    assert shown.text.used_units == before + 2 * len(TEXT["text"])


def test_an_idempotency_key_holds_for_the_page_as_for_the_api(live, browser):
    first = browser.post("/ui/api/diacritize", json=TEXT, headers=KEYED)
    with live.client(live.key_of("acme")) as client:
        assert client.post("/v1/diacritize", json=TEXT, headers=KEYED).content == first.content


def test_a_job_is_followed_from_the_page(browser, capabilities):
    capabilities.preview = [b"first"]
    keyed = {"Idempotency-Key": "one-key-more"}
    created = browser.post("/ui/api/speech/jobs", json={**BASIC, "text": "تازه"}, headers=keyed)
    job = SpeechJob.model_validate_json(created.content)
    stream = browser.get(f"/ui/api/speech/jobs/{job.id}/events")
    assert [name for _, name, _ in parsed(stream.text)] == ["status", "status", "audio", "complete"]
    done = browser.get(f"/ui/api/speech/jobs/{job.id}").json()
    assert done["status"] == "succeeded"
    query = done["audio_url"].partition("?")[2]
    assert browser.get(f"/v1/developer/audio?{query}").content.startswith(b"sound of kian")


def test_a_job_is_cancelled_from_the_page(browser, capabilities):
    capabilities.gate.clear()
    keyed = {"Idempotency-Key": "another-key"}
    job = browser.post("/ui/api/speech/jobs", json={**BASIC, "voice": "ava"}, headers=keyed).json()
    assert browser.post(f"/ui/api/speech/jobs/{job['id']}/cancel").json()["status"] == "cancelled"


def test_a_change_of_the_organization_holds_from_the_next_request_on(live, browser):
    try:
        live.directory.change("acme", "live", {"status": "past_due"})
        refused(browser.post("/ui/api/diacritize", json=TEXT), 403, "organization_inactive")
        assert browser.get("/ui/api/usage").json()["status"] == "past_due"
        live.directory.change("acme", "live", {"status": "active", "requests_per_minute": 1})
        refused(browser.get("/ui/api/usage"), 429, "rate_limit_exceeded")
    finally:
        live.directory.change("acme", "live", {"status": "active", "requests_per_minute": 1_000_000})
    assert browser.get("/ui/api/usage").is_success
