"""Results kept for later, new requests (section 4 rule 6, section 8)."""

import pytest

from engine.contract import Fallback
from engine.service.account import Account
from tests.service.doubles import PlainCapabilities

ME = Account()
SPEECH = {"text": "سلام", "tier": "basic", "voice": "kian"}
DAY = 86_400
REQUESTS = {
    "diacritize": {"text": "مردم"},
    "pinglish": {"text": "مردم"},
    "translate": {"text": "مردم"},
    "speech": SPEECH,
}


@pytest.mark.parametrize("operation", REQUESTS)
def test_an_equal_new_request_is_a_cache_hit_with_its_own_id(service, capabilities, operation):
    first = service.generate(ME, operation, REQUESTS[operation])
    again = service.generate(ME, operation, REQUESTS[operation])
    assert (first.usage.cache_hit, again.usage.cache_hit) == (False, True)
    assert first.request_id != again.request_id
    same = {"request_id", "usage", "audio_url", "audio_expires_at"}
    assert first.model_dump(exclude=same) == again.model_dump(exclude=same)
    assert len(capabilities.calls) == 1


@pytest.mark.parametrize(
    "other", [{**SPEECH, "pace": 1.1}, {**SPEECH, "voice": "ava"}, {**SPEECH, "text": "سلام!"}]
)
def test_any_other_request_is_not(service, other):
    service.generate(ME, "speech", SPEECH)
    assert not service.generate(ME, "speech", other).usage.cache_hit


def test_an_account_never_meets_anothers_results(service):
    service.generate(ME, "translate", REQUESTS["translate"])
    theirs = service.generate(Account(organization="other"), "translate", REQUESTS["translate"])
    assert not theirs.usage.cache_hit


def test_audio_is_kept_30_days_after_its_last_use(service, clock):
    service.generate(ME, "speech", SPEECH)
    for _ in range(3):
        clock.forward(30 * DAY - 1)
        assert service.generate(ME, "speech", SPEECH).usage.cache_hit
    clock.forward(30 * DAY)
    assert not service.generate(ME, "speech", SPEECH).usage.cache_hit


def test_text_is_kept_a_day_after_its_last_use(service, clock):
    service.generate(ME, "translate", REQUESTS["translate"])
    clock.forward(DAY - 1)
    assert service.generate(ME, "translate", REQUESTS["translate"]).usage.cache_hit
    clock.forward(DAY)
    assert not service.generate(ME, "translate", REQUESTS["translate"]).usage.cache_hit


def test_a_substituted_clip_is_not_reused(service, capabilities):
    capabilities.fallback = Fallback(**{"from": "kian", "to": "ava", "reason": "timeout"})
    first = service.generate(ME, "speech", SPEECH, "a-key-of-mine")
    capabilities.fallback = None
    assert service.generate(ME, "speech", SPEECH).voice == "kian"
    replay = service.generate(ME, "speech", SPEECH, "a-key-of-mine")
    assert (replay.voice, replay.fallback) == ("ava", first.fallback)


def test_a_new_engine_version_answers_anew(open_service, capabilities):
    open_service().generate(ME, "translate", REQUESTS["translate"])
    newer = PlainCapabilities()
    newer.engine_version = "plain-2"
    answer = open_service(runs=newer).generate(ME, "translate", REQUESTS["translate"])
    assert (answer.usage.cache_hit, answer.engine_version) == (False, "plain-2")


def test_a_result_whose_file_is_gone_is_made_again(service, capabilities, data_dir):
    first = service.generate(ME, "speech", SPEECH)
    service.audio(first.audio_url).path.unlink()
    again = service.generate(ME, "speech", SPEECH)
    assert not again.usage.cache_hit
    assert service.audio_bytes(again.audio_url) == service.audio_bytes(first.audio_url)


def test_jobs_and_synchronous_speech_share_results(service):
    service.generate(ME, "speech", SPEECH)
    job = service.create_job(ME, SPEECH, "a-key-of-mine")
    *_, last = service.stream_job(ME, job.id)
    assert last.data.result.usage.cache_hit
    assert service.usage(ME).basic_speech.used_seconds == 5.0


def test_text_results_stay_within_their_room_and_the_least_recently_used_go(open_service, clock, rows):
    service = open_service(text_cache_bytes=4_000, sweep_seconds=10)
    for number in range(40):
        service.generate(ME, "translate", {"text": f"متن شماره {number}"})
        clock.forward(1)
    ((total,),) = rows("SELECT sum(size) FROM results")
    assert total < 8_000
    assert service.generate(ME, "translate", {"text": "متن شماره 39"}).usage.cache_hit
    assert not service.generate(ME, "translate", {"text": "متن شماره 0"}).usage.cache_hit
