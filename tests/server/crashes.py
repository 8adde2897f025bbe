"""Kills a server again and again under load.

python -m tests.server.crashes --requests 10000 --kills 50

Clients send requests and jobs, each with a key, and repeat it until it is answered. In the end nothing that
was accepted may be lost and nothing charged twice; the run prints the check of the ledger.
"""

import argparse
import random
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx

from engine.service.directory import Directory

CHECKOUT = Path(__file__).parents[2]
CLIENTS = 8
UNLIMITED = {"requests_per_minute": 10**9, "text_units": 10**12, "basic_seconds": 1e9}
RUNS_SECONDS = (0.0, 1.0)  # between the first answer after a start and the next kill
REPEAT_SECONDS = 0.2
JOB_EVERY = 50  # 200 jobs among 10,000


class Target:
    """The server as the clients see it: it dies, and comes back at another address."""

    def __init__(self, data_dir: Path) -> None:
        self._data_dir = data_dir
        with Directory(data_dir) as directory:
            directory.subscribe("acme", "live", "scale")
            directory.change("acme", "live", UNLIMITED)
            self.key = directory.create_key("acme", "live")[1]
        self.answers = threading.Event()
        self._start()

    def restart(self) -> None:
        """Kills it and starts it again."""
        self._process.kill()
        self._end()
        self._start()

    def close(self) -> None:
        """Ends it as an operator would."""
        self._process.terminate()
        self._end()

    def ask(self, method: str, path: str, key: str | None = None, body: Any = None) -> dict[str, Any]:
        """Repeats a request until it is answered; a refusal that is not retryable is a failure."""
        headers = {"Authorization": f"Bearer {self.key}"} | ({} if key is None else {"Idempotency-Key": key})
        while True:
            try:
                url = self._address + path
                response = httpx.request(method, url, headers=headers, json=body, timeout=60, verify=False)
            except httpx.TransportError:
                time.sleep(REPEAT_SECONDS)
                continue
            if response.is_success:
                self.answers.set()
                answer: dict[str, Any] = response.json()
                return answer
            if not response.json()["error"]["retryable"]:
                raise RuntimeError(f"{path}: {response.text}")
            time.sleep(REPEAT_SECONDS)

    def _start(self) -> None:
        self.answers.clear()
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


def run(data_dir: Path, requests: int, kills: int, seed: int = 0) -> tuple[int, int, list[str]]:
    """How many answers and jobs there were, and what is wrong."""
    chance = random.Random(seed)
    target = Target(data_dir)
    done = threading.Event()

    def one(number: int) -> tuple[str, dict[str, Any]]:
        return send(target, number, is_job=number % JOB_EVERY == 0)

    def everything() -> dict[str, dict[str, Any]]:
        try:
            with ThreadPoolExecutor(CLIENTS) as threads:
                return dict(threads.map(one, range(requests)))
        finally:
            done.set()

    with ThreadPoolExecutor(1) as thread:
        running = thread.submit(everything)
        for _ in range(kills):
            target.answers.wait(60)  # so that each life gets something done
            done.wait(chance.uniform(*RUNS_SECONDS))
            target.restart()
        answers = running.result()
    problems = list(wrong(target, answers, data_dir))
    target.close()
    return len(answers), sum("status" in answer for answer in answers.values()), problems


def main() -> None:
    """Runs, prints the check, and fails if anything is wrong."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder)
        answers, jobs, problems = run(data_dir, arguments.requests, arguments.kills, arguments.seed)
    print(f"{answers} answers, {jobs} of them jobs; {arguments.kills} kills; {len(problems)} problems")
    print("\n".join(problems))
    raise SystemExit(bool(problems))


if __name__ == "__main__":
    main()
