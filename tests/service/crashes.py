"""Run as a program: kills a child process at every point where it writes, and looks at what it left behind.

python -m tests.service.crashes FOLDER STRIDE OFFSET
"""

import hashlib
import json
import os
import signal
import sqlite3
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

from sqlalchemy import event
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.engine import Engine

from engine.contract.wire import encode
from engine.service.account import Account
from engine.service.service import Service
from tests.service.doubles import PlainCapabilities

ME = Account()
TEXT = {"text": "مردم شهر"}
SPEECH = {"text": "سلام", "tier": "basic", "voice": "kian"}
JOB = {"text": "سلام دوباره", "tier": "basic", "voice": "leyla"}


def opened(folder: Path) -> Service:
    return Service(folder, PlainCapabilities(), {ME.scope: ME}.get)


def workload(service: Service, returned: Callable[[str, Any], None]) -> None:
    """Every kind of request once, each with a key; each answer is handed to `returned` at once."""
    returned("translate-key", service.generate(ME, "translate", TEXT, "translate-key"))
    returned("speech-key", service.generate(ME, "speech", SPEECH, "speech-key"))
    job = service.create_job(ME, JOB, "job-key-1")
    returned("job-key-1", job)
    for _ in service.stream_job(ME, job.id):
        pass
    returned("job-key-1", service.job(ME, job.id))


def kill_at(point: int) -> None:
    """Ends this process by SIGKILL at its nth write: a row, or before or after a commit, fsync or rename."""
    guard, left = threading.Lock(), [point]

    def step() -> None:
        with guard:
            left[0] -= 1
            if left[0] == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    @event.listens_for(Engine, "after_cursor_execute")
    def _executed(_conn: Any, _cursor: Any, statement: str, *_: Any) -> None:
        if statement.startswith(("INSERT", "UPDATE", "DELETE", "CREATE")):
            step()

    commit, fsync, rename = SQLiteDialect_pysqlite.do_commit, os.fsync, Path.rename

    def around(call: Callable[..., Any]) -> Callable[..., Any]:
        def stepped(*arguments: Any) -> Any:
            step()
            result = call(*arguments)
            step()
            return result

        return stepped

    SQLiteDialect_pysqlite.do_commit = around(commit)  # type: ignore[method-assign]
    os.fsync = around(fsync)
    Path.rename = around(rename)  # type: ignore[method-assign]


def child(folder: Path, point: int) -> None:
    kill_at(point)
    file = os.open(folder.with_suffix(".returned"), os.O_CREAT | os.O_WRONLY | os.O_APPEND)

    def returned(key: str, answer: Any) -> None:
        os.write(file, json.dumps([key, encode(answer).decode()]).encode() + b"\n")

    service = opened(folder)
    workload(service, returned)
    service.close()


def check(folder: Path) -> None:
    """Nothing charged without a result, no returned result lost, and all keys usable."""
    journal = folder.with_suffix(".returned")
    lines = journal.read_text().splitlines() if journal.exists() else []
    if (folder / "engine.sqlite3").exists():
        check_charges(folder)
    service = opened(folder)
    answers: dict[str, Any] = {}
    workload(service, answers.__setitem__)
    for key, body in map(json.loads, lines):
        before, after = json.loads(body), json.loads(encode(answers[key]))
        assert before["request_id"] == after["request_id"], key
        if "usage" in before:
            volatile = {"audio_url", "audio_expires_at"}
            assert {**before, **{name: after.get(name) for name in volatile & before.keys()}} == after, key
    assert service.audio_bytes(answers["speech-key"].audio_url) == "sound of kian: سلام".encode()
    assert answers["job-key-1"].status == "succeeded"
    usage = service.usage(ME)
    assert usage.text.used_units == 16, usage
    assert usage.basic_speech.used_seconds == 5.0, usage
    assert usage.basic_speech.reserved_seconds == usage.text.reserved_units == 0
    service.close()
    check_charges(folder)


def check_charges(folder: Path) -> None:
    connection = sqlite3.connect(folder / "engine.sqlite3")
    assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    tables = {name for (name,) in connection.execute("SELECT name FROM sqlite_master")}
    if "charges" not in tables:  # killed before the first transaction
        return
    charged = {name for (name,) in connection.execute("SELECT request_id FROM charges")}
    finished = """
        SELECT request_id FROM idempotency WHERE state = 'done'
        UNION SELECT request_id FROM jobs WHERE status = 'succeeded'
    """
    assert charged == {name for (name,) in connection.execute(finished)}
    sums = "SELECT meter, sum(amount) FROM {} GROUP BY meter ORDER BY meter"
    charges, counters = (
        connection.execute(sums.format(table)).fetchall() for table in ("charges", "counters")
    )
    assert charges == counters
    for (id_,) in connection.execute("SELECT id FROM artifacts"):
        file = folder / "audio" / id_[:2] / id_
        assert hashlib.sha256(file.read_bytes()).hexdigest() == id_
    connection.close()


def main(root: Path, stride: int, offset: int) -> None:
    point = 1 + offset
    while True:
        folder = root / f"killed-at-{point}"
        pid = os.fork()
        if pid == 0:
            try:
                child(folder, point)
                os._exit(0)
            except BaseException as error:
                print(f"point {point}: {error!r}", file=sys.stderr)
                os._exit(1)
        _, status = os.waitpid(pid, 0)
        killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
        assert killed or status == 0, status
        try:
            check(folder)
        except BaseException:
            print(f"after a kill at point {point}:", file=sys.stderr)
            raise
        if not killed:
            print(f"{point - 1} points")
            return
        point += stride


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3]))
