"""Capabilities in other processes answer, fail, die and end as those of this process would."""

import os
import signal
import subprocess
import sys
import threading
import time
from functools import partial
from pathlib import Path

import pytest

from engine.contract.errors import InternalError, QuotaExhausted, ServiceUnavailable
from engine.server.apart import Apart, Worker
from tests.service.doubles import PlainCapabilities, wait_for


class Peculiar(PlainCapabilities):
    """Fails or dies as its texts say; keeps the number of its process."""

    def __init__(self, folder: Path | None = None) -> None:
        super().__init__()
        if folder is not None:
            (folder / str(os.getpid())).touch()

    def translate(self, texts):
        match texts[0]:
            case "quota":
                raise QuotaExhausted("nothing left", details={"left": 0}, retry_after=7)
            case "secret":
                raise ValueError("secret")
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "wait":
                time.sleep(1)
        return [f"{text} {os.getpid()}" for text in texts]


@pytest.fixture
def apart(tmp_path):
    with Apart(partial(Peculiar, tmp_path)) as made:
        yield made


def test_texts_are_answered_as_here(apart):
    here = PlainCapabilities()
    texts = ["سلام", "کتاب"]
    assert apart.diacritize(texts, True) == here.diacritize(texts, True)
    assert apart.romanize(texts, "readable", "double_a") == here.romanize(texts, "readable", "double_a")
    assert apart.engine_version == here.engine_version


def test_readings_and_translation_have_a_process_each_from_their_first_call_on(apart, tmp_path):
    def processes():
        return len(list(tmp_path.iterdir()))

    assert processes() == 1  # this one
    apart.diacritize(["سلام"], True)
    apart.romanize(["سلام"], "readable", "double_a")
    assert processes() == 2
    [first], [second] = apart.translate(["سلام"]), apart.translate(["سلام"])
    assert processes() == 3
    assert first == second


def test_a_typed_error_arrives_whole(apart):
    with pytest.raises(QuotaExhausted, match="nothing left") as raised:
        apart.translate(["quota"])
    assert (raised.value.detail.details, raised.value.retry_after) == ({"left": 0}, 7)


def test_of_any_other_error_the_type_alone_arrives(apart):
    with pytest.raises(InternalError, match="ValueError") as raised:
        apart.translate(["secret"])
    assert "secret" not in str(raised.value)
    assert apart.translate(["سلام"])


def test_a_dead_process_fails_its_call_alone(apart):
    [before] = apart.translate(["a"])
    with pytest.raises(ServiceUnavailable) as raised:
        apart.translate(["die"])
    assert raised.value.retryable
    [after] = apart.translate(["a"])
    assert before != after


def test_the_end_waits_for_a_running_call_and_takes_no_other():
    worker = Worker(Peculiar)
    answers = []
    running = threading.Thread(target=lambda: answers.append(worker.call("translate", ["wait"])))
    running.start()
    wait_for(lambda: worker._running)
    worker.close()
    running.join(20)
    assert answers
    with pytest.raises(ServiceUnavailable):
        worker.call("translate", ["a"])


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def test_signals_to_the_whole_group_leave_the_end_to_the_server(apart):
    [answer] = apart.translate(["a"])
    pid = int(answer.split()[1])
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(pid, number)
    assert apart.translate(["a"]) == [answer]
    apart.close()
    assert not alive(pid)


SERVER = """
import os, signal, sys
from functools import partial
from pathlib import Path
from engine.server.apart import Worker
from tests.server.test_apart import Peculiar

Worker(partial(Peculiar, Path(sys.argv[1]))).call("translate", ["a"])
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_a_process_ends_when_the_server_is_killed(tmp_path):
    server = subprocess.run([sys.executable, "-c", SERVER, str(tmp_path)], timeout=60, check=False)
    assert server.returncode == -signal.SIGKILL
    [left] = [int(path.name) for path in tmp_path.iterdir()]
    wait_for(lambda: not alive(left))
