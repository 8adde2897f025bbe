"""Capabilities in other processes answer, fail, die and end as those of this process would."""

import gc
import logging
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from engine.contract.errors import InternalError, QuotaExhausted, ServiceUnavailable
from engine.server import apart as module
from engine.server.apart import Apart, Worker
from engine.server.logs import ELSEWHERE
from tests.service.doubles import PlainCapabilities, wait_for


class Peculiar(PlainCapabilities):
    """Fails or dies as its texts say; a copy in another process leaves that one's number in a folder.

    Args:
        folder: The folder.
        stillborn: Whether a copy dies before it can answer.
    """

    def __init__(self, folder: Path, stillborn: bool = False) -> None:
        super().__init__()
        self.made_of = folder, stillborn

    def __reduce__(self):
        return _copy, self.made_of

    def translate(self, texts):
        match texts[0]:
            case "quota":
                raise QuotaExhausted("nothing left", details={"left": 0}, retry_after=7)
            case "secret":
                raise ValueError("secret")
            case "no answer that can travel":
                return threading.Lock()
            case "frozen":
                return [str(gc.get_freeze_count())]
            case "die":
                os.kill(os.getpid(), signal.SIGKILL)
            case "wait":
                time.sleep(1)
            case "hang":
                time.sleep(60)
        return [f"{text} {os.getpid()}" for text in texts]


def _copy(folder: Path, stillborn: bool) -> Peculiar:
    (folder / str(os.getpid())).touch()
    if stillborn:
        os.kill(os.getpid(), signal.SIGKILL)
    return Peculiar(folder)


def copies(folder: Path) -> list[int]:
    """Numbers of the processes that had a copy."""
    return [int(path.name) for path in folder.iterdir()]


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended but was not waited for does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@pytest.fixture
def apart(tmp_path: Path) -> Iterator[Apart]:
    with Apart(Peculiar(tmp_path)) as made:
        yield made


@pytest.fixture
def translate(apart: Apart) -> Callable[[str], int]:
    """Translates a text; tells which process did it."""
    return lambda text: int(apart.translate([text])[0].split()[-1])


def test_what_a_first_call_loads_is_not_collected_again_and_again(apart: Apart) -> None:
    first, second, third = (int(apart.translate(["frozen"])[0]) for _ in range(3))
    assert first == 0
    assert second == third > 10_000


def test_texts_are_answered_as_here(apart):
    here = PlainCapabilities()
    texts = ["سلام", "کتاب"]
    assert apart.diacritize(texts, True) == here.diacritize(texts, True)
    assert apart.romanize(texts, "readable", "double_a") == here.romanize(texts, "readable", "double_a")
    assert apart.engine_version == here.engine_version


def test_readings_and_translation_have_a_process_each_from_their_first_call_on(apart, translate, tmp_path):
    assert copies(tmp_path) == []
    apart.diacritize(["سلام"], True)
    apart.romanize(["سلام"], "readable", "double_a")
    assert len(copies(tmp_path)) == 1
    assert translate("a") == translate("b")
    assert len(copies(tmp_path)) == 2
    assert os.getpid() not in copies(tmp_path)


def test_a_typed_error_arrives_whole(apart):
    with pytest.raises(QuotaExhausted, match="nothing left") as raised:
        apart.translate(["quota"])
    assert (raised.value.detail.details, raised.value.retry_after) == ({"left": 0}, 7)


@pytest.mark.parametrize(
    ("text", "kind"), [("secret", "ValueError"), ("no answer that can travel", "TypeError")]
)
def test_of_any_other_error_type_and_places_arrive_without_its_message(apart, translate, text, kind):
    with pytest.raises(InternalError) as raised:
        apart.translate([text])
    *places, name = getattr(raised.value, ELSEWHERE)
    assert name == kind
    assert any(" _answer" in place for place in places)
    assert "secret" not in f"{raised.value}{places}"
    assert translate("a")


def test_a_dead_process_fails_its_call_alone_and_is_told_of(apart, translate, caplog):
    before = translate("a")
    with caplog.at_level(logging.ERROR), pytest.raises(ServiceUnavailable) as raised:
        apart.translate(["die"])
    assert raised.value.retryable
    assert [record.exitcode for record in caplog.records] == [-signal.SIGKILL]
    assert translate("a") != before


def test_a_process_that_died_while_nobody_called_fails_no_call(apart, translate):
    before = translate("a")
    process, _ = apart._translation._running
    process.kill()
    process.join(20)  # until its last thread is gone
    assert translate("a") != before


def test_one_that_dies_before_it_answers_is_started_ever_less_often(tmp_path):
    now = [0.0]
    worker = Worker(Peculiar(tmp_path, stillborn=True), lambda: now[0])
    rests = []
    for _ in range(4):
        for _ in range(3):
            with pytest.raises(ServiceUnavailable) as raised:
                worker.call("translate", ["a"])
        rests.append(raised.value.retry_after)
        now[0] += raised.value.retry_after
    assert len(copies(tmp_path)) == 5  # the first death is forgiven at once
    assert rests == [2, 4, 8, 16]
    worker.close()


def test_the_end_waits_for_a_running_call_and_begins_no_other(tmp_path):
    worker = Worker(Peculiar(tmp_path))
    answers, refusals = [], []

    def call(text):
        try:
            answers.append(worker.call("translate", [text]))
        except ServiceUnavailable as error:
            refusals.append(error)

    first, second = (threading.Thread(target=call, args=[text]) for text in ("wait", "waits for it"))
    first.start()
    wait_for(lambda: worker._running)
    second.start()
    worker.close()
    first.join(20)
    second.join(20)
    assert [answer[0].split()[0] for answer in answers] == ["wait"]
    assert len(refusals) == 1


def test_the_end_does_not_wait_for_ever(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "FAREWELL_SECONDS", 0.5)
    worker = Worker(Peculiar(tmp_path))
    failures = []

    def call():
        try:
            worker.call("translate", ["hang"])
        except ServiceUnavailable as error:
            failures.append(error)

    hanging = threading.Thread(target=call)
    hanging.start()
    wait_for(lambda: copies(tmp_path))
    worker.close()
    hanging.join(20)
    assert failures
    assert not alive(copies(tmp_path)[0])


def test_signals_to_the_whole_group_leave_the_end_to_the_server(apart, translate):
    pid = translate("a")
    for number in (signal.SIGTERM, signal.SIGINT):
        os.kill(pid, number)
    assert translate("a") == pid
    apart.close()
    assert not alive(pid)


SERVER = """
import os, signal, sys, threading, time
from pathlib import Path
from engine.server.apart import Worker
from tests.server.test_apart import Peculiar

folder, end = Path(sys.argv[1]), sys.argv[2]
worker = Worker(Peculiar(folder))
worker.call("translate", ["a"])
if end == "killed":
    threading.Thread(target=worker.call, args=("translate", ["hang"]), daemon=True).start()
    time.sleep(0.5)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.parametrize(("end", "code"), [("killed", -signal.SIGKILL), ("forgetful", 0)])
def test_a_process_ends_with_the_server_whatever_either_is_at(tmp_path, end, code):
    server = subprocess.run([sys.executable, "-c", SERVER, str(tmp_path), end], timeout=60, check=False)
    assert server.returncode == code
    [left] = copies(tmp_path)
    wait_for(lambda: not alive(left))
