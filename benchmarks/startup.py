"""Start-up, warm speed and memory of the text capabilities: `python -m benchmarks.startup`.

Every figure comes from fresh interpreters, the median of several; two CPU threads. Warm figures follow three
unmeasured calls on other text of the same length, so that no cache answers.
"""

import statistics
import subprocess
import sys
from pathlib import Path

from benchmarks.report import Row, write

PAGE = Path(__file__).parents[1] / "examples" / "sample.fa.txt"

IMPORT = """
import sys, time
start = time.perf_counter()
import {module}
print(time.perf_counter() - start)
assert "torch" not in sys.modules
"""

FIRST = """
import sys, time, tempfile
start = time.perf_counter()
from engine import LocalEngine
with tempfile.TemporaryDirectory() as data, LocalEngine(device="cpu", threads=2, data_dir=data) as engine:
    engine.diacritize(open(sys.argv[1], encoding="utf-8").read())
    print(time.perf_counter() - start)
"""

WARM = """
import statistics, sys, time, tempfile
from engine import LocalEngine
page = open(sys.argv[1], encoding="utf-8").read()
texts = [(page[i:] + page[:i])[:1000] for i in range(13)]
with tempfile.TemporaryDirectory() as data, LocalEngine(device="cpu", threads=2, data_dir=data) as engine:
    seconds = []
    for text in texts:
        start = time.perf_counter()
        engine.diacritize(text)
        seconds.append(time.perf_counter() - start)
print(statistics.median(seconds[3:]))
"""

MEMORY = """
import sys, tempfile
from engine import LocalEngine
page = open(sys.argv[1], encoding="utf-8").read()
text = (page * 6)[:6000]
with tempfile.TemporaryDirectory() as data, LocalEngine(device="cpu", threads=2, data_dir=data) as engine:
    engine.diacritize(text)
    engine.pinglish(text)
    engine.translate(text)
status = open("/proc/self/status").read()
print(int(status.split("VmHWM:")[1].split()[0]) / 2**20)
"""


def fresh(program: str, runs: int) -> float:
    """Median of what `program` prints in `runs` fresh interpreters."""
    command = [sys.executable, "-c", program, str(PAGE)]
    printed = [
        subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(runs)
    ]
    return statistics.median(float(line) for line in printed)


def main() -> None:
    rows = [
        Row("import engine", fresh(IMPORT.format(module="engine"), 5), "s", "under 0.5 s, no torch"),
        Row("import engine.contract", fresh(IMPORT.format(module="engine.contract"), 5), "s", "under 0.5 s"),
        Row("first diacritize, weights loading included", fresh(FIRST, 3), "s", "under 3 s"),
        Row("1,000 code points diacritized, warm", fresh(WARM, 3), "s", "under 0.15 s"),
        Row(
            "peak memory of the text capabilities, 6,000 code points", fresh(MEMORY, 1), "GiB", "under 1.5 GB"
        ),
    ]
    print(write("startup", "Start-up, warm speed and memory", rows))


if __name__ == "__main__":
    main()
