"""Several processes use one data folder at once."""

import json
import subprocess
import sys
from pathlib import Path

from tests.service.test_crash import CHECKOUT

KEYS = 12


def test_processes_that_send_the_same_requests_get_the_same_answers_and_one_charge_each(
    data_dir: Path, open_service, rows
):
    command = [sys.executable, "-m", "tests.service.crowd", str(data_dir), str(KEYS)]
    processes = [
        subprocess.Popen(command, cwd=CHECKOUT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        for _ in range(2)
    ]
    results = [process.communicate(timeout=120) for process in processes]
    assert [process.returncode for process in processes] == [0, 0], results
    answers = [json.loads(output) for output, _ in results]
    assert answers[0] == answers[1]
    assert len(set(answers[0].values())) == KEYS
    assert len(rows("SELECT * FROM charges")) == KEYS
    assert rows("SELECT * FROM reservations") == []
    assert rows("SELECT sum(amount), count(*) FROM charges WHERE meter = 'basic_speech'") == [(20.0, 8)]
    assert rows("SELECT sum(amount) FROM counters WHERE meter = 'basic_speech'") == [(20.0,)]
