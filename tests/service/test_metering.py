"""Units, seconds, allowances and the usage report (sections 2.4, 2.12, 4 rule 6, 8)."""

from datetime import UTC, datetime

import pytest

from engine.contract import Fallback
from engine.contract.errors import (
    BasicSpeechQuotaExhausted,
    PremiumSpeechQuotaExhausted,
    RateLimitExceeded,
    ServiceUnavailable,
    TextQuotaExhausted,
    ValidationFailed,
)
from engine.service.account import Account
from tests.service.doubles import account

BASIC = {"text": "سلام", "tier": "basic", "voice": "ava"}
PREMIUM = {"text": "سلام", "tier": "premium", "voice": "Kore"}


@pytest.mark.parametrize(("operation", "multiplier"), [("diacritize", 1), ("pinglish", 1), ("translate", 2)])
def test_text_costs_a_unit_a_code_point_and_translation_two(service, operation, multiplier):
    text = "سَلام 😀\u200c!"
    usage = service.generate(Account(), operation, {"text": text}).usage
    assert usage.model_dump() == {
        "meter": "text",
        "input_code_points": 9,
        "multiplier": multiplier,
        "units": 9 * multiplier,
        "additional_units": 0,
        "cache_hit": False,
    }
    assert service.usage(Account()).text.used_units == 9 * multiplier


@pytest.mark.parametrize(("body", "meter"), [(BASIC, "basic_speech"), (PREMIUM, "premium_speech")])
def test_speech_costs_its_seconds(service, body, meter):
    usage = service.generate(Account(), "speech", body).usage
    assert usage.model_dump() == {"meter": meter, "seconds": 2.5, "grace_seconds": 0.0, "cache_hit": False}
    report = service.usage(Account())
    assert getattr(report, meter).used_seconds == 2.5
    assert report.text.used_units == 0


def test_a_cache_hit_is_charged_as_usual_and_a_replay_is_not(service):
    for key in (None, None, "a-key-of-mine", "a-key-of-mine"):
        service.generate(Account(), "translate", {"text": "سلام"}, key)
    assert service.usage(Account()).text.used_units == 3 * 8


@pytest.mark.parametrize(
    "body", [{"text": ""}, {"text": "hello"}, {"text": "س" * 6_001}, {"text": "س", "x": 1}]
)
def test_invalid_requests_cost_nothing(service, rows, body):
    with pytest.raises(ValidationFailed) as caught:
        service.generate(Account(), "translate", body)
    assert caught.value.request_id is not None
    assert rows("SELECT * FROM charges") == rows("SELECT * FROM reservations") == []


def test_the_usage_report_of_a_fresh_account(service, clock):
    report = service.usage(Account())
    assert (report.environment, report.plan, report.status) == ("live", "scale", "active")
    assert report.text.included_units == 10**12
    assert report.basic_speech.included_seconds == report.premium_speech.included_seconds == 1e9
    assert report.organization_rpm == 1_000_000
    assert report.billing_period.starts_at <= datetime.fromtimestamp(clock.now(), UTC)
    assert report.engine_version == "plain-1"


def test_counters_start_anew_on_the_monthly_anniversary_of_the_first_charge(service, clock):
    service.generate(Account(), "translate", {"text": "سلام"})
    period = service.usage(Account()).billing_period
    assert period.starts_at == datetime.fromtimestamp(clock.now(), UTC)
    clock.forward((period.ends_at - period.starts_at).total_seconds() - 1)
    assert service.usage(Account()).text.used_units == 8
    clock.forward(1)
    report = service.usage(Account())
    assert (report.text.used_units, report.billing_period.starts_at) == (0, period.ends_at)


def test_accounts_are_counted_apart(service):
    service.generate(Account(), "translate", {"text": "سلام"})
    assert service.usage(Account(organization="other")).text.used_units == 0
    assert service.usage(Account(environment="test")).text.used_units == 0


def test_a_text_request_that_does_not_fit_the_allowance_is_refused_and_a_smaller_one_runs(service, rows):
    small = account(text_units=10)
    service.generate(small, "diacritize", {"text": "سلامت"})
    with pytest.raises(TextQuotaExhausted) as caught:
        service.generate(small, "diacritize", {"text": "سلامتی"}, "a-key-of-mine")
    assert caught.value.details == {"meter": "text", "left": 5, "needed": 6}
    assert not caught.value.detail.retryable
    assert len(rows("SELECT * FROM charges")) == 1
    assert rows("SELECT * FROM idempotency") == []
    assert service.generate(small, "diacritize", {"text": "سلامت"}).usage.additional_units == 0


def test_approved_additional_units_are_used_after_the_included_ones_up_to_their_ceiling(service):
    grown = account(text_units=6, additional_units=4)
    assert service.generate(grown, "diacritize", {"text": "سلام"}).usage.additional_units == 0
    assert service.generate(grown, "diacritize", {"text": "سلام"}).usage.additional_units == 2
    with pytest.raises(TextQuotaExhausted):
        service.generate(grown, "diacritize", {"text": "سلام"})
    report = service.usage(grown).text
    assert (report.used_units, report.additional_units, report.additional_unit_ceiling) == (8, 2, 4)
    assert report.additional_usage_approved


def test_basic_speech_may_finish_if_one_second_was_left_and_then_stops(service, capabilities):
    short = account(basic_seconds=3.5)
    assert service.generate(short, "speech", BASIC).usage.grace_seconds == 0
    over = service.generate(short, "speech", {**BASIC, "voice": "mana"}).usage  # exactly one second left
    assert (over.seconds, over.grace_seconds) == (2.5, 1.5)
    with pytest.raises(BasicSpeechQuotaExhausted) as caught:
        service.generate(short, "speech", {**BASIC, "voice": "amir"})
    assert caught.value.status == 402
    with pytest.raises(BasicSpeechQuotaExhausted):
        service.create_job(short, BASIC, "a-key-of-mine")
    report = service.usage(short).basic_speech
    assert (report.used_seconds, report.grace_seconds, report.reserved_seconds) == (5.0, 1.5, 0)


def test_premium_speech_reserves_an_upper_bound_and_never_exceeds_the_allowance(service, capabilities):
    capabilities.gate.clear()
    with pytest.raises(PremiumSpeechQuotaExhausted):
        service.generate(account(premium_seconds=9), "speech", PREMIUM)
    assert capabilities.calls == []
    capabilities.gate.set()
    assert service.generate(account(premium_seconds=10), "speech", PREMIUM).usage.seconds == 2.5


def test_premium_audio_over_its_reservation_is_discarded_and_not_charged(
    service, capabilities, rows, data_dir
):
    capabilities.seconds = 100.0
    with pytest.raises(ServiceUnavailable) as caught:
        service.generate(Account(), "speech", PREMIUM, "a-key-of-mine")
    assert caught.value.detail.retryable
    for table in ("charges", "artifacts", "results", "idempotency", "reservations"):
        assert rows(f"SELECT * FROM {table}") == []


def test_reservations_show_in_the_report_while_a_request_runs(service, capabilities):
    import threading

    capabilities.gate.clear()
    thread = threading.Thread(target=service.generate, args=(Account(), "speech", PREMIUM))
    thread.start()
    capabilities.speaking.wait(10)
    assert service.usage(Account()).premium_speech.reserved_seconds == 10.0
    capabilities.gate.set()
    thread.join()
    assert service.usage(Account()).premium_speech.reserved_seconds == 0


def test_the_request_ceiling_is_counted_by_the_minute_replays_included(service, clock):
    few = account(requests_per_minute=2)
    clock.time = 1_790_000_040.0 - 1_790_000_040.0 % 60 + 48
    for _ in range(2):
        service.generate(few, "translate", {"text": "سلام"}, "a-key-of-mine")
    with pytest.raises(RateLimitExceeded) as caught:
        service.generate(few, "translate", {"text": "سلام"}, "a-key-of-mine")
    assert caught.value.retry_after == 12
    clock.forward(12)
    service.generate(few, "translate", {"text": "سلام"})


@pytest.mark.parametrize(
    "refused",
    [
        lambda service, few: service.generate(few, "translate", {"text": "hello"}),
        lambda service, few: service.generate(few, "translate", {"text": "سلام"}, "short"),
        lambda service, few: service.create_job(few, BASIC, None),
        lambda service, few: service.job(few, "no-uuid"),
        lambda service, few: service.cancel_job(few, "no-uuid"),
        lambda service, few: service.stream_job(few, "no-uuid"),
    ],
)
def test_refused_requests_count_towards_the_ceiling_as_do_reads(service, refused):
    few = account(requests_per_minute=2)
    with pytest.raises(ValidationFailed):
        refused(service, few)
    service.usage(few)
    with pytest.raises(RateLimitExceeded):
        service.usage(few)


def test_a_substituted_clip_is_charged_by_its_own_seconds(service, capabilities):
    capabilities.fallback = Fallback(**{"from": "kian", "to": "ava", "reason": "upstream"})
    answer = service.generate(Account(), "speech", {**BASIC, "voice": "kian"})
    assert (answer.voice, answer.requested_voice, answer.usage.seconds) == ("ava", "kian", 2.5)


def test_the_counters_agree_with_the_single_charges(service, capabilities, rows):
    for number in range(20):
        capabilities.seconds = 0.1 * (number + 1)
        service.generate(Account(), "speech", {**BASIC, "text": f"سلام {number}"})
    ((total,),) = rows("SELECT sum(amount) FROM charges")
    assert service.usage(Account()).basic_speech.used_seconds == pytest.approx(total, abs=1e-5) == 21.0
