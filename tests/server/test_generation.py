"""The synchronous generation routes: answers, headers, accounting, idempotency (sections 2, 4, 7 and 8)."""

import asyncio
import socket
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID

import httpx
import pytest

from engine.contract import DiacritizeResponse, Fallback, PinglishResponse, SpeechResponse, TranslateResponse
from engine.contract.errors import ServiceUnavailable
from engine.server.pools import Pool, Pools
from engine.service.clock import moment
from tests.server.live import Live
from tests.server.test_errors import refused
from tests.service.doubles import wait_for

TEXT = "مردم شهر"
BASIC = {"text": TEXT, "tier": "basic", "voice": "kian"}
PREMIUM = {"text": TEXT, "tier": "premium", "voice": "Kore", "director_notes": "slowly"}
KEYED = {"Idempotency-Key": "a-key-of-mine"}
ROUTES = [
    ("diacritize", {"text": TEXT}, DiacritizeResponse),
    ("pinglish", {"text": TEXT, "style": "systematic", "vowel_notation": "macron"}, PinglishResponse),
    ("translate", {"text": TEXT}, TranslateResponse),
    ("speech", BASIC, SpeechResponse),
    ("speech", PREMIUM, SpeechResponse),
]


@pytest.mark.parametrize(("route", "body", "model"), ROUTES)
def test_each_route_answers_by_the_contract(client, route, body, model):
    response = client.post(f"/v1/{route}", json=body)
    assert response.status_code == 200, response.text
    answer = model.model_validate_json(response.content)
    assert answer.original == TEXT
    assert response.headers["content-type"] == "application/json"
    assert UUID(response.headers["x-request-id"]) == answer.request_id
    assert "retry-after" not in response.headers
    assert not [name for name in response.headers if name.startswith("access-control")]


@pytest.mark.parametrize("route", ["diacritize", "pinglish"])
def test_the_body_may_be_any_strict_json_of_the_same_content(client, route):
    escaped = '{\n "text" : "\\u0633\\u0644\\u0627\\u0645"\n}'
    assert client.post(f"/v1/{route}", content=escaped).json()["original"] == "سلام"


def test_text_comes_back_code_point_by_code_point(client):
    text = "می‌روم\r\n\t«ك ي ة» e\u0301 😀 \u0000 ۱۲۳"
    assert client.post("/v1/diacritize", json={"text": text}).json()["original"] == text


def test_a_speech_answer_leads_to_its_audio(live, client, clock):
    answer = SpeechResponse.model_validate_json(client.post("/v1/speech", json=BASIC).content)
    assert answer.audio_url.startswith(f"{live.address}/v1/developer/audio?")
    assert answer.audio_expires_at - moment(clock.now()) == timedelta(hours=1)
    assert httpx.get(answer.audio_url).content == f"sound of kian: {TEXT}".encode()


def test_addresses_never_come_from_the_host_header(client):
    answer = client.post("/v1/speech", json=BASIC, headers={"Host": "evil.example"}).json()
    assert "evil" not in answer["audio_url"]


def test_a_substituted_voice_is_named(client, capabilities):
    capabilities.fallback = Fallback.model_validate({"from": "kian", "to": "ava", "reason": "timeout"})
    answer = client.post("/v1/speech", json=BASIC).json()
    assert (answer["voice"], answer["requested_voice"]) == ("ava", "kian")
    assert answer["fallback"] == {"from": "kian", "to": "ava", "reason": "timeout"}


def test_a_cache_hit_is_charged_and_says_so(client):
    first, second = (client.post("/v1/translate", json={"text": TEXT}).json() for _ in range(2))
    assert (first["usage"]["cache_hit"], second["usage"]["cache_hit"]) == (False, True)
    assert first["request_id"] != second["request_id"]
    assert client.get("/v1/usage").json()["text"]["used_units"] == 4 * len(TEXT)


@pytest.mark.parametrize(("route", "body", "model"), ROUTES)
def test_a_replay_is_identical_and_not_charged(client, capabilities, route, body, model):
    first, second = (client.post(f"/v1/{route}", json=body, headers=KEYED) for _ in range(2))
    before = client.get("/v1/usage").json()
    assert first.content == second.content
    assert first.headers["x-request-id"] == second.headers["x-request-id"]
    assert len(capabilities.calls) == 1
    client.post(f"/v1/{route}", json=body, headers=KEYED)
    after = client.get("/v1/usage").json()
    assert {**after, "request_id": ""} == {**before, "request_id": ""}


def test_a_replay_is_gone_after_a_day(client, capabilities, clock):
    client.post("/v1/translate", json={"text": TEXT}, headers=KEYED)
    clock.forward(86_399)
    client.post("/v1/translate", json={"text": TEXT}, headers=KEYED)
    assert len(capabilities.calls) == 1
    clock.forward(1)
    client.post("/v1/translate", json={"text": TEXT}, headers=KEYED)
    assert len(capabilities.calls) == 2


def test_a_key_belongs_to_one_endpoint_and_payload(client):
    client.post("/v1/diacritize", json={"text": TEXT}, headers=KEYED)
    other = client.post("/v1/diacritize", json={"text": TEXT + "."}, headers=KEYED)
    refused(other, 409, "idempotency_conflict")
    refused(client.post("/v1/translate", json={"text": TEXT}, headers=KEYED), 409, "idempotency_conflict")
    refused(client.post("/v1/speech/jobs", json=BASIC, headers=KEYED), 409, "idempotency_conflict")


def test_a_second_request_is_told_to_wait_for_the_first(client, capabilities):
    capabilities.gate.clear()
    with ThreadPoolExecutor(1) as pool:
        first = pool.submit(client.post, "/v1/speech", json=BASIC, headers=KEYED)
        capabilities.speaking.wait(10)
        second = client.post("/v1/speech", json=BASIC, headers=KEYED)
        refused(second, 409, "request_in_progress")
        assert second.json()["error"]["retryable"]
        assert int(second.headers["retry-after"]) >= 1
        capabilities.gate.set()
        assert first.result().status_code == 200


def test_a_request_outlives_its_client(live, key, client, capabilities):
    capabilities.gate.clear()
    url = httpx.URL(live.address)
    body = httpx.Request("POST", live.address, json=BASIC).content
    head = (
        f"POST /v1/speech HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer {key}\r\n"
        f"Idempotency-Key: a-key-of-mine\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    with socket.create_connection((url.host, url.port)) as connection:
        connection.sendall(head.encode() + body)
        capabilities.speaking.wait(10)
    capabilities.gate.set()
    wait_for(lambda: client.get("/v1/usage").json()["basic_speech"]["used_seconds"] == 2.5)
    assert client.post("/v1/speech", json=BASIC, headers=KEYED).status_code == 200
    assert capabilities.calls == ["speak"]


@pytest.mark.parametrize("bad", ["1234567", "x" * 129, "", "naïve-key-of-mine", "tab\tin-the-key"])
@pytest.mark.parametrize(("route", "body"), [("diacritize", {"text": TEXT}), ("speech/jobs", BASIC)])
def test_a_key_has_8_to_128_printable_ascii_characters(client, bad, route, body):
    headers = [(b"Idempotency-Key", bad.encode("latin-1"))]
    envelope = refused(client.post(f"/v1/{route}", json=body, headers=headers), 422, "invalid_request")
    assert envelope.error.details["field"] == "idempotency_key"


@pytest.mark.parametrize("good", ["12345678", "x" * 128, "a key ~ with !"])
def test_the_shortest_and_longest_keys_are_taken(client, good):
    answer = client.post("/v1/diacritize", json={"text": TEXT}, headers={"Idempotency-Key": good})
    assert answer.status_code == 200


def test_two_idempotency_keys_are_refused(client):
    headers = [("Idempotency-Key", "a-key-of-mine"), ("Idempotency-Key", "another-of-mine")]
    refused(client.post("/v1/diacritize", json={"text": TEXT}, headers=headers), 422, "invalid_request")


def test_failed_requests_are_not_charged_and_may_run_again(client, capabilities):
    capabilities.failure = RuntimeError("down")
    refused(client.post("/v1/translate", json={"text": TEXT}, headers=KEYED), 500, "internal_error")
    capabilities.failure = None
    assert client.get("/v1/usage").json()["text"]["used_units"] == 0
    assert client.post("/v1/translate", json={"text": TEXT}, headers=KEYED).status_code == 200


def test_allowances_end_in_the_documents_codes(live, organization, client):
    small = {"text_units": 10, "basic_seconds": 3.0, "premium_seconds": 20.0}
    live.directory.change(organization, "live", small)
    assert client.post("/v1/diacritize", json={"text": TEXT}).status_code == 200
    refused(client.post("/v1/diacritize", json={"text": TEXT}), 402, "text_quota_exhausted")
    assert client.post("/v1/speech", json=BASIC).json()["usage"]["grace_seconds"] == 0
    refused(client.post("/v1/speech", json=BASIC), 402, "basic_speech_quota_exhausted")
    assert client.post("/v1/speech", json=PREMIUM).status_code == 200
    refused(client.post("/v1/speech", json=PREMIUM), 402, "premium_speech_quota_exhausted")
    live.directory.change(organization, "live", {"additional_units": 8})
    assert client.post("/v1/diacritize", json={"text": TEXT}).json()["usage"]["additional_units"] == 6


def test_basic_speech_may_finish_on_grace(live, organization, client, capabilities):
    live.directory.change(organization, "live", {"basic_seconds": 1.0})
    usage = client.post("/v1/speech", json=BASIC).json()["usage"]
    assert (usage["seconds"], usage["grace_seconds"]) == (2.5, 1.5)
    stands = client.get("/v1/usage").json()["basic_speech"]
    assert stands == {
        "included_seconds": 1.0,
        "used_seconds": 2.5,
        "reserved_seconds": 0,
        "grace_seconds": 1.5,
    }


def test_premium_audio_over_its_reservation_is_discarded(client, capabilities):
    capabilities.seconds = 1_000.0
    envelope = refused(client.post("/v1/speech", json=PREMIUM), 503, "service_unavailable")
    assert envelope.error.retryable
    assert client.get("/v1/usage").json()["premium_speech"]["used_seconds"] == 0


def test_a_closed_queue_refuses_and_keeps_no_place():
    pool = Pool("text", threads=1, waiting=1, retry_after=2)
    pool.close()
    with pytest.raises(ServiceUnavailable):
        asyncio.run(pool.run(len, "text"))
    assert pool.taken == 0


def test_over_the_bound_of_a_queue_requests_are_refused_and_others_go_on(start, capabilities):
    pools = Pools()
    pools.speech.close()
    pools.speech = Pool("speech", threads=1, waiting=1, retry_after=7)
    live: Live = start(pools=pools)
    capabilities.gate.clear()
    with live.client(live.key_of("acme")) as client, ThreadPoolExecutor(2) as threads:
        running = [threads.submit(client.post, "/v1/speech", json=BASIC) for _ in range(2)]
        wait_for(lambda: pools.speech.taken == 2)
        third = client.post("/v1/speech", json=BASIC)
        assert refused(third, 503, "service_unavailable").error.category == "service"
        assert third.headers["retry-after"] == "7"
        assert client.post("/v1/diacritize", json={"text": TEXT}).status_code == 200
        capabilities.gate.set()
        assert [answer.result().status_code for answer in running] == [200, 200]
        assert client.get("/v1/usage").json()["basic_speech"]["reserved_seconds"] == 0


def test_many_clients_at_once_are_all_answered_and_charged_exactly(client):
    guard = threading.Barrier(16)

    def ask(number: int) -> int:
        guard.wait()
        return client.post("/v1/diacritize", json={"text": f"{TEXT} {number:02}"}).status_code

    with ThreadPoolExecutor(16) as threads:
        assert set(threads.map(ask, range(16))) == {200}
    assert client.get("/v1/usage").json()["text"]["used_units"] == 16 * (len(TEXT) + 3)
