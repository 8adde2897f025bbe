"""Jobs and their events over HTTP (sections 2.10, 3.1, 4 and 6)."""

import base64
import json
import threading
from itertools import pairwise
from uuid import UUID, uuid4

import httpx
import pytest

from engine.contract import CompleteEvent, ErrorEvent, SpeechJob, StatusEvent
from engine.service.clock import moment
from tests.server.test_errors import refused
from tests.service.doubles import wait_for

BASIC = {"text": "سلام", "tier": "basic", "voice": "kian"}
PREMIUM = {"text": "سلام", "tier": "premium", "voice": "Kore"}
KEYED = {"Idempotency-Key": "a-key-of-mine"}


def create(client, body=BASIC, headers=KEYED):
    response = client.post("/v1/speech/jobs", json=body, headers=headers)
    assert response.status_code == 202, response.text
    return response.json()


def events(client, job, **options):
    """The whole stream: (id, name, data) of each event, and the number of heartbeats."""
    response = client.get(f"/v1/speech/jobs/{job['id']}/events", **options)
    assert response.status_code == 200, response.text
    return parsed(response.text)


def parsed(text):
    assert text == "" or text.endswith("\n\n")
    found = []
    for block in text.split("\n\n")[:-1]:
        if block.startswith(":"):
            continue
        id_, name, data = block.split("\n")
        assert (id_[:4], name[:7], data[:6]) == ("id: ", "event: ", "data: ")
        found.append((int(id_[4:]), name[7:], json.loads(data[6:])))
    assert all(before[0] < after[0] for before, after in pairwise(found))
    return found


def ended(client, job):
    events(client, job)
    return client.get(f"/v1/speech/jobs/{job['id']}").json()


def test_a_job_is_accepted_runs_and_succeeds(live, client, capabilities):
    capabilities.gate.clear()
    response = client.post("/v1/speech/jobs", json=BASIC, headers=KEYED)
    job = SpeechJob.model_validate_json(response.content)
    assert (response.status_code, job.status) == (202, "queued")
    assert UUID(response.headers["x-request-id"]) == job.request_id
    assert response.headers["ratelimit-limit"] == "1200"
    route = f"{live.address}/v1/speech/jobs/{job.id}"
    assert (job.status_url, job.stream_url, job.cancel_url) == (route, f"{route}/events", f"{route}/cancel")
    capabilities.speaking.wait(10)
    running = client.get(job.status_url)
    assert (running.status_code, running.json()["status"]) == (200, "running")
    assert "ratelimit-reset" in running.headers
    assert not {"result", "audio_url", "audio_expires_at", "error"} & running.json().keys()
    capabilities.gate.set()
    done = SpeechJob.model_validate(ended(client, response.json()), strict=False)
    assert (done.status, done.result.usage.seconds) == ("succeeded", 2.5)
    assert httpx.get(done.audio_url).content == "sound of kian: سلام".encode()
    assert client.get("/v1/usage").json()["basic_speech"]["used_seconds"] == 2.5


def test_a_replay_gives_the_same_job_once_more(client, capabilities):
    capabilities.gate.clear()
    first, second = create(client), create(client)
    capabilities.gate.set()
    done = ended(client, first)
    third = create(client)
    assert first["id"] == second["id"] == third["id"]
    assert (third["status"], third["request_id"]) == ("succeeded", first["request_id"])
    assert capabilities.calls == ["speak"]
    assert (
        client.get("/v1/usage").json()["basic_speech"]["used_seconds"] == done["result"]["usage"]["seconds"]
    )


def test_a_job_needs_an_idempotency_key(client):
    response = client.post("/v1/speech/jobs", json=BASIC)
    assert refused(response, 400, "idempotency_key_required").error.retryable is False


def test_an_exhausted_allowance_takes_no_job(live, organization, client):
    live.directory.change(organization, "live", {"basic_seconds": 0.5})
    refused(client.post("/v1/speech/jobs", json=BASIC, headers=KEYED), 402, "basic_speech_quota_exhausted")


def test_production_refuses_premium_jobs_before_anything_is_kept(client):
    response = client.post("/v1/speech/jobs", json=PREMIUM, headers=KEYED)
    envelope = refused(response, 503, "premium_speech_jobs_unavailable")
    assert (envelope.error.category, envelope.error.retryable) == ("service", False)
    assert "synchronous speech endpoint" in envelope.error.action
    assert "retry-after" not in response.headers
    assert client.get("/v1/usage").json()["premium_speech"]["reserved_seconds"] == 0
    assert create(client)["tier"] == "basic"  # the key was not used up


def test_staging_runs_premium_jobs_with_status_events_before_completion(start):
    live = start(deployment="staging")
    with live.client(live.key_of("acme")) as client:
        job = create(client, PREMIUM)
        assert job["stream_format"] == "pcm_s16le"
        found = events(client, job)
        assert [name for _, name, _ in found] == ["status", "status", "complete"]
        assert found[-1][2]["result"]["mime_type"] == "audio/wav"


NO_UUIDS = [
    "0x" + "1" * 30,
    "1_" * 15 + "11",
    "\u0661" * 32,
    "\uff11" * 32,
    "{7f9c24e8-3b12-4fef-91e0-5f3e7a2a6d01}",
    "urn:uuid:7f9c24e8-3b12-4fef-91e0-5f3e7a2a6d01",
    "7f9c24e83b12-4fef-91e0-5f3e7a2a6d01",
]  # most of which uuid.UUID takes


@pytest.mark.parametrize("id_", ["x", "0", "00000000-0000-0000-0000", "%00", "a b", *NO_UUIDS])
def test_a_job_id_is_a_uuid(client, id_):
    for method, path in [("GET", ""), ("GET", "/events"), ("POST", "/cancel")]:
        envelope = refused(client.request(method, f"/v1/speech/jobs/{id_}{path}"), 422, "invalid_request")
        assert envelope.error.details["field"] == "job_id"


def test_an_unknown_job_is_not_found(client):
    for method, path in [("GET", ""), ("GET", "/events"), ("POST", "/cancel")]:
        refused(client.request(method, f"/v1/speech/jobs/{uuid4()}{path}"), 404, "not_found")


def test_a_cancelled_job_gives_its_reservation_back(client, capabilities):
    capabilities.gate.clear()
    job = create(client)
    capabilities.speaking.wait(10)
    assert client.get("/v1/usage").json()["basic_speech"]["reserved_seconds"] == 1
    response = client.post(f"/v1/speech/jobs/{job['id']}/cancel")
    assert (response.status_code, response.json()["status"]) == (200, "cancelled")
    assert "ratelimit-remaining" in response.headers
    assert client.get("/v1/usage").json()["basic_speech"]["reserved_seconds"] == 0
    found = events(client, job)
    assert [(name, data.get("status")) for _, name, data in found][-1] == ("status", "cancelled")
    again = client.post(f"/v1/speech/jobs/{job['id']}/cancel")
    assert again.json() == response.json()


def test_cancelling_what_has_ended_changes_nothing(client):
    job = create(client)
    done = ended(client, job)
    after = client.post(f"/v1/speech/jobs/{job['id']}/cancel").json()
    assert after["status"] == "succeeded"
    assert after["result"] == done["result"]


def test_a_failed_job_reports_its_error(client, capabilities):
    capabilities.failure = RuntimeError("down")
    job = create(client)
    *_, (_, name, data) = events(client, job)
    failed = client.get(f"/v1/speech/jobs/{job['id']}").json()
    assert (name, failed["status"]) == ("error", "failed")
    assert data == {"job_id": job["id"], "status": "failed", "error": failed["error"]}
    ErrorEvent.model_validate_json(json.dumps(data))
    usage = client.get("/v1/usage").json()["basic_speech"]
    assert (usage["used_seconds"], usage["reserved_seconds"]) == (0, 0)


def test_a_stream_follows_a_job_to_its_end_with_heartbeats(client, capabilities):
    capabilities.gate.clear()
    job = create(client)
    got = ""
    with client.stream("GET", f"/v1/speech/jobs/{job['id']}/events") as response:
        assert response.headers["content-type"] == "text/event-stream"
        UUID(response.headers["x-request-id"])
        assert not [name for name in response.headers if name.startswith("ratelimit")]
        for chunk in response.iter_text():
            got += chunk
            if got.count(": heartbeat\n\n") == 2:
                capabilities.gate.set()
    found = parsed(got)
    assert [(id_, name) for id_, name, _ in found] == [(1, "status"), (2, "status"), (3, "complete")]
    StatusEvent.model_validate_json(json.dumps(found[0][2]))
    complete = CompleteEvent.model_validate_json(json.dumps(found[2][2]))
    assert (complete.event, complete.status) == ("complete", "succeeded")


def test_a_stream_resumes_after_an_event_and_the_query_wins(client):
    job = create(client)
    whole = events(client, job)
    for after in (1, 2, 3, 9, 10**30):
        rest = [event[0] for event in whole if event[0] > after]
        by_query = events(client, job, params={"after": after})
        by_header = events(client, job, headers={"Last-Event-ID": str(after)})
        assert [event[0] for event in by_query] == [event[0] for event in by_header] == rest
    both = events(client, job, params={"after": 2}, headers={"Last-Event-ID": "1"})
    assert [event[0] for event in both] == [3]
    assert events(client, job, params={"after": 2}, headers={"Last-Event-ID": "nonsense"}) == both


@pytest.mark.parametrize("bad", ["0", "-1", "x", "", "1.5", "١", "1 2", "+1"])
def test_the_place_in_a_stream_is_a_positive_integer(client, bad):
    job = create(client)
    route = f"/v1/speech/jobs/{job['id']}/events"
    envelope = refused(client.get(route, params={"after": bad}), 422, "invalid_request")
    assert envelope.error.details["field"] == "after"
    header = [(b"Last-Event-ID", bad.encode())]
    refused(client.get(route, headers=header), 422, "invalid_request")
    refused(client.get(f"{route}?after=1&after=2"), 422, "invalid_request")


def test_a_replayed_complete_event_has_a_fresh_address(client, clock):
    job = create(client)
    first = events(client, job)[-1][2]
    clock.forward(7_200)
    again = events(client, job, params={"after": 2})[-1][2]
    assert again["audio_url"] != first["audio_url"]
    assert again["audio_expires_at"] == moment(int(clock.now()) + 3_600).strftime("%Y-%m-%dT%H:%M:%S.000Z")
    assert httpx.get(again["audio_url"]).is_success
    assert client.get(f"/v1/speech/jobs/{job['id']}").json()["audio_url"] == again["audio_url"]
    assert client.get("/v1/usage").json()["basic_speech"]["used_seconds"] == 2.5


def test_many_readers_get_every_event_and_a_reader_that_leaves_cancels_nothing(client, capabilities):
    capabilities.gate.clear()
    job = create(client)
    with client.stream("GET", f"/v1/speech/jobs/{job['id']}/events"):
        pass  # leaves at once
    found = []
    readers = [threading.Thread(target=lambda: found.append(events(client, job))) for _ in range(12)]
    for reader in readers:
        reader.start()
    capabilities.speaking.wait(10)
    capabilities.gate.set()
    for reader in readers:
        reader.join(20)
    assert len(found) == 12
    assert all([event[0] for event in stream] == [1, 2, 3] for stream in found)


def test_a_reader_that_never_reads_holds_nobody_up(client, capabilities):
    capabilities.gate.clear()
    job = create(client)
    with client.stream("GET", f"/v1/speech/jobs/{job['id']}/events"):
        capabilities.gate.set()
        wait_for(lambda: client.get(f"/v1/speech/jobs/{job['id']}").json()["status"] == "succeeded")
        assert events(client, job)[-1][1] == "complete"


def test_jobs_and_events_are_gone_a_day_after_the_end(live, client, clock):
    job = create(client)
    ended(client, job)
    clock.forward(86_399)
    assert client.get(f"/v1/speech/jobs/{job['id']}").is_success
    clock.forward(601)
    client.post("/v1/diacritize", json={"text": "سلام"})  # sweeps
    refused(client.get(f"/v1/speech/jobs/{job['id']}"), 404, "not_found")


def test_where_jobs_are_all_that_is_asked_for_they_are_gone_all_the_same(client, clock):
    job = create(client)
    ended(client, job)
    clock.forward(86_400)
    wait_for(lambda: client.get(f"/v1/speech/jobs/{job['id']}").status_code == 404)
    again = create(client)
    assert again["id"] != job["id"]
    assert ended(client, again)["status"] == "succeeded"


def test_when_no_worker_runs_jobs_are_not_taken(start):
    live = start()
    live.service._jobs._worker.close()
    with live.client(live.key_of("acme")) as client:
        response = client.post("/v1/speech/jobs", json=BASIC, headers=KEYED)
        assert refused(response, 503, "speech_jobs_unavailable").error.retryable
        assert int(response.headers["retry-after"]) >= 1
        refused(client.get("/readyz"), 503, "service_unavailable")


def test_a_commit_of_unknown_outcome_is_told_and_may_be_repeated(live, client, monkeypatch):
    from sqlalchemy import create_engine
    from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
    from sqlalchemy.exc import OperationalError

    commit, failing = SQLiteDialect_pysqlite.do_commit, threading.Event()

    def fails_once(dialect, connection):
        commit(dialect, connection)
        if not failing.is_set() and connection.execute("SELECT count(*) FROM jobs").fetchone()[0] > before:
            failing.set()
            raise OperationalError("COMMIT", None, Exception("disk I/O error"))

    engine = create_engine(f"sqlite:///{live.data_dir / 'engine.sqlite3'}")
    with engine.connect() as connection:
        before = connection.exec_driver_sql("SELECT count(*) FROM jobs").scalar()
    engine.dispose()
    monkeypatch.setattr(SQLiteDialect_pysqlite, "do_commit", fails_once)
    first = client.post("/v1/speech/jobs", json=BASIC, headers=KEYED)
    assert refused(first, 503, "speech_job_start_uncertain").error.retryable
    job = create(client)
    assert ended(client, job)["status"] == "succeeded"
    assert client.get("/v1/usage").json()["basic_speech"]["used_seconds"] == 2.5


def test_preview_audio_is_streamed_while_it_is_made_and_can_be_resumed(client, capabilities):
    chunks = [b"%d" % number for number in range(20)]
    capabilities.preview = chunks
    capabilities.gate.clear()
    job = create(client)
    got = ""
    with client.stream("GET", f"/v1/speech/jobs/{job['id']}/events") as response:
        for chunk in response.iter_text():
            got += chunk
            if got.count("event: audio") == 20:
                capabilities.gate.set()  # only now the job may end
    whole = parsed(got)
    assert [name for _, name, _ in whole] == ["status", "status", *["audio"] * 20, "complete"]
    assert whole[2][2] == {"job_id": job["id"], "format": "mp3", "audio_base64": "MA=="}
    assert [base64.b64decode(data["audio_base64"]) for _, name, data in whole if name == "audio"] == chunks
    for cut in range(1, 24):
        assert events(client, job, params={"after": cut})[:-1] == whole[cut:-1]
    again = create(client, headers={"Idempotency-Key": "another-key"})
    assert [name for _, name, _ in events(client, again)] == ["status", "status", "complete"]  # a cache hit


def test_no_more_streams_are_open_than_the_bound(client, capabilities, monkeypatch):
    monkeypatch.setattr("engine.server.event_stream._MOST_STREAMS", 1)
    capabilities.gate.clear()
    route = f"/v1/speech/jobs/{create(client)['id']}/events"
    with client.stream("GET", route) as first:
        chunks = first.iter_text()
        next(chunks)
        second = client.get(route)
        refused(second, 503, "service_unavailable")
        assert second.headers["retry-after"] == "5"
        capabilities.gate.set()
        assert "complete" in "".join(chunks)
    wait_for(lambda: client.get(route).is_success)
