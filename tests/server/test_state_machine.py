"""Jobs x idempotency x cancel x crash: whatever comes in whatever order, a server keeps its word.

A model of one organization says what each answer may be; in the end every job has ended as it had to, and
the ledger holds one charge for each success and nothing else (sections 3.1, 4, 6 and 7).
"""

import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count

import httpx
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import Bundle, RuleBasedStateMachine, precondition, rule, run_state_machine_as_test

from tests.conformance.following import parsed
from tests.conformance.stage import FAILS, SECONDS, World
from tests.server.staged import Staged
from tests.service.doubles import wait_for

KEYS = st.sampled_from([f"key-number-{number}" for number in range(4)])
TEXTS = st.sampled_from(["سلام", "مردم شهر", FAILS])
MOST_KILLS = 2  # a job that was started three times is given up
ENDED = ("succeeded", "failed", "cancelled")
_numbers = count(1)


@dataclass
class Job:
    """What is known of a job.

    Attributes:
        end: How it ends if nobody cancels it.
        held: Whether its text still waits.
        status: As it was last seen.
    """

    id: str
    text: str
    end: str
    held: bool
    status: str = "queued"

    def may_be(self) -> set[str]:
        """What its status may be now."""
        if self.status in ENDED:
            return {self.status}
        return {"running", self.status} | (set() if self.held else {self.end})


class Organization(RuleBasedStateMachine):
    """One organization on a server that others used before."""

    jobs = Bundle("jobs")
    server: Staged

    def __init__(self) -> None:
        super().__init__()
        self.name = f"organization-{next(_numbers)}"
        self.key = self.server.key_of(self.name)
        self.http = httpx.Client(headers={"Authorization": f"Bearer {self.key}"}, timeout=60, trust_env=False)
        self.known: dict[str, tuple[tuple[str, str], str]] = {}  # key: request, request id
        self.made: dict[str, Job] = {}
        self.held: dict[str, str] = {}
        self.units = 0
        self.kills = 0

    @rule(key=st.none() | KEYS, text=TEXTS)
    def diacritizes(self, key: str | None, text: str) -> None:
        response = self._post("/v1/diacritize", {"text": text}, key)
        if not self._conflicts(response, key, ("diacritize", text)):
            if text == FAILS:
                assert _code(response, 503) == "service_unavailable"
            elif not self._replays(response, key):
                self._succeeds(response, key, text)

    @rule(target=jobs, key=KEYS, kind=st.sampled_from(["plain", "held", "failing"]))
    def queues(self, key: str, kind: str) -> str:
        texts: dict[str, Callable[[], str]] = {
            "plain": lambda: f"سلام {key}",
            "held": lambda: self.held.setdefault(key, self.world.held()),
            "failing": lambda: f"{FAILS} {key}",
        }
        text = texts[kind]()
        response = self._post("/v1/speech/jobs", {"text": text, "tier": "basic", "voice": "ava"}, key)
        if self._conflicts(response, key, ("speech/jobs", text)):
            return next((id_ for id_, job in self.made.items() if job.text == text), "none")
        seen = response.json()
        assert response.status_code == 202, seen
        if not self._replays(response, key):
            self.known[key] = ("speech/jobs", text), seen["request_id"]
            end = "failed" if kind == "failing" else "succeeded"
            self.made[seen["id"]] = Job(seen["id"], text, end, held=kind == "held")
        self._sees(seen)
        return str(seen["id"])

    @rule(id_=jobs)
    def looks(self, id_: str) -> None:
        if id_ in self.made:
            self._look(id_)

    @rule(id_=jobs)
    def lets_go(self, id_: str) -> None:
        if id_ in self.made:
            self._let_go(self.made[id_])

    @rule(id_=jobs)
    def cancels(self, id_: str) -> None:
        if id_ in self.made:
            job = self.made[id_]
            may_be = job.may_be() & set(ENDED) or {"cancelled"}
            if job.status not in ENDED:
                may_be.add("cancelled")
            response = self.http.post(f"{self.server.address}/v1/speech/jobs/{id_}/cancel")
            assert response.status_code == 200
            assert response.json()["status"] in may_be
            job.status = response.json()["status"]

    @rule(id_=jobs, after=st.integers(1, 4))
    def follows(self, id_: str, after: int) -> None:
        if id_ in self.made and not self.made[id_].held:
            self._wait_for_the_end(id_)
            whole = self._events(id_)
            names = [(name, data["status"]) for _, name, data in whole]
            assert [number for number, _, _ in whole] == list(range(1, len(whole) + 1))
            assert names[0] == ("status", "queued")
            assert names[1:-1] in ([], [("status", "running")])
            ends = {"succeeded": "complete", "failed": "error", "cancelled": "status"}
            assert names[-1] == (ends[self.made[id_].status], self.made[id_].status)
            rest = self._events(id_, after=after)
            assert [number for number, _, _ in rest] == list(range(after + 1, len(whole) + 1))

    @rule()
    def looks_at_the_usage(self) -> None:
        before = self._count("succeeded")
        report = self._usage()
        assert report["text"]["used_units"] == self.units
        assert report["text"]["reserved_units"] == 0
        assert before <= report["basic_speech"]["used_seconds"] / SECONDS <= self._count("succeeded")

    @precondition(lambda self: self.kills < MOST_KILLS)
    @rule()
    def dies(self) -> None:
        self.kills += 1
        self.server.restart()

    @precondition(lambda self: self.kills < MOST_KILLS)
    @rule(key=KEYS)
    def dies_at_work(self, key: str) -> None:
        if key in self.known:
            return
        text = self.world.held()
        asking = threading.Thread(target=self._ask_in_vain, args=(text, key))
        asking.start()
        wait_for(lambda: self._usage()["text"]["reserved_units"] == len(text))
        assert _code(self._post("/v1/diacritize", {"text": text}, key), 409) == "request_in_progress"
        self.dies()
        asking.join(60)
        self.world.let_go(text)
        self._succeeds(self._post("/v1/diacritize", {"text": text}, key), key, text)

    def teardown(self) -> None:
        try:
            for job in self.made.values():
                self._let_go(job)
            for id_ in self.made:
                self._wait_for_the_end(id_)
            report = self._usage()
            assert report["text"]["used_units"] == self.units
            assert report["basic_speech"]["used_seconds"] == SECONDS * self._count("succeeded")
            assert report["text"]["reserved_units"] == report["basic_speech"]["reserved_seconds"] == 0
            assert sum(self._charges("text")) == self.units
            assert self._charges("basic_speech") == [SECONDS] * self._count("succeeded")
        finally:
            self.http.close()

    @property
    def world(self) -> World:
        return self.server.world

    def _post(self, path: str, body: dict[str, str], key: str | None) -> httpx.Response:
        headers = {} if key is None else {"Idempotency-Key": key}
        return self.http.post(self.server.address + path, json=body, headers=headers)

    def _conflicts(self, response: httpx.Response, key: str | None, request: tuple[str, str]) -> bool:
        """Whether the key stands for another request, as the answer then has to say."""
        conflicts = key in self.known and self.known[key][0] != request
        assert not conflicts or _code(response, 409) == "idempotency_conflict"
        return conflicts

    def _replays(self, response: httpx.Response, key: str | None) -> bool:
        """Whether the request was answered before, as the answer then has to show."""
        replays = key in self.known
        assert not replays or response.json()["request_id"] == self.known[key][1]
        return replays

    def _succeeds(self, response: httpx.Response, key: str | None, text: str) -> None:
        assert response.status_code == 200, response.text
        self.units += len(text)
        if key is not None:
            self.known[key] = ("diacritize", text), response.json()["request_id"]

    def _ask_in_vain(self, text: str, key: str) -> None:
        with pytest.raises(httpx.TransportError):
            self._post("/v1/diacritize", {"text": text}, key)

    def _look(self, id_: str) -> str:
        response = self.http.get(f"{self.server.address}/v1/speech/jobs/{id_}")
        assert response.status_code == 200, response.text
        return self._sees(response.json())

    def _sees(self, seen: dict[str, str]) -> str:
        job = self.made[seen["id"]]
        assert seen["status"] in job.may_be(), (seen, job)
        job.status = seen["status"]
        return job.status

    def _let_go(self, job: Job) -> None:
        if job.held:
            self.world.let_go(job.text)
            job.held = False

    def _wait_for_the_end(self, id_: str) -> None:
        """The jobs before it have to end first."""
        for job in self.made.values():
            self._let_go(job)
        wait_for(lambda: self._look(id_) in ENDED, 60)

    def _events(self, id_: str, **query: int) -> list[tuple[int, str, dict[str, str]]]:
        response = self.http.get(f"{self.server.address}/v1/speech/jobs/{id_}/events", params=query)
        assert response.status_code == 200
        return parsed(response.text)

    def _usage(self) -> dict[str, dict[str, float]]:
        response = self.http.get(f"{self.server.address}/v1/usage")
        assert response.status_code == 200, response.text
        return dict(response.json())

    def _count(self, status: str) -> int:
        return sum(self._look(id_) == status for id_ in self.made)

    def _charges(self, meter: str) -> list[float]:
        store = sqlite3.connect(self.server.data_dir / "engine.sqlite3")
        try:
            of = "SELECT amount FROM charges WHERE scope = ? AND meter = ?"
            return [amount for (amount,) in store.execute(of, (f"live:{self.name}", meter))]
        finally:
            store.close()


def _code(response: httpx.Response, status: int) -> str:
    assert response.status_code == status, response.text
    return str(response.json()["error"]["code"])


@pytest.fixture
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staged]:
    server = Staged(tmp_path_factory.mktemp("staged"))
    yield server
    server.close()


def test_a_server_keeps_its_word(server: Staged) -> None:
    machine = type("OrganizationOfThisServer", (Organization,), {"server": server})
    bounded = settings(
        max_examples=12,
        stateful_step_count=20,
        deadline=None,
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(machine, settings=bounded)
