"""A `persian-engine serve` of a benchmark: on a data folder of its own, with an organization and a key."""

import http.client
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Self

import httpx

from engine.service.directory import Directory

UNLIMITED = {"requests_per_minute": 10**9, "text_units": 10**12, "basic_seconds": 1e9}


def new_key(data_dir: Path) -> str:
    """The key of an organization without limits, made on the folder."""
    with Directory(data_dir) as directory:
        directory.subscribe("benchmark", "live", "scale")
        directory.change("benchmark", "live", UNLIMITED)
        return directory.create_key("benchmark", "live")[1]


class ServerProcess:
    """One server process; `address` is where it listens.

    Args:
        data_dir: Where it keeps everything.
        threads: CPU threads of the models.
    """

    def __init__(self, data_dir: Path, threads: int = 2) -> None:
        command = [sys.executable, "-m", "engine.cli", "--device", "cpu", "--threads", str(threads)]
        serve = ["serve", "--data-dir", str(data_dir), "--port", "0", "--log-level", "error"]
        self._process = subprocess.Popen([*command, *serve], stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(f"the server did not start: exit code {self._process.wait(60)}")

    def client(self, key: str) -> httpx.Client:
        """A client that keeps its connections."""
        limits = httpx.Limits(max_connections=64, max_keepalive_connections=64)
        headers = {"Authorization": f"Bearer {key}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=300, limits=limits)

    def asker(self, key: str) -> Callable[[str], None]:
        """Marks a text over a connection of each thread's own that does no more than HTTP asks of a client.

        A client such as httpx takes about a millisecond of each request for itself.
        """
        own = threading.local()
        host = self.address.removeprefix("http://")
        headers = {"Authorization": f"Bearer {key}", "Content-Type": "application/json"}

        def ask(text: str) -> None:
            if not hasattr(own, "connection"):
                own.connection = http.client.HTTPConnection(host, timeout=300)
            body = json.dumps({"text": text}, ensure_ascii=False).encode()
            own.connection.request("POST", "/v1/diacritize", body, headers)
            answer = own.connection.getresponse()
            read = answer.read()
            if answer.status != 200:
                raise RuntimeError(f"{answer.status}: {read.decode()}")

        return ask

    def memory(self) -> float:
        """Memory of it and its children in MiB; what processes share counts in shares."""
        status = (Path(f"/proc/{pid}/smaps_rollup").read_text() for pid in self._processes())
        return sum(int(text.split("\nPss:")[1].split()[0]) for text in status) / 1024

    def processor_seconds(self) -> float:
        """What it and its children have used so far, as the kernel's clocks of them have it (Linux)."""
        return sum(time.clock_gettime((~pid << 3) | 2) for pid in self._processes())

    def _processes(self) -> list[int]:
        children = Path(f"/proc/{self._process.pid}/task").glob("*/children")
        return [self._process.pid, *(int(pid) for path in children for pid in path.read_text().split())]

    def close(self) -> None:
        """Ends it as an operator would: SIGTERM."""
        self._process.terminate()
        self._end()

    def _end(self) -> None:
        self._process.wait(60)
        assert self._process.stdout is not None
        self._process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def fsync_seconds(folder: Path, times: int = 50) -> list[float]:
    """How long the disk takes to keep 4 KiB, each time."""
    seconds = []
    with (folder / "fsync").open("wb") as file:
        for _ in range(times):
            file.write(bytes(4096))
            file.flush()
            start = time.perf_counter()
            os.fsync(file.fileno())
            seconds.append(time.perf_counter() - start)
    return seconds
