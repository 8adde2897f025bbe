"""Organizations, plans and API keys in the store (sections 3.2, 5 and 8)."""

import threading

import pytest

from engine.contract.errors import AuthenticationFailed, NotFound, ServiceUnavailable, ValidationFailed
from engine.service import api_keys
from engine.service.account import Account
from engine.service.directory import Directory
from engine.service.plans import PLANS
from tests.service.doubles import wait_for


@pytest.fixture
def directory(data_dir, clock):
    with Directory(data_dir, clock) as directory:
        yield directory


def test_a_plan_brings_its_allowances_and_others_are_set_over_them(directory):
    account = directory.subscribe("acme", "live", "builder")
    assert account == Account("acme", "live", "builder", "active", PLANS["builder"])
    assert directory.account(account.scope) == account
    changed = directory.change("acme", "live", {"plan": "growth", "basic_seconds": 5.0})
    assert (changed.plan, changed.allowances.basic_seconds) == ("growth", 5.0)
    assert changed.allowances.text_units == PLANS["growth"].text_units
    assert directory.change("acme", "live", {}) == changed
    assert directory.change("acme", "live", {"status": "canceling"}).allowances == changed.allowances


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("text_units", -1),
        ("basic_seconds", -0.1),
        ("additional_units", -2),
        ("requests_per_minute", 0),
        ("basic_seconds", float("inf")),
        ("basic_seconds", float("-inf")),
        ("premium_seconds", float("nan")),
        ("premium_seconds", 1e16),
        ("text_units", 2**53),
        ("text_units", 10**20),
        ("additional_units", 10**20),
        ("requests_per_minute", 10**20),
    ],
)
def test_an_amount_too_small_or_too_large_is_refused(directory, name, value):
    account = directory.subscribe("acme", "live", "builder")
    with pytest.raises(ValidationFailed, match=name):
        directory.change("acme", "live", {name: value})
    assert directory.account(account.scope) == account


def test_the_largest_amounts_are_kept_and_reported(directory, service):
    directory.subscribe("acme", "live", "scale")
    largest = dict.fromkeys(("text_units", "additional_units", "requests_per_minute"), 2**53 - 1)
    account = directory.change("acme", "live", largest | {"basic_seconds": 2.0**53 - 1})
    report = service.usage(account)
    assert report.text.included_units == report.text.additional_unit_ceiling == 2**53 - 1
    assert (report.basic_speech.included_seconds, report.organization_rpm) == (2**53 - 1, 2**53 - 1)
    assert service.generate(account, "translate", {"text": "سلام"}).usage.additional_units == 0


@pytest.mark.parametrize("name", ["", "-a", "A", "a b", "a:b", "é", "x" * 65])
def test_a_name_that_is_none_is_refused(directory, name):
    with pytest.raises(ValidationFailed, match="organization"):
        directory.subscribe(name, "live", "builder")


def test_the_sandbox_is_the_test_environments_plan(directory):
    for environment, plan in [("live", "sandbox"), ("test", "builder")]:
        with pytest.raises(ValidationFailed, match="plan"):
            directory.subscribe("acme", environment, plan)
    directory.subscribe("acme", "test", "sandbox")
    with pytest.raises(ValidationFailed, match="plan"):
        directory.change("acme", "test", {"plan": "scale"})


def test_keys_need_a_plan_and_scopes_that_are_some(directory):
    with pytest.raises(NotFound):
        directory.create_key("acme", "live")
    directory.subscribe("acme", "live", "builder")
    for scopes in ([], ["usage"]):
        with pytest.raises(ValidationFailed, match="scopes"):
            directory.create_key("acme", "live", scopes)


def test_a_rotated_key_cannot_be_rotated_again_but_revoked(directory, clock):
    directory.subscribe("acme", "live", "builder")
    old, secret = directory.create_key("acme", "live", ["speech"], "owner")
    new, _ = directory.rotate_key(old.id)
    assert (new.scopes, new.role, new.account) == (old.scopes, "owner", "live:acme")
    with pytest.raises(ValidationFailed):
        directory.rotate_key(old.id)
    assert directory.authenticate(secret).scopes == old.scopes
    directory.revoke_key(old.id)
    ended = clock.now()
    clock.forward(60)
    assert directory.revoke_key(old.id).valid_until.timestamp() == ended
    with pytest.raises(AuthenticationFailed):
        directory.authenticate(secret)


def test_unknown_keys_are_compared_too(monkeypatch, directory):
    compared = []
    real = api_keys.hmac.compare_digest
    monkeypatch.setattr(api_keys.hmac, "compare_digest", lambda *two: compared.append(two) or real(*two))
    with pytest.raises(AuthenticationFailed):
        directory.authenticate("pe_live_" + "a" * 52)
    assert len(compared) == 1


def test_a_stopping_engine_gives_running_speech_up(service, capabilities):
    capabilities.gate.clear()
    failures = []

    def speak():
        try:
            service.generate(Account(), "speech", {"text": "سلام", "tier": "basic", "voice": "ava"})
        except ServiceUnavailable as error:
            failures.append(error)

    thread = threading.Thread(target=speak)
    thread.start()
    capabilities.speaking.wait(10)
    service.stop()
    thread.join(10)
    assert failures[0].retry_after == 1
    wait_for(lambda: service.usage(Account()).basic_speech.reserved_seconds == 0)


def test_counting_apart_leaves_generation_uncounted(open_service):
    service = open_service(counts_requests=False)
    window = service.count(Account())
    service.generate(Account(), "translate", {"text": "سلام"})
    assert service.count(Account()).remaining == window.remaining - 1 == window.limit - 2
