"""Section 6, Events; each test quotes the rule it checks."""

from itertools import pairwise

import pytest

from tests.conformance.asking import PREMIUM, TEXT, new_key, post, refused, succeeded
from tests.conformance.following import cancelled, events, started, wait_until
from tests.conformance.stage import FAILS, SUBSTITUTED


@pytest.fixture
def done(http):
    """A job that has succeeded."""
    return wait_until(http, started(http)["id"], "succeeded")


def names(streamed):
    return [name for _, name, _ in streamed]


def test_the_job_event_stream_is_a_server_sent_events_response_with_x_request_id_only(http, done):
    """200, `text/event-stream`; response has X-Request-Id only."""
    response = http.get(f"/v1/speech/jobs/{done['id']}/events")
    assert response.headers["Content-Type"].partition(";")[0] == "text/event-stream"
    assert response.headers["X-Request-Id"]
    assert not [name for name in response.headers if name.startswith("ratelimit")]


def test_it_lasts_while_the_job_is_active_and_carries_heartbeat_comments_between_events(http, world):
    text = world.held()
    job = started(http, text=text)
    with http.stream("GET", f"/v1/speech/jobs/{job['id']}/events") as stream:
        lines = stream.iter_lines()
        assert any(line.startswith(":") for line in lines)
        world.let_go(text)
        assert "event: complete" in list(lines)


def test_status_json_with_job_id_and_status(http, done):
    """status: JSON with job_id (UUID) and status (for example `running`)."""
    found = [data for _, name, data in events(http, done["id"]) if name == "status"]
    assert [data["status"] for data in found] == ["queued", "running"]
    assert all(data == {"job_id": done["id"], "status": data["status"]} for data in found)


def test_complete_the_succeeded_job_object_including_an_event_value_of_complete(http, done):
    """complete: the succeeded job object, including an `event` value of `complete`; terminal."""
    _, name, data = events(http, done["id"])[-1]
    assert (name, data["event"], data["status"]) == ("complete", "complete", "succeeded")
    fresh = {"event", "audio_url", "audio_expires_at"}
    assert {key: value for key, value in data.items() if key not in fresh} == {
        key: value for key, value in done.items() if key not in fresh
    }
    assert http.get(data["audio_url"]).status_code == 200


def test_error_job_id_failed_status_and_the_structured_error_terminal(engine):
    job = engine.create_speech_job(FAILS, idempotency_key=new_key())
    *_, last = engine.stream_speech_job(job.id)
    assert (last.event, last.data.job_id, last.data.status) == ("error", job.id, "failed")
    assert last.data.error == engine.get_speech_job(job.id).error


def test_it_lasts_while_the_job_is_active_and_a_cancel_ends_it(http, world):
    """status events; the stream lasts while the job is active."""
    job = started(http, text=world.held())["id"]
    cancelled(http, job)
    _, name, data = events(http, job)[-1]
    assert (name, data["status"]) == ("status", "cancelled")


def test_rule_1_each_replayable_event_has_a_monotonically_increasing_positive_integer_sse_id(http, done):
    ids = [id_ for id_, _, _ in events(http, done["id"])]
    assert ids[0] >= 1
    assert all(earlier < later for earlier, later in pairwise(ids))


def test_rule_1_a_client_resumes_by_sending_the_query_parameter_after(engine):
    """A client resumes by sending Last-Event-ID or the query parameter `after`."""
    job = engine.create_speech_job(TEXT, idempotency_key=new_key())
    whole = [(event.id, event.event) for event in engine.stream_speech_job(job.id)]
    for seen, (id_, _) in enumerate(whole, 1):
        rest = [(event.id, event.event) for event in engine.stream_speech_job(job.id, after=id_)]
        assert rest == whole[seen:]


def test_rule_1_a_client_resumes_by_sending_last_event_id(http, done):
    """... Last-Event-ID."""
    whole = events(http, done["id"])
    assert names(events(http, done["id"], {"Last-Event-ID": str(whole[0][0])})) == names(whole[1:])


def test_rule_1_when_both_are_present_the_query_wins(http, done):
    whole = events(http, done["id"])
    first, last = whole[0][0], whole[-1][0]
    assert events(http, done["id"], {"Last-Event-ID": str(first)}, after=last) == []
    assert names(events(http, done["id"], {"Last-Event-ID": str(last)}, after=first)) == names(whole[1:])


@pytest.mark.parametrize("after", ["0", "-1", "1.0", "x", ""])
def test_rule_1_last_event_id_and_after_are_integers_of_at_least_1(http, done, after):
    """Last-Event-ID (integer >= 1); `after` (integer >= 1)."""
    route = f"/v1/speech/jobs/{done['id']}/events"
    refused(http.get(route, params={"after": after}), category="validation")
    refused(http.get(route, headers={"Last-Event-ID": after}), category="validation")


def test_rule_6_the_final_artifact_comes_from_complete_also_from_a_replayed_one(http, done, world):
    """The final artifact comes from `complete`: replayed, it has a fresh address."""
    before = events(http, done["id"])[-1][2]
    world.forward(5)
    after = events(http, done["id"])[-1][2]
    assert after["audio_url"] != before["audio_url"]
    assert after["audio_expires_at"] > before["audio_expires_at"]


@pytest.mark.parametrize("voice", ["kian", "leyla"])
def test_rule_2_basic_mp3_audio_events_occur_for_fresh_kian_or_leyla_synthesis(http, live, voice):
    client = live.organization().http
    job = started(client, text="سلام. حال شما چطور است؟", voice=voice)["id"]
    chunks = [data for _, name, data in events(client, job) if name == "audio"]
    assert chunks
    assert all(data["format"] == "mp3" and data["job_id"] == job for data in chunks)


@pytest.mark.parametrize("voice", ["ava", "mana", "amir"])
def test_rule_2_legacy_voices_can_reach_complete_with_zero_audio_events(http, voice):
    """Legacy voices (ava, mana, amir) ... can reach `complete` with zero audio events."""
    found = names(events(http, started(http, voice=voice)["id"]))
    assert "audio" not in found
    assert found[-1] == "complete"


@pytest.mark.parametrize("text", [TEXT, f"{TEXT} {SUBSTITUTED}"])
def test_rule_2_cache_hits_and_fallback_completions_can_reach_complete_with_zero_audio_events(http, text):
    for _ in range(2):
        found = events(http, started(http, text=text, voice="kian")["id"])
    assert "audio" not in names(found)
    assert found[-1][2]["result"]["usage"]["cache_hit"] is (text == TEXT)


def test_rule_3_in_the_buffered_premium_mode_only_status_events_occur_before_completion(staged):
    """In the buffered Premium mode of development/staging, only status events occur before completion."""
    http = staged("development").organization().http
    job = started(http, **PREMIUM)
    *before, last = events(http, job["id"])
    assert set(names(before)) == {"status"}
    assert last[1] == "complete"
    polled = wait_until(http, job["id"], "succeeded")
    assert polled["result"]["mime_type"] == "audio/wav"


def test_rule_4_disconnecting_never_cancels_the_job(http, world):
    """Disconnecting never cancels the job; many readers see the same events."""
    text = world.held()
    job = started(http, text=text)["id"]
    for _ in range(3):
        with http.stream("GET", f"/v1/speech/jobs/{job}/events") as stream:
            next(stream.iter_lines())
    world.let_go(text)
    assert names(events(http, job)) == names(events(http, job))
    assert wait_until(http, job, "succeeded")


def test_rule_5_replayable_event_metadata_and_job_input_remain_available_for_24_hours(engine, world):
    job = engine.create_speech_job(TEXT, idempotency_key=new_key())
    whole = [(event.id, event.event) for event in engine.stream_speech_job(job.id)]
    world.forward(86_300)
    assert [(event.id, event.event) for event in engine.stream_speech_job(job.id)] == whole


def test_rule_6_the_final_artifact_and_accounting_result_come_from_complete_or_a_succeeded_job_read(engine):
    """The final artifact and accounting result come from `complete` or from a succeeded job read."""
    job = engine.create_speech_job(TEXT, idempotency_key=new_key())
    *_, last = engine.stream_speech_job(job.id)
    polled = engine.get_speech_job(job.id)
    assert last.data.result == polled.result
    assert engine.download_audio(last.data.audio_url) == engine.download_audio(polled.audio_url)


def test_the_stream_of_an_inaccessible_or_unknown_job_yields_404(http):
    """An inaccessible or unknown job yields 404: before the stream begins, in the envelope."""
    refused(http.get("/v1/speech/jobs/6f0f0f5e-5c2e-4d0a-9f6c-0c2f7f1f9a11/events"), 404)
    assert succeeded(post(http, "/v1/translate"))
