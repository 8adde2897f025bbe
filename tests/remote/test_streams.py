"""Event streams across cuts: every event once, in order, until the job has ended (section 6)."""

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from engine import RemoteEngine
from engine.contract.errors import InternalError, NotFound, RateLimitExceeded, ValidationFailed
from engine.remote import Unreachable
from tests.remote.server import (
    ADDRESS,
    JOB,
    KEY,
    Script,
    audio_event,
    error_event,
    events,
    events_in_bytes,
    failure,
    job,
    status_event,
)

QUEUED, RUNNING = status_event(1, "queued"), status_event(2, "running")
EVENTS = [QUEUED, RUNNING, *map(audio_event, range(3, 9)), error_event(9)]
ROUTE = f"/v1/speech/jobs/{JOB}"


def ids(streamed):
    return [event.id for event in streamed]


def test_a_stream_in_one_piece(ask):
    script = Script(events(*EVENTS))
    streamed = ask(script, "stream_speech_job", JOB)
    assert ids(streamed) == list(range(1, 10))
    assert streamed[-1].data.error.code == "internal_error"
    assert script.paths == [f"{ROUTE}/events"]
    assert script.requests[0].headers["Accept"] == "text/event-stream"


@pytest.mark.parametrize("clean", [True, False])
@pytest.mark.parametrize("seen", range(9))
def test_a_cut_after_any_event_is_mended(ask, seen, clean):
    script = Script(events(*EVENTS[:seen], cut=not clean), job("running"), events(*EVENTS[seen:]))
    assert ids(ask(script, "stream_speech_job", JOB)) == list(range(1, 10))
    after = f"?after={seen}" if seen else ""
    assert script.paths == [f"{ROUTE}/events", ROUTE, f"{ROUTE}/events{after}"]


@pytest.mark.parametrize("at", range(1, len(QUEUED + RUNNING)))
def test_a_cut_within_an_event_loses_and_doubles_nothing(ask, at):
    piece = (QUEUED + RUNNING)[:at]
    seen = piece.count("\n\n")
    rest = (QUEUED, RUNNING, error_event(3))[seen:]
    script = Script(events(piece, cut=True), job("running"), events(*rest))
    assert ids(ask(script, "stream_speech_job", JOB)) == [1, 2, 3]


@given(st.lists(st.tuples(st.integers(0, 1500), st.integers(0, 1500)), max_size=12))
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_cuts_anywhere_lose_and_double_nothing(pauses, cuts):
    left = list(cuts)

    def reply(request):
        if request.url.path == ROUTE:
            return job("running")(request)
        rest = "".join(EVENTS[int(request.url.params.get("after", 0)) :]).encode()
        where, size = sorted(left.pop(0)) if left else (0, len(rest))
        return events_in_bytes([rest[:where], rest[where:size]], cut=size < len(rest))

    with RemoteEngine(ADDRESS, KEY, transport=httpx.MockTransport(reply)) as engine:
        assert ids(engine.stream_speech_job(JOB)) == list(range(1, 10))


def test_a_stream_may_begin_after_an_event(ask):
    script = Script(events(*EVENTS[4:]))
    assert ids(ask(script, "stream_speech_job", str(JOB), after=4)) == [5, 6, 7, 8, 9]
    assert script.paths == [f"{ROUTE}/events?after=4"]


def test_events_seen_before_are_not_repeated(ask):
    script = Script(events(QUEUED, RUNNING, cut=True), job("running"), events(*EVENTS))
    assert ids(ask(script, "stream_speech_job", JOB)) == list(range(1, 10))


def test_heartbeats_and_unknown_events_are_passed_over(ask):
    unknown = 'id: 2\nevent: later\ndata: {"new": 1}\n\n'
    script = Script(events(": hello\n\n", QUEUED, ": still here\n\n", unknown, error_event(3)))
    assert ids(ask(script, "stream_speech_job", JOB)) == [1, 3]


def test_a_cancelled_status_ends_the_stream(ask):
    script = Script(events(QUEUED, status_event(2, "cancelled")))
    assert ids(ask(script, "stream_speech_job", JOB)) == [1, 2]
    assert len(script.requests) == 1


def test_a_poll_that_shows_the_end_fetches_what_was_missed_and_stops(ask):
    missed = Script(events(QUEUED, cut=True), job("failed"), events(RUNNING, error_event(3)))
    assert ids(ask(missed, "stream_speech_job", JOB)) == [1, 2, 3]
    nothing_more = Script(events(QUEUED, cut=True), job("cancelled"), events())
    assert ids(ask(nothing_more, "stream_speech_job", JOB)) == [1]
    assert nothing_more.paths == [f"{ROUTE}/events", ROUTE, f"{ROUTE}/events?after=1"]


def test_a_stream_that_never_opens_is_given_up_once_the_job_has_ended(ask):
    closed = failure(503, "service_unavailable")
    script = Script(lambda request: (job("failed") if request.url.path == ROUTE else closed)(request))
    assert ask(script, "stream_speech_job", JOB) == []


def test_many_cuts_are_no_failure_and_pauses_grow_only_without_progress(ask, pauses):
    idle = [events(cut=True), job("running")] * 8
    script = Script(*idle, events(QUEUED, cut=True), job("running"), events(RUNNING, error_event(3)))
    assert ids(ask(script, "stream_speech_job", JOB)) == [1, 2, 3]
    assert pauses == [0.5, 1, 2, 4, 8, 16, 30, 30, 0.5]


def test_a_service_that_is_gone_is_said(ask):
    script = Script(events(QUEUED, cut=True), httpx.ConnectError("refused"))
    with pytest.raises(Unreachable):
        ask(script, "stream_speech_job", JOB)
    assert len(script.requests) == 4


def test_retry_after_of_a_refused_opening_is_honoured(ask, pauses):
    limited = failure(429, "rate_limit_exceeded", category="rate_limit", after=9)
    script = Script(limited, job("running"), events(*EVENTS))
    assert len(ask(script, "stream_speech_job", JOB)) == 9
    assert pauses == [9.5]


def test_a_long_retry_after_of_a_refused_opening_is_left_to_the_caller(ask, pauses):
    limited = failure(429, "rate_limit_exceeded", category="rate_limit", after=3600)
    with pytest.raises(RateLimitExceeded):
        ask(Script(limited), "stream_speech_job", JOB)
    assert pauses == []


@pytest.mark.parametrize("id_", ["", "x", "-1", "1.0", "9" * 5_000])
def test_events_without_a_number_cannot_be_resumed_after_and_are_passed_over(ask, id_):
    odd = status_event(1, "queued").replace("id: 1", f"id: {id_}")
    assert ids(ask(Script(events(odd, error_event(2))), "stream_speech_job", JOB)) == [2]


def test_an_unknown_job_is_not_found(ask):
    with pytest.raises(NotFound):
        ask(
            Script(failure(404, "not_found", category="validation", retryable=False)),
            "stream_speech_job",
            JOB,
        )


@pytest.mark.parametrize(
    "reply",
    [
        lambda _: httpx.Response(200, json={}),
        events("id: 1\nevent: status\ndata: {}\n\n"),
        events("id: 1\nevent: status\ndata: not json\n\n"),
    ],
)
def test_a_stream_outside_the_contract_is_said_to_be(ask, reply):
    with pytest.raises(InternalError, match="contract"):
        ask(Script(reply), "stream_speech_job", JOB)


@pytest.mark.parametrize("arguments", [("no-uuid", None), (JOB, 0), (JOB, -1), (JOB, True), (JOB, "1")])
def test_bad_arguments_are_refused_before_the_first_event(arguments):
    script = Script(events(*EVENTS))
    with (
        RemoteEngine(ADDRESS, KEY, transport=httpx.MockTransport(script)) as engine,
        pytest.raises(ValidationFailed),
    ):
        engine.stream_speech_job(*arguments)
    assert script.requests == []


def test_leaving_a_stream_closes_it():
    closed = []

    def reply(request):
        response = events(*EVENTS)(request)
        response.stream.close = lambda: closed.append(True)
        return response

    with RemoteEngine(ADDRESS, KEY, transport=httpx.MockTransport(Script(reply))) as engine:
        stream = engine.stream_speech_job(JOB)
        next(stream)
        stream.close()
        assert closed
