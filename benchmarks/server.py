"""What the server adds to the engine, and whether it scales: `python -m benchmarks.server`.

The engine alone and the server are asked in turn, call by call and round by round, so that whatever else the
machine does meets both alike. Beside the time on the clock stands the processor time that the engine's
process or the server's took: on a busy machine it alone says what a request costs. One CPU thread for the
models, texts of 200 code points, all clients in one process; a client that marks texts is a bare connection.
"""

import os
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from benchmarks.report import Cell, Table, write_tables
from benchmarks.server_process import ServerProcess, fsync_seconds, new_key
from engine import LocalEngine

PAGE = (Path(__file__).parents[1] / "examples" / "sample.fa.txt").read_text(encoding="utf-8") * 6
CLIENTS = 32
WARMING = 3
PAIRS = 200  # of calls: the model's own time varies from call to call by as much as HTTP adds
ROUNDS = 3
BATCHES = 4  # of CLIENTS texts, in each round
LONG = PAGE[:3_000]  # spoken while texts are asked for
_numbers = count(1)


@dataclass(frozen=True)
class Spent:
    """Seconds on the clock and of the processor."""

    clock: float
    processor: float


@dataclass(frozen=True)
class Side:
    """The engine alone, or the server.

    Attributes:
        ask: Marks one text.
        ask_many: Marks many texts, in whatever way this side takes so many at once: the engine in batches of
            CLIENTS, the server from as many clients, each of which sends one after the other.
        processor: Tells the processor seconds of its process so far.
    """

    ask: Callable[[str], Any]
    ask_many: Callable[[list[str]], Any]
    processor: Callable[[], float]

    def spent(self, run: Callable[..., Any], *arguments: Any) -> Spent:
        """What a call took."""
        clock, processor = time.perf_counter(), self.processor()
        run(*arguments)
        return Spent(time.perf_counter() - clock, self.processor() - processor)


def fresh() -> str:
    """A text of 200 code points that was not there before."""
    number = next(_numbers)
    return f"{number} {PAGE[number % 400 :]}"[:200]


def in_turn(sides: tuple[Side, Side], texts: Iterable[str]) -> tuple[list[Spent], list[Spent]]:
    """What each text took on each side; who goes first alternates."""
    spent: tuple[list[Spent], list[Spent]] = [], []
    for number, text in enumerate(texts):
        for which in (0, 1) if number % 2 else (1, 0):
            spent[which].append(sides[which].spent(sides[which].ask, text))
    return spent


def percentile(values: Iterable[float], share: float) -> float:
    """In milliseconds, of seconds."""
    ordered = sorted(values)
    return 1_000 * ordered[min(len(ordered) - 1, int(len(ordered) * share))]


def overhead(
    sides: tuple[Side, Side], what: str, texts: list[str], goals: tuple[str, str]
) -> list[tuple[Cell, ...]]:
    """Rows of both sides and of what the server adds."""
    alone, served = in_turn(sides, texts)
    more = [Spent(b.clock - a.clock, b.processor - a.processor) for a, b in zip(alone, served, strict=True)]
    named = (
        ("engine alone", alone, ("", "")),
        ("over HTTP", served, ("", "")),
        ("what HTTP adds", more, goals),
    )
    return [
        (
            f"{what}: {side}, p{round(100 * share)}",
            percentile((one.clock for one in spent), share),
            percentile((one.processor for one in spent), share),
            "ms",
            goal,
        )
        for side, spent, wanted in named
        for share, goal in zip((0.5, 0.95), wanted, strict=True)
    ]


def throughput(sides: tuple[Side, Side]) -> list[tuple[Cell, ...]]:
    """Rows of many texts at once, round by round."""
    one = [sides[1].spent(sides[1].ask, fresh()) for _ in range(PAIRS)]
    spent: list[list[Spent]] = [[], []]
    for _ in range(ROUNDS):
        for which, side in enumerate(sides):
            spent[which].append(side.spent(side.ask_many, [fresh() for _ in range(BATCHES * CLIENTS)]))
    texts = ROUNDS * BATCHES * CLIENTS
    clock = [texts / sum(round_.clock for round_ in side) for side in spent]
    processor = [texts / sum(round_.processor for round_ in side) for side in spent]
    alone = (
        1 / statistics.mean(call.clock for call in one),
        1 / statistics.mean(call.processor for call in one),
    )
    return [
        (f"engine alone, batches of {CLIENTS}", clock[0], processor[0], "requests/s", ""),
        (f"over HTTP, {CLIENTS} clients", clock[1], processor[1], "requests/s", ""),
        ("over HTTP beside the engine alone", *_shares(clock, processor), "%", "at least 90"),
        ("over HTTP, one client", *alone, "requests/s", ""),
        (f"{CLIENTS} clients beside one", clock[1] / alone[0], processor[1] / alone[1], "times", ""),
    ]


def _shares(clock: list[float], processor: list[float]) -> tuple[float, float]:
    return 100 * clock[1] / clock[0], 100 * processor[1] / processor[0]


def beside_speech(client: httpx.Client) -> list[tuple[Cell, ...]]:
    """Rows of texts and a short clip, alone and while a long job is spoken."""
    short = {"text": "سلام، حال شما چطور است؟", "tier": "basic", "voice": "ava"}

    def texts() -> list[float]:
        return [_seconds(lambda: client.post("/v1/diacritize", json={"text": fresh()})) for _ in range(20)]

    def clip(pace: float) -> float:
        return _seconds(lambda: client.post("/v1/speech", json=short | {"pace": pace}))

    clip(1.0)
    alone, alone_clip = texts(), clip(1.1)
    body = {"text": LONG, "tier": "basic", "voice": "ava"}
    job = client.post("/v1/speech/jobs", json=body, headers={"Idempotency-Key": "benchmark"}).json()
    while client.get(job["status_url"]).json()["status"] == "queued":
        time.sleep(0.1)
    during, during_clip = texts(), clip(1.2)
    still = client.get(job["status_url"]).json()["status"] == "running"
    client.post(job["cancel_url"])
    if not still:
        raise RuntimeError("the job ended before the texts were answered: make LONG longer")
    return [
        ("diacritize, p50", percentile(alone, 0.5), percentile(during, 0.5), "ms"),
        ("diacritize, p95", percentile(alone, 0.95), percentile(during, 0.95), "ms"),
        ("Basic speech of one sentence", 1_000 * alone_clip, 1_000 * during_clip, "ms"),
    ]


def _seconds(run: Callable[[], httpx.Response]) -> float:
    start = time.perf_counter()
    run().raise_for_status()
    return time.perf_counter() - start


def main() -> None:
    """Measures, prints and writes the results."""
    load = os.getloadavg()[0]
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder)
        key = new_key(data_dir / "served")
        with (
            LocalEngine(device="cpu", threads=1, data_dir=data_dir / "bare") as engine,
            ServerProcess(data_dir / "served", threads=1) as server,
            server.client(key) as client,
            ThreadPoolExecutor(CLIENTS) as threads,
        ):
            ask = server.asker(key)

            def ask_engine(texts: list[str]) -> None:
                for start in range(0, len(texts), CLIENTS):
                    engine.diacritize_many(texts[start : start + CLIENTS])

            sides = (
                Side(engine.diacritize, ask_engine, time.process_time),
                Side(ask, lambda texts: list(threads.map(ask, texts)), server.processor_seconds),
            )
            in_turn(sides, [fresh() for _ in range(WARMING)])
            disk = fsync_seconds(data_dir)
            known = fresh()
            in_turn(sides, [known])
            goals = ("under 3 beyond fsync", "under 10 beyond fsync")
            rows = overhead(sides, "answered from the cache", [known] * PAIRS, goals)
            rows += overhead(sides, "marked", [fresh() for _ in range(PAIRS)], goals)
            rows.append(("one fsync of this disk, p50", percentile(disk, 0.5), None, "ms", ""))
            rows.append(("one fsync of this disk, p95", percentile(disk, 0.95), None, "ms", ""))
            many = throughput(sides)
            speech = beside_speech(client)
            memory = server.memory()
    columns = ("Measure", "Clock", "Processor", "Unit", "Goal")
    tables = [
        Table("overhead", "diacritize, 200 code points", columns, rows),
        Table(
            "throughput", "Many at once", columns, many, "By the processor: requests for each second of it."
        ),
        Table("speech", "While a long text is spoken", ("Measure", "Alone", "Meanwhile", "Unit"), speech),
    ]
    setting = (
        f"Models on one CPU thread. {load:.1f} processes wanted the processor when it began; only on an idle "
        f"machine does the clock show the server. The server's memory afterwards: {memory:.0f} MiB."
    )
    print(write_tables("server", "The server beside the engine alone", tables, setting))


if __name__ == "__main__":
    main()
