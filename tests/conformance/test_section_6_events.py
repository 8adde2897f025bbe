"""Section 6, Events; each test quotes the rule it checks."""

from base64 import b64decode
from itertools import pairwise

import pytest

from tests.conformance.asking import BODIES, PREMIUM, TEXT, UNKNOWN_JOB, new_key, post, refused, succeeded
from tests.conformance.following import cancelled, events, parsed, started, wait_until
from tests.conformance.stage import FAILS, PREVIEW, PREVIEWED, SECONDS, SUBSTITUTED


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


def test_audio_json_with_job_id_format_and_audio_base64(http):
    job = started(http, text=PREVIEWED, voice="kian")["id"]
    (chunk,) = [data for _, name, data in events(http, job) if name == "audio"]
    assert chunk.keys() == {"job_id", "format", "audio_base64"}
    assert (chunk["job_id"], chunk["format"]) == (job, "mp3")
    assert b64decode(chunk["audio_base64"], validate=True) == PREVIEW


def test_audio_is_preview_only_not_the_durable_file_and_does_not_settle_usage(engine, world):
    text = world.held()
    job = engine.create_speech_job(f"{PREVIEWED} {text}", voice="kian", idempotency_key=new_key())
    for event in engine.stream_speech_job(job.id):
        if event.event == "audio":
            usage = engine.usage().basic_speech
            assert (usage.used_seconds, usage.reserved_seconds) == (0, 1)
            assert engine.get_speech_job(job.id).audio_url is None
            world.let_go(text)
    assert event.event == "complete"
    assert PREVIEW not in engine.download_audio(event.data.audio_url)
    assert engine.usage().basic_speech.used_seconds == SECONDS


def test_reset_discards_previously_streamed_preview_audio(engine):
    """reset: discards previously streamed preview audio before later chunks are accepted."""
    text = f"{PREVIEWED} {SUBSTITUTED}"  # what was heard is not the voice that the file is in
    job = engine.create_speech_job(text, voice="leyla", idempotency_key=new_key())
    streamed = list(engine.stream_speech_job(job.id))
    assert [event.event for event in streamed] == ["status", "status", "audio", "reset", "complete"]
    assert streamed[-1].data.result.voice == "ava"


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


def test_complete_the_succeeded_job_object_on_an_engine(engine):
    job = engine.create_speech_job(TEXT, idempotency_key=new_key())
    *_, last = engine.stream_speech_job(job.id)
    assert (last.event, last.data.event, last.data.id) == ("complete", "complete", job.id)
    fresh = {"event", "audio_url", "audio_expires_at"}
    polled = engine.get_speech_job(job.id)
    assert last.data.model_dump(exclude=fresh) == polled.model_dump(exclude=fresh)


def test_error_json_with_job_id_failed_status_and_the_structured_error(http):
    job = started(http, text=FAILS)["id"]
    _, name, data = events(http, job)[-1]
    error = succeeded(http.get(f"/v1/speech/jobs/{job}"))["error"]
    assert (name, data) == ("error", {"job_id": job, "status": "failed", "error": error})


@pytest.mark.parametrize(("text", "end"), [(TEXT, "complete"), (FAILS, "error")])
def test_complete_and_error_are_terminal(engine, text, end):
    job = engine.create_speech_job(text, idempotency_key=new_key())
    streamed = list(engine.stream_speech_job(job.id))
    assert [event.event for event in streamed if event.event != "status"] == [end]
    assert list(engine.stream_speech_job(job.id, after=streamed[-1].id)) == []


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
def test_rule_2_basic_mp3_audio_events_occur_for_fresh_kian_or_leyla_synthesis_on_an_engine(real, voice):
    text = f"من {voice} هستم و امروز حالم خوب است."
    job = real.create_speech_job(text, voice=voice, idempotency_key=new_key())
    *heard, last = [event for event in real.stream_speech_job(job.id) if event.event != "status"]
    assert {(event.event, event.data.format) for event in heard} == {("audio", "mp3")}
    assert last.event == "complete"


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


@pytest.mark.parametrize("deployment", ["development", "staging"])
def test_rule_3_in_the_buffered_premium_mode_only_status_events_occur_before_completion(staged, deployment):
    """In the buffered Premium mode of development/staging, only status events occur before completion."""
    http = staged(deployment).organization().http
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


def test_rule_4_if_the_connection_closes_before_complete_or_error_the_client_reconnects(http, world):
    text = world.held()
    job = started(http, text=text)["id"]
    wait_until(http, job, "running")
    with http.stream("GET", f"/v1/speech/jobs/{job}/events") as stream:
        lines = stream.iter_lines()
        (first,) = parsed("\n".join(next(lines) for _ in range(3)))
    world.let_go(text)
    rest = events(http, job, {"Last-Event-ID": str(first[0])})
    assert [first[1], *names(rest)] == ["status", "status", "complete"]
    assert [first[0], *(id_ for id_, _, _ in rest)] == [id_ for id_, _, _ in events(http, job)]


def test_rule_4_the_client_reconnects_or_polls_the_job_until_terminal_on_an_engine(engine, world):
    text = world.held()
    job = engine.create_speech_job(text, idempotency_key=new_key())
    stream = engine.stream_speech_job(job.id)
    first = next(stream)
    stream.close()
    assert engine.get_speech_job(job.id).status in ("queued", "running")
    world.let_go(text)
    rest = list(engine.stream_speech_job(job.id, after=first.id))
    assert [event.event for event in (first, *rest)] == ["status", "status", "complete"]


def test_rule_5_replayable_event_metadata_and_job_input_remain_available_for_24_hours(engine, world):
    key = new_key()
    job = engine.create_speech_job(TEXT, idempotency_key=key)
    whole = [(event.id, event.event) for event in engine.stream_speech_job(job.id)]
    world.forward(86_300)
    assert [(event.id, event.event) for event in engine.stream_speech_job(job.id)] == whole
    assert engine.create_speech_job(TEXT, idempotency_key=key).result.original == TEXT


def test_rule_6_the_final_artifact_and_accounting_result_come_from_complete_or_a_succeeded_job_read(engine):
    """The final artifact and accounting result come from `complete` or from a succeeded job read."""
    job = engine.create_speech_job(TEXT, idempotency_key=new_key())
    *_, last = engine.stream_speech_job(job.id)
    polled = engine.get_speech_job(job.id)
    assert last.data.result == polled.result
    assert engine.download_audio(last.data.audio_url) == engine.download_audio(polled.audio_url)


@pytest.mark.parametrize("field", ["callback_url", "webhook_url", "notify"])
@pytest.mark.parametrize("route", BODIES)
def test_rule_7_no_other_outbound_notifications_such_as_callbacks(http, route, field):
    body = BODIES[route] | {field: "https://page.example/done"}
    assert refused(post(http, route, body), category="validation").details["field"] == field


def test_the_stream_of_an_inaccessible_or_unknown_job_yields_404(http):
    """An inaccessible or unknown job yields 404: before the stream begins, in the envelope."""
    refused(http.get(f"/v1/speech/jobs/{UNKNOWN_JOB}/events"), 404)
