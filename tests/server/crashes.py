"""Kills a server again and again under load.

python -m tests.server.crashes --requests 10000 --jobs 200 --kills 50 --write

Clients send requests and jobs, each with a key, and repeat it until it is answered; the kills fall at random
among the answers. In the end nothing that was accepted may be lost and nothing charged twice. Then the same
is sent to a server that is not killed, since a killed one has no time to grow. The run prints the check of
the ledger, and the memory of the server as it went; with --write also into benchmarks/results.
"""

import argparse
import random
import re
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx

from benchmarks.report import Table, section, write_tables
from engine.service.directory import Directory

CHECKOUT = Path(__file__).parents[2]
CLIENTS = 8
UNLIMITED = {"requests_per_minute": 10**9, "text_units": 10**12, "basic_seconds": 1e9}
REPEAT_SECONDS = 0.2
STEPS = 10  # of the run, in each of which the memory is told
EVERY = 20  # answers between two looks at the memory


class Target:
    """The server as the clients see it: it dies, and comes back at another address."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        with Directory(data_dir) as directory:
            directory.subscribe("acme", "live", "scale")
            directory.change("acme", "live", UNLIMITED)
            self.key = directory.create_key("acme", "live")[1]
        self.answered = 0
        self.over = False
        self.memory: list[tuple[int, int]] = []  # answers so far, KiB resident
        self._news = threading.Condition()
        self._client = httpx.Client(timeout=60, trust_env=False)
        self._start()

    def restart(self) -> None:
        """Kills it and starts it again."""
        self._process.kill()
        self._end()
        self._start()

    def wait_for_answers(self, count: int) -> None:
        """Waits until so many requests were answered."""
        with self._news:
            self._news.wait_for(lambda: self.over or self.answered >= count)

    def wait_no_more(self) -> None:
        """Lets whoever waits for answers go: none will come."""
        with self._news:
            self.over = True
            self._news.notify_all()

    def close(self) -> None:
        """Ends it as an operator would."""
        self._client.close()
        self._process.terminate()
        self._end()

    def ask(self, method: str, path: str, key: str | None = None, body: Any = None) -> dict[str, Any]:
        """Repeats a request until it is answered; a refusal that is not retryable is a failure."""
        headers = {"Authorization": f"Bearer {self.key}"} | ({} if key is None else {"Idempotency-Key": key})
        while True:
            try:
                url = self._address + path
                response = self._client.request(method, url, headers=headers, json=body)
            except httpx.TransportError:
                time.sleep(REPEAT_SECONDS)
                continue
            if response.is_success:
                answer: dict[str, Any] = response.json()
                self._count()
                return answer
            if not response.json()["error"]["retryable"]:
                raise RuntimeError(f"{path}: {response.text}")
            time.sleep(REPEAT_SECONDS)

    def has_audio(self, address: str) -> bool:
        """Whether a signed address still leads to a file."""
        return self._client.get(address).is_success

    def _count(self) -> None:
        with self._news:
            self.answered += 1
            self._news.notify_all()
            if self.answered % EVERY == 0:
                self.memory.append((self.answered, self._resident()))

    def _resident(self) -> int:
        try:
            status = Path(f"/proc/{self._process.pid}/status").read_text()
        except (FileNotFoundError, ProcessLookupError):  # killed a moment ago
            return 0
        found = re.search(r"VmRSS:\s+(\d+)", status)
        return 0 if found is None else int(found[1])

    def _start(self) -> None:
        command = [sys.executable, "-m", "tests.server.plain", str(self._data_dir)]
        self._process = subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, text=True)
        self._address = self._process.stdout.readline().strip()
        assert self._address, f"the server did not start: exit code {self._process.wait(60)}"

    def _end(self) -> None:
        self._process.wait(60)
        self._process.stdout.close()


def send(target: Target, number: int, is_job: bool) -> tuple[str, dict[str, Any]]:
    """One request or job, and what the server said of it first."""
    key = f"key-number-{number}"
    if is_job:
        body = {"text": f"سلام {number}", "tier": "basic", "voice": "ava"}
        return key, target.ask("POST", "/v1/speech/jobs", key, body)
    return key, target.ask("POST", "/v1/diacritize", key, {"text": f"مردم شهر {number}"})


def wrong(target: Target, answers: dict[str, dict[str, Any]], data_dir: Path) -> Iterator[str]:
    """What was lost or charged twice."""
    for key, answer in answers.items():
        number = int(key.rpartition("-")[2])
        _, again = send(target, number, is_job="status" in answer)
        if again["request_id"] != answer["request_id"]:
            yield f"{key} was answered by another request"
    for job in [answer for answer in answers.values() if "status" in answer]:
        while (now := target.ask("GET", f"/v1/speech/jobs/{job['id']}"))["status"] in ("queued", "running"):
            time.sleep(REPEAT_SECONDS)
        if now["status"] != "succeeded":
            yield f"job {job['id']}: {now}"
        elif not target.has_audio(now["audio_url"]):
            yield f"the audio of job {job['id']} is lost"
    usage = target.ask("GET", "/v1/usage")
    with sqlite3.connect(data_dir / "engine.sqlite3") as store:
        charged = [id_ for (id_,) in store.execute("SELECT request_id FROM charges")]
        sums = dict(store.execute("SELECT meter, sum(amount) FROM charges GROUP BY meter"))
        counters = dict(store.execute("SELECT meter, sum(amount) FROM counters GROUP BY meter"))
        reserved = store.execute("SELECT count(*) FROM reservations").fetchone()[0]
    store.close()
    if sorted(charged) != sorted(answer["request_id"] for answer in answers.values()):
        yield f"{len(charged)} charges for {len(answers)} answers"
    if any(abs(sums[meter] - counters[meter]) > 1e-3 for meter in sums | counters):
        yield f"charges {sums}, counters {counters}"
    if reserved:
        yield f"{reserved} reservations are left"
    if usage["text"]["used_units"] != sums.get("text", 0):
        yield f"the usage report says {usage['text']}, the ledger {sums}"


@dataclass(frozen=True)
class Outcome:
    """What came of a run.

    Attributes:
        answers, jobs: How many requests were answered, and how many of them are jobs.
        problems: What was lost or charged twice.
        kills: How often the server was killed.
        memory: MiB of the server, the median of each step of the run.
        seconds: How long the clients were at it.
    """

    answers: int
    jobs: int
    kills: int
    problems: list[str]
    memory: list[float]
    seconds: float


def run(data_dir: Path, requests: int, jobs: int, kills: int, seed: int = 0) -> Outcome:
    """Sends everything while the server is killed again and again, and checks what is left."""
    chance = random.Random(seed)
    total = requests + jobs
    are_jobs = set(chance.sample(range(total), jobs))
    started = time.monotonic()
    with closing(Target(data_dir)) as target:
        with ThreadPoolExecutor(CLIENTS) as threads, ThreadPoolExecutor(1) as killer:
            killing = killer.submit(_kill, target, sorted(chance.sample(range(1, total), kills)))
            try:
                answers = dict(
                    threads.map(lambda number: send(target, number, number in are_jobs), range(total))
                )
            except BaseException:
                target.wait_no_more()
                raise
            killing.result()
        seconds = time.monotonic() - started
        problems = list(wrong(target, answers, data_dir))
    memory = [
        _median(target.memory, step * total // STEPS, (step + 1) * total // STEPS) for step in range(STEPS)
    ]
    spoken = sum("status" in answer for answer in answers.values())
    return Outcome(len(answers), spoken, kills, problems, memory, seconds)


def _kill(target: Target, moments: list[int]) -> None:
    for moment in moments:
        target.wait_for_answers(moment)
        if target.over:
            return
        target.restart()


def _median(memory: list[tuple[int, int]], first: int, last: int) -> float:
    looks = [kib / 1024 for answered, kib in memory if first < answered <= last and kib]
    return round(statistics.median(looks), 1) if looks else 0.0


def tables(outcomes: Sequence[Outcome]) -> list[Table]:
    """The check of the ledger, and the memory as it went."""
    columns = ("", *(_name(outcome) for outcome in outcomes))
    checks = {
        "Requests and jobs answered": [outcome.answers for outcome in outcomes],
        "of them jobs": [outcome.jobs for outcome in outcomes],
        "Answers, jobs or audio lost, charges missing or double, sums that differ": [
            len(outcome.problems) for outcome in outcomes
        ],
        "Seconds until all were answered": [round(outcome.seconds) for outcome in outcomes],
    }
    steps = [f"{10 * step} to {10 * step + 10} %" for step in range(STEPS)]
    memory = zip(steps, *(outcome.memory for outcome in outcomes), strict=True)
    return [
        Table("check", "The check of the ledger", columns, [(name, *row) for name, row in checks.items()]),
        Table(
            "memory",
            "Memory of the server in MiB",
            ("Of the run", *columns[1:]),
            list(memory),
            "Resident, the median of each tenth of the run, without models.",
        ),
    ]


def _name(outcome: Outcome) -> str:
    return f"{outcome.kills} kills" if outcome.kills else "no kill"


def main() -> None:
    """Runs, prints the check, and fails if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--jobs", type=int, default=200)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", action="store_true")
    given = parser.parse_args()
    outcomes: list[Outcome] = []
    for kills in (given.kills, 0):
        with tempfile.TemporaryDirectory() as folder:
            outcomes.append(run(Path(folder), given.requests, given.jobs, kills, given.seed))
        print(
            f"{_name(outcomes[-1])}: {len(outcomes[-1].problems)} problems", *outcomes[-1].problems, sep="\n"
        )
    if given.write:
        setting = (
            f"`python -m tests.server.crashes --requests {given.requests} --jobs {given.jobs} "
            f"--kills {given.kills} --write`: {CLIENTS} clients repeat every request, each with its own "
            "key, until it is answered."
        )
        print(write_tables("crashes", "A server killed under load", tables(outcomes), setting))
    else:
        print(*map(section, tables(outcomes)), sep="\n")
    raise SystemExit(any(outcome.problems for outcome in outcomes))


if __name__ == "__main__":
    main()
