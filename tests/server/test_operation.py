"""What operators see of a server: logs, metrics, health; and how it ends."""

import io
import json
import logging
import threading

import httpx
import pytest

from engine.server.logs import JsonLines
from tests.server.test_errors import refused
from tests.server.test_jobs import create
from tests.service.doubles import wait_for

TEXT = "مردم شهر"
BASIC = {"text": TEXT, "tier": "basic", "voice": "kian"}


@pytest.fixture
def logged():
    """What this process logs, as the server's command writes it."""
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(JsonLines())
    handler.addFilter(lambda record: not record.name.startswith("http"))  # the client's own
    root = logging.getLogger()
    root.addHandler(handler)
    level = root.level
    root.setLevel(logging.DEBUG)
    yield stream
    root.setLevel(level)
    root.removeHandler(handler)


def errors(logged):
    """What was logged as an error; the server of another test may still log its last request."""
    return [json.loads(line) for line in logged.getvalue().splitlines() if '"error"' in line]


def test_logs_tell_routes_and_ids_but_no_key_address_or_text(client, key, capabilities, logged):
    headers = {"Idempotency-Key": "a-secret-name"}
    made = client.post("/v1/diacritize", json={"text": TEXT})
    spoken = client.post("/v1/speech", json=BASIC, headers=headers).json()
    client.get(spoken["audio_url"])
    client.get(spoken["audio_url"] + "x")
    client.get("/v1/usage", headers={"Authorization": f"Bearer {key}x"})
    capabilities.failure = ValueError(f"cannot read {TEXT}")
    client.post("/v1/translate", json={"text": TEXT}, headers=headers)
    client.post("/v1/translate", json={"text": TEXT}, headers={"Idempotency-Key": "another-secret-name"})
    log = logged.getvalue()
    signature = httpx.URL(spoken["audio_url"]).params["signature"]
    for secret in (key, key[20:], TEXT, "مردم", signature, "secret-name", "signature=", spoken["audio_url"]):
        assert secret not in log
        assert json.dumps(secret).strip('"') not in log
    lines = [json.loads(line) for line in log.splitlines()]
    first = next(line for line in lines if line.get("request_id") == made.headers["x-request-id"])
    assert {first[name] for name in ("route", "method", "status")} == {"/v1/diacritize", "POST", 200}
    assert first["seconds"] > 0


def test_an_unforeseen_failure_is_logged_with_its_request_and_place(client, capabilities, logged):
    capabilities.failure = ValueError(f"cannot read {TEXT}")
    envelope = refused(client.post("/v1/translate", json={"text": TEXT}), 500, "internal_error")
    (line,) = errors(logged)
    assert (line["exception"], line["request_id"]) == ("ValueError", envelope.request_id)
    assert any("doubles.py" in frame for frame in line["frames"])
    assert TEXT not in logged.getvalue()


def test_an_exception_is_logged_by_type_and_place(logged):
    try:
        int(TEXT)
    except ValueError:
        logging.getLogger("asyncio").exception("never retrieved\nfuture: ValueError(%r)", TEXT)
    (line,) = errors(logged)
    assert (line["exception"], line["message"]) == ("ValueError", "never retrieved")
    assert line["frames"][0].startswith(__file__)
    assert TEXT not in logged.getvalue()


def test_metrics_count_by_route_and_never_by_path(live, client):
    client.post("/v1/diacritize", json={"text": TEXT})
    client.get("/v1/speech/jobs/some-id")
    client.get("/no/such/path")
    client.request("PATCH", "/v1/usage")
    shown = httpx.get(f"{live.address}/metrics").text
    sample = "persian_engine_http_requests_total"
    assert f'{sample}{{method="POST",route="/v1/diacritize",status="200"}}' in shown
    assert f'{sample}{{method="GET",route="/v1/speech/jobs/{{job_id}}",status="422"}}' in shown
    assert f'{sample}{{method="GET",route="none",status="404"}}' in shown
    assert f'{sample}{{method="other",route="/v1/usage",status="405"}}' in shown
    assert 'persian_engine_pool_bound{pool="speech"}' in shown
    assert "some-id" not in shown
    assert "/no/such" not in shown


def test_health_and_readiness_need_no_key(live):
    with live.client() as client:
        assert client.get("/healthz").json() == {"status": "ok"}
        assert client.get("/readyz").json() == {"status": "ready"}


def test_a_server_told_to_end_answers_what_runs_and_closes_streams(start, capabilities):
    live = start()
    capabilities.gate.clear()
    answers = []
    with live.client(live.key_of("acme")) as client:
        job = create(client, {**BASIC, "voice": "ava"})
        with client.stream("GET", f"/v1/speech/jobs/{job['id']}/events") as stream:
            text = threading.Thread(target=lambda: answers.append(client.post("/v1/speech", json=BASIC)))
            text.start()
            wait_for(lambda: capabilities.calls == ["speak", "speak"])
            live.stop()
            assert "complete" not in stream.read().decode()  # ends although the job has not
        capabilities.gate.set()
        text.join(20)
    assert answers[0].status_code == 200


def test_speech_that_outlives_the_grace_period_is_handed_back(start, capabilities):
    live = start(grace_seconds=0)
    capabilities.gate.clear()
    answers = []
    with live.client(live.key_of("acme")) as client:
        headers = {"Idempotency-Key": "a-key-of-mine"}
        request = threading.Thread(
            target=lambda: answers.append(client.post("/v1/speech", json=BASIC, headers=headers))
        )
        request.start()
        capabilities.speaking.wait(10)
        live.stop()
        request.join(20)
    assert refused(answers[0], 503, "service_unavailable").error.retryable
    again = start(live.data_dir)
    capabilities.gate.set()
    with again.client(again.key_of("acme")) as client:
        assert client.get("/v1/usage").json()["basic_speech"]["reserved_seconds"] == 0
        assert client.post("/v1/speech", json=BASIC, headers=headers).is_success  # the key runs again
