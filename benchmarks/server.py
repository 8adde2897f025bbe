"""What the server adds to the engine, and whether it scales: `python -m benchmarks.server`.

Texts of 200 code points, no two alike, so that no cache answers; the models on two CPU threads, all clients
in one process. Wants an otherwise idle machine.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from benchmarks.report import Row, write
from benchmarks.server_process import ServerProcess, fsync_seconds, new_key
from engine import LocalEngine

PAGE = (Path(__file__).parents[1] / "examples" / "sample.fa.txt").read_text(encoding="utf-8") * 3
CLIENTS = 32
WARMING = 5
ALONE = 60
TOGETHER = 320


def texts(count: int, salt: int) -> list[str]:
    """Texts of 200 code points; another salt gives others."""
    return [f"{salt} {number} {PAGE[number % 400 :]}"[:200] for number in range(count)]


def timed(run: Callable[[str], object], of: list[str]) -> list[float]:
    """Seconds of each call, one after the other, in order."""
    seconds = []
    for text in of:
        start = time.perf_counter()
        run(text)
        seconds.append(time.perf_counter() - start)
    return seconds


def percentile(seconds: list[float], share: float) -> float:
    """In milliseconds."""
    return 1_000 * sorted(seconds)[min(len(seconds) - 1, int(len(seconds) * share))]


def main() -> None:
    """Measures, prints and writes the results."""
    with tempfile.TemporaryDirectory() as folder:
        data_dir = Path(folder)
        disk = fsync_seconds(data_dir)
        with LocalEngine(device="cpu", threads=2, data_dir=data_dir / "bare") as engine:
            timed(engine.diacritize, texts(WARMING, 1))
            bare = timed(engine.diacritize, texts(ALONE, 2))
            batch = texts(TOGETHER, 3)
            start = time.perf_counter()
            for at in range(0, TOGETHER, CLIENTS):
                engine.diacritize_many(batch[at : at + CLIENTS])
            bare_throughput = TOGETHER / (time.perf_counter() - start)
        key = new_key(data_dir / "served")
        with ServerProcess(data_dir / "served") as server, server.client(key) as client:

            def ask(text: str) -> None:
                client.post("/v1/diacritize", json={"text": text}).raise_for_status()

            timed(ask, texts(WARMING, 1))
            served = timed(ask, texts(ALONE, 2))
            start = time.perf_counter()
            with ThreadPoolExecutor(CLIENTS) as threads:
                list(threads.map(ask, texts(TOGETHER, 3)))
            throughput = TOGETHER / (time.perf_counter() - start)
            memory = server.memory()
    overhead = [over - alone for over, alone in zip(served, bare, strict=True)]
    alone, over = "diacritize, 200 code points, engine alone", "the same over HTTP"
    rows = [
        Row(f"{alone}, p50", percentile(bare, 0.5), "ms", ""),
        Row(f"{over}, p50", percentile(served, 0.5), "ms", ""),
        Row("what HTTP adds, p50", percentile(overhead, 0.5), "ms", "under 3 ms beyond fsync"),
        Row("what HTTP adds, p95", percentile(overhead, 0.95), "ms", "under 10 ms beyond fsync"),
        Row("one fsync of this disk, p50", 1_000 * statistics.median(disk), "ms", ""),
        Row(f"{alone}, batches of {CLIENTS}", bare_throughput, "requests/s", ""),
        Row(f"{over}, {CLIENTS} clients", throughput, "requests/s", ""),
        Row("HTTP beside the engine alone", 100 * throughput / bare_throughput, "%", "at least 90 %"),
        Row(f"{CLIENTS} clients beside one", throughput * statistics.mean(served), "times", ""),
        Row("memory of the server afterwards", memory, "MiB", ""),
    ]
    print(write("server", "The server beside the engine alone", rows))


if __name__ == "__main__":
    main()
