"""A kill at any point: nothing is charged without a result, and no returned result is lost."""

import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).parents[2]
STRIDE = 11  # of the hundred or so points; `python -m tests.service.crashes FOLDER 1 0` takes them all


def test_a_kill_at_any_write_loses_nothing_and_charges_nothing_twice(tmp_path):
    command = [sys.executable, "-m", "tests.service.crashes", str(tmp_path), str(STRIDE), "0"]
    run = subprocess.run(command, cwd=CHECKOUT, capture_output=True, text=True, timeout=300, check=False)
    assert run.returncode == 0, run.stderr
    assert int(run.stdout.split()[0]) > 60
