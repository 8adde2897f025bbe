"""A benchmark's results as Markdown and JSON in benchmarks/results/, with the machine they come from."""

import json
import os
import platform
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).with_name("results")


@dataclass(frozen=True)
class Row:
    """One measured figure beside what it should reach."""

    measure: str
    value: float
    unit: str
    goal: str


def write(name: str, title: str, rows: Sequence[Row]) -> str:
    """Writes `results/<name>.md` and `.json` and returns the Markdown."""
    machine = {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}
    measured = datetime.now(UTC).date().isoformat()
    lines = [
        f"# {title}",
        "",
        f"Measured {measured} on {machine['cores']} cores, {machine['machine']}, Python {machine['python']}.",
        "",
        "| Measure | Value | Goal |",
        "|---|---|---|",
        *(f"| {row.measure} | {row.value:.4g} {row.unit} | {row.goal} |" for row in rows),
    ]
    markdown = "\n".join(lines) + "\n"
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text(markdown, encoding="utf-8")
    report = {"measured": measured, "machine": machine, "rows": [asdict(row) for row in rows]}
    (RESULTS / f"{name}.json").write_text(json.dumps(report, indent=1) + "\n", encoding="utf-8")
    return markdown
