"""Random histories of requests, failures, sweeps, restarts and clocks against a model in dictionaries."""

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, rule

from engine.contract.errors import IdempotencyConflict, ServiceUnavailable
from engine.service.account import Account
from engine.service.service import Service
from tests.service.doubles import HandClock, PlainCapabilities

ME = Account()
DAY = 86_400
KEYS = st.sampled_from(["key-number-1", "key-number-2", None])
REQUESTS = st.sampled_from(
    [
        ("translate", {"text": "یک"}, "text", 4),
        ("diacritize", {"text": "یک"}, "text", 2),
        ("speech", {"text": "یک", "tier": "basic", "voice": "ava"}, "basic_speech", 2.5),
        ("speech", {"text": "دو", "tier": "premium", "voice": "Kore"}, "premium_speech", 2.5),
    ]
)


class Histories(RuleBasedStateMachine):
    def __init__(self):
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.clock = HandClock()
        self.capabilities = PlainCapabilities()
        self.open()
        self.used = {"text": 0.0, "basic_speech": 0.0, "premium_speech": 0.0}
        self.keys = {}

    def open(self):
        self.service = Service(self.folder, self.capabilities, {ME.scope: ME}.get, clock=self.clock)

    def teardown(self):
        self.service.close()
        shutil.rmtree(self.folder)

    @rule(request=REQUESTS, key=KEYS)
    def ask(self, request, key):
        operation, body, meter, cost = request
        record = self.keys.get(key)
        standing = record is not None and record[2] > self.clock.now()
        if standing and record[0] != (operation, body):
            with pytest.raises(IdempotencyConflict):
                self.service.generate(ME, operation, body, key)
            return
        answer = self.service.generate(ME, operation, body, key)
        if standing:
            assert answer.request_id == record[1]
        else:
            self.used[meter] += cost
            if key is not None:
                self.keys[key] = ((operation, body), answer.request_id, self.clock.now() + DAY)
        if operation == "speech":
            assert self.service.audio_bytes(answer.audio_url)

    @rule(request=REQUESTS, key=KEYS)
    def fail(self, request, key):
        operation, body, _, _ = request
        runs = len(self.capabilities.calls)
        record = self.keys.get(key)
        self.capabilities.failure = ServiceUnavailable("none")
        try:
            new = {**body, "text": f"{body['text']} {runs}"}  # nothing cached, and no replay
            expected = ServiceUnavailable
            if record is not None and record[2] > self.clock.now():
                expected = IdempotencyConflict
            with pytest.raises(expected):
                self.service.generate(ME, operation, new, key)
        finally:
            self.capabilities.failure = None

    @rule(seconds=st.sampled_from([1, 3_600, DAY - 1, DAY]))
    def wait(self, seconds):
        starts = self.service.usage(ME).billing_period.starts_at
        self.clock.forward(seconds)
        if self.service.usage(ME).billing_period.starts_at != starts and any(self.used.values()):
            self.used = dict.fromkeys(self.used, 0.0)

    @rule()
    def sweep(self):
        self.service._sweeper.sweep()

    @rule()
    def restart(self):
        self.service.close()
        self.open()

    @invariant()
    def the_report_agrees_with_the_model(self):
        report = self.service.usage(ME)
        assert report.text.used_units == self.used["text"]
        assert report.basic_speech.used_seconds == self.used["basic_speech"]
        assert report.premium_speech.used_seconds == self.used["premium_speech"]
        assert report.text.reserved_units == report.premium_speech.reserved_seconds == 0


Histories.TestCase.settings = settings(max_examples=12, stateful_step_count=20, deadline=None)
TestHistories = Histories.TestCase
