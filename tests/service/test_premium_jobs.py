"""Premium jobs: refused in production; elsewhere buffered, spoken in sections (sections 4, 6, 8 and 9)."""

import pytest

from engine.contract.errors import PremiumSpeechJobsUnavailable, ServiceUnavailable, ValidationFailed
from engine.service.section_plan import planned_sections
from tests.service.doubles import PlainCapabilities, wait_for
from tests.service.following import KEY, ME, ended

PREMIUM = {"text": "سلام", "tier": "premium", "voice": "Kore", "style": "warm"}
LONG = {**PREMIUM, "text": "مردم شهر از هوای سرد گله دارند. " * 180}


@pytest.fixture
def staging(open_service):
    return open_service(deployment="staging")


def test_they_are_refused_in_production_before_anything_is_stored(service, rows):
    with pytest.raises(PremiumSpeechJobsUnavailable) as caught:
        service.create_job(ME, PREMIUM, KEY)
    assert (caught.value.detail.retryable, caught.value.retry_after) == (False, None)
    for table in ("jobs", "events", "reservations", "idempotency"):
        assert rows(f"SELECT * FROM {table}") == []
    with pytest.raises(ValidationFailed):  # an invalid Premium request is invalid first
        service.create_job(ME, {**PREMIUM, "pace": 9}, KEY)


@pytest.mark.parametrize("deployment", ["staging", "development"])
def test_elsewhere_they_run(open_service, deployment):
    service = open_service(deployment=deployment)
    job = ended(service, service.create_job(ME, PREMIUM, KEY))
    assert (job.status, job.stream_format, job.result.usage.meter) == (
        "succeeded",
        "pcm_s16le",
        "premium_speech",
    )
    assert job.result.sections == 1


def test_a_long_text_is_spoken_in_sections_and_joined_in_order(staging, capabilities):
    job = ended(staging, staging.create_job(ME, LONG, KEY))
    planned = planned_sections(LONG["text"])
    assert (len(planned), job.result.sections) == (4, 4)
    assert [request.text for request in capabilities.spoken] == planned
    assert {request.style for request in capabilities.spoken} == {"warm"}
    whole = " + ".join(f"sound of Kore: {section}" for section in planned)
    assert staging.audio_bytes(job.audio_url).decode() == whole
    assert job.result.original == LONG["text"]
    assert job.result.duration_seconds == job.result.usage.seconds == 4 * 2.5
    assert staging.usage(ME).premium_speech.used_seconds == 4 * 2.5


def test_the_pause_after_the_title_is_asked_of_the_first_section_alone(staging, capabilities):
    notes = "slower, pause after the title"
    job = ended(staging, staging.create_job(ME, {**LONG, "director_notes": notes}, KEY))
    assert [request.director_notes for request in capabilities.spoken] == [notes, *["slower"] * 3]
    assert job.result.delivery.director_notes == notes


def test_only_status_events_come_before_completion(staging, capabilities):
    capabilities.preview = [b"one"]
    job = staging.create_job(ME, LONG, KEY)
    assert [event.event for event in staging.stream_job(ME, job.id)] == ["status", "status", "complete"]


def test_a_section_that_fails_fails_the_job_and_nothing_is_charged(staging, capabilities):
    capabilities.failure = ServiceUnavailable("no voice")
    job = ended(staging, staging.create_job(ME, LONG, KEY))
    assert job.error.code == "service_unavailable"
    assert staging.usage(ME).premium_speech.model_dump(exclude={"included_seconds"}) == {
        "used_seconds": 0,
        "reserved_seconds": 0,
    }


def test_a_cancelled_job_speaks_no_further_section(staging, capabilities):
    capabilities.gate.clear()
    job = staging.create_job(ME, LONG, KEY)
    capabilities.speaking.wait(10)
    assert staging.cancel_job(ME, job.id).status == "cancelled"
    wait_for(lambda: not staging._parts.presence.holds(staging._parts.presence.owner, str(job.id)))
    assert capabilities.calls == ["speak"]


def test_a_job_left_between_sections_starts_over_in_the_next_engine(open_service, capabilities):
    capabilities.gate.clear()
    first = open_service(deployment="staging")
    job = first.create_job(ME, LONG, KEY)
    capabilities.speaking.wait(10)
    first.close()
    second = open_service(deployment="staging", runs=PlainCapabilities())
    done = ended(second, job)
    assert (done.status, done.result.sections) == ("succeeded", 4)
    assert second.usage(ME).premium_speech.used_seconds == 4 * 2.5


def test_audio_over_the_reservation_is_discarded_and_not_charged(staging, capabilities):
    capabilities.seconds = 1e6
    job = ended(staging, staging.create_job(ME, LONG, KEY))
    assert (job.error.code, job.error.retryable) == ("service_unavailable", True)
    assert staging.usage(ME).premium_speech.used_seconds == 0


def test_a_premium_job_answered_from_the_cache_names_no_sections(staging, capabilities):
    staging.generate(ME, "speech", PREMIUM)
    job = ended(staging, staging.create_job(ME, PREMIUM, KEY))
    assert (job.result.usage.cache_hit, job.result.sections) == (True, None)
    assert capabilities.calls == ["speak"]
