"""Keys, scopes, statuses, organizations and the rate limit (sections 3.2, 5 and 8)."""

import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import httpx
import pytest

from engine.contract import UsageResponse
from engine.service.api_keys import SCOPES
from tests.server.test_errors import refused

TEXT = {"text": "مردم شهر"}
SPEECH = {"text": "مردم شهر", "tier": "basic", "voice": "kian"}
ROUTES = [
    ("POST", "/v1/diacritize"),
    ("POST", "/v1/pinglish"),
    ("POST", "/v1/translate"),
    ("POST", "/v1/speech"),
    ("POST", "/v1/speech/jobs"),
    ("GET", "/v1/speech/jobs/0b9bbd5e-0000-4000-8000-000000000000"),
    ("GET", "/v1/speech/jobs/0b9bbd5e-0000-4000-8000-000000000000/events"),
    ("POST", "/v1/speech/jobs/0b9bbd5e-0000-4000-8000-000000000000/cancel"),
    ("GET", "/v1/usage"),
]
UNKNOWN = "pe_live_" + "a" * 52
BAD = [None, "", "Bearer", "Basic abc", UNKNOWN, f"Bearer {UNKNOWN}", f"Bearer {UNKNOWN} x",
       "Bearer pe_live_\xfc", "Bearer " + "x" * 5_000]  # fmt: skip


@pytest.mark.parametrize(("method", "path"), ROUTES)
def test_every_route_with_a_key_refuses_whoever_has_none(live, method, path):
    response = httpx.request(method, live.address + path)
    assert refused(response, 401, "invalid_api_key").error.category == "authentication"
    assert response.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("given", BAD)
def test_a_bad_authorization_is_refused(live, given):
    headers = [] if given is None else [(b"Authorization", given.encode("latin-1"))]
    with live.client() as client:
        refused(client.get("/v1/usage", headers=headers), 401, "invalid_api_key")


def test_no_key_that_differs_in_one_character_is_taken(live, key):
    for place in (3, 8, 20, len(key) - 1):
        other = key[:place] + ("a" if key[place] != "a" else "b") + key[place + 1 :]
        with live.client(other) as client:
            refused(client.get("/v1/usage"), 401, "invalid_api_key")
    for other in (key.swapcase(), key[:-1], key + "a", key.replace("live", "test")):
        with live.client(other) as client:
            refused(client.get("/v1/usage"), 401, "invalid_api_key")
    both = [("Authorization", f"Bearer {key}")] * 2
    refused(httpx.get(f"{live.address}/v1/usage", headers=both), 401, "invalid_api_key")
    assert httpx.get(f"{live.address}/v1/usage", headers={"authorization": f"bearer {key}"}).is_success


@pytest.mark.parametrize("scope", SCOPES)
def test_a_key_opens_its_scopes_only(live, organization, scope):
    with live.client(live.key_of(organization, scopes=[scope])) as client:
        for other in SCOPES:
            response = client.post(f"/v1/{other}", json=SPEECH if other == "speech" else TEXT)
            if other == scope:
                assert response.is_success
            else:
                assert refused(response, 403, "insufficient_scope").error.category == "authorization"
        if scope != "speech":
            for method, path in ROUTES[4:8]:
                refused(client.request(method, path), 403, "insufficient_scope")
        assert client.get("/v1/usage").is_success


@pytest.mark.parametrize(
    ("status", "may_generate", "may_read"),
    [
        ("pending_payment", False, False),
        ("active", True, True),
        ("canceling", True, True),
        ("past_due", False, True),
        ("disabled", False, False),
    ],
)
def test_the_organizations_status_permits(live, organization, client, status, may_generate, may_read):
    job = client.post("/v1/speech/jobs", json=SPEECH, headers={"Idempotency-Key": "a-key-of-mine"}).json()
    live.directory.change(organization, "live", {"status": status})
    made = client.post("/v1/diacritize", json=TEXT)
    read = [client.get("/v1/usage"), client.get(f"/v1/speech/jobs/{job['id']}")]
    for response, may in [(made, may_generate), *((one, may_read) for one in read)]:
        if may:
            assert response.is_success
        else:
            assert refused(response, 403, "organization_inactive").error.category == "authorization"
    if may_read:
        assert read[0].json()["status"] == status


def test_rotation_leaves_the_previous_key_for_24_hours(live, organization, clock):
    old = live.key_of(organization)
    (made,) = live.directory.keys(organization)
    _, new = live.directory.rotate_key(made.id)
    with live.client(old) as before, live.client(new) as after:
        assert before.get("/v1/usage").is_success
        assert after.get("/v1/usage").is_success
        clock.forward(86_399)
        assert before.get("/v1/usage").is_success
        clock.forward(1)
        refused(before.get("/v1/usage"), 401, "invalid_api_key")
        assert after.get("/v1/usage").is_success


def test_revocation_stops_a_key_at_once(live, organization, client):
    assert client.get("/v1/usage").is_success
    (made,) = live.directory.keys(organization)
    live.directory.revoke_key(made.id)
    refused(client.get("/v1/usage"), 401, "invalid_api_key")


def test_the_store_holds_no_secret(live, key):
    assert re.fullmatch(r"pe_live_[A-Za-z0-9]{52}", key)
    for file in live.data_dir.glob("engine.sqlite3*"):
        assert key[20:].encode() not in file.read_bytes()
    with sqlite3.connect(live.data_dir / "engine.sqlite3") as store:
        salts = [salt for (salt,) in store.execute("SELECT salt FROM api_keys")]
    assert len(set(salts)) == len(salts) > 0


def test_organizations_and_environments_share_nothing(live, organization):
    one, other, test = (
        live.client(live.key_of(name, environment))
        for name, environment in [
            (organization, "live"),
            (f"{organization}-b", "live"),
            (organization, "test"),
        ]
    )
    with one, other, test:
        headers = {"Idempotency-Key": "a-key-of-mine"}
        job = one.post("/v1/speech/jobs", json=SPEECH, headers=headers).json()
        for stranger in (other, test):
            for method, path in [("GET", ""), ("GET", "/events"), ("POST", "/cancel")]:
                response = stranger.request(method, f"/v1/speech/jobs/{job['id']}{path}")
                refused(response, 404, "not_found")
            assert stranger.get("/v1/usage").json()["basic_speech"]["used_seconds"] == 0
            assert stranger.post("/v1/translate", json=TEXT, headers=headers).is_success  # no conflict
        assert one.get("/v1/usage").json()["environment"] == "live"
        assert test.get("/v1/usage").json()["environment"] == "test"


def test_all_keys_of_an_organization_share_its_allowance(live, organization, client):
    with live.client(live.key_of(organization)) as second:
        second.post("/v1/diacritize", json=TEXT)
    assert client.get("/v1/usage").json()["text"]["used_units"] == 8


def test_a_live_allowance_renews_with_the_subscriptions_month(live, client, clock):
    client.post("/v1/diacritize", json=TEXT)
    before = UsageResponse.model_validate_json(client.get("/v1/usage").content)
    assert timedelta(days=28) <= before.billing_period.ends_at - before.billing_period.starts_at
    clock.forward((before.billing_period.ends_at - before.billing_period.starts_at).total_seconds())
    after = UsageResponse.model_validate_json(client.get("/v1/usage").content)
    assert after.billing_period.starts_at == before.billing_period.ends_at
    assert (before.text.used_units, after.text.used_units) == (8, 0)


def test_the_sandbox_allowance_is_given_once(live, organization, clock):
    with live.client(live.key_of(organization, "test", {"text_units": 10})) as client:
        assert client.post("/v1/diacritize", json=TEXT).is_success
        clock.forward(400 * 86_400)
        refused(client.post("/v1/diacritize", json=TEXT), 402, "text_quota_exhausted")
        usage = client.get("/v1/usage").json()
        assert (usage["plan"], usage["text"]["used_units"]) == ("sandbox", 8)


def test_the_rate_limit_is_told_and_counts_every_request_with_a_key(live, organization, clock):
    clock.time = clock.time // 60 * 60 + 20
    key = live.key_of(organization, allowances={"requests_per_minute": 9})
    other = live.key_of(organization, scopes=["diacritize"])
    headers = {"Idempotency-Key": "a-key-of-mine"}
    with live.client(key) as client, live.client(other) as narrow:
        first = client.post("/v1/diacritize", json=TEXT, headers=headers)
        shown = {name: first.headers[f"ratelimit-{name}"] for name in ("limit", "remaining", "reset")}
        assert shown == {"limit": "9", "remaining": "8", "reset": "40"}
        replay = client.post("/v1/diacritize", json=TEXT, headers=headers)
        assert replay.headers["ratelimit-remaining"] == "7"
        refused(client.post("/v1/diacritize", content=b"\xff"), 400, "malformed_json")
        refused(client.post("/v1/diacritize", json={"text": "x"}), 422, "invalid_request")
        refused(client.post("/v1/diacritize", content=b" " * 40_000), 413, "body_too_large")
        refused(client.post("/v1/translate", json=TEXT, headers=headers), 409, "idempotency_conflict")
        refused(narrow.post("/v1/translate", json=TEXT), 403, "insufficient_scope")
        refused(client.get("/v1/speech/jobs/x"), 422, "invalid_request")
        assert client.get("/v1/usage").headers["ratelimit-remaining"] == "0"
        for _ in range(2):
            over = client.get("/v1/usage")
            envelope = refused(over, 429, "rate_limit_exceeded")
            assert (envelope.error.category, envelope.error.retryable) == ("rate_limit", True)
            assert over.headers["retry-after"] == "40"
        clock.forward(40)
        assert client.get("/v1/usage").headers["ratelimit-remaining"] == "8"


def test_one_key_over_the_limit_does_not_touch_another_organization(live, organization, client):
    with live.client(live.key_of(f"{organization}-b", allowances={"requests_per_minute": 1})) as small:
        assert small.get("/v1/usage").is_success
        refused(small.get("/v1/usage"), 429, "rate_limit_exceeded")
        assert client.get("/v1/usage").is_success


def test_two_servers_on_one_store_share_a_rate_limit(live, start, organization, clock):
    clock.time = clock.time // 60 * 60
    key = live.key_of(organization, allowances={"requests_per_minute": 20})
    second = start(live.data_dir)
    with live.client(key) as here, second.client(key) as there, ThreadPoolExecutor(8) as threads:
        asked = threads.map(lambda number: (here, there)[number % 2].get("/v1/usage").status_code, range(30))
        statuses = list(asked)
    assert (statuses.count(200), statuses.count(429)) == (20, 10)
