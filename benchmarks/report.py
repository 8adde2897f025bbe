"""A benchmark's results as Markdown and JSON in benchmarks/results/, with the machine they come from."""

import json
import os
import platform
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

RESULTS = Path(__file__).with_name("results")

Cell = str | int | float | None


@dataclass(frozen=True)
class Row:
    """One measured figure beside what it should reach."""

    measure: str
    value: float
    unit: str
    goal: str


@dataclass(frozen=True)
class Table:
    """One table of several.

    Attributes:
        name: its key in the JSON.
        title: its heading.
        columns: the head of each column.
        rows: the cells; None is what was not measured.
        note: what a reader has to know, Markdown.
    """

    name: str
    title: str
    columns: tuple[str, ...]
    rows: Sequence[tuple[Cell, ...]]
    note: str = ""


def write(name: str, title: str, rows: Sequence[Row]) -> str:
    """Writes `results/<name>.md` and `.json` and returns the Markdown."""
    cells = [(row.measure, f"{row.value:.4g} {row.unit}", row.goal) for row in rows]
    body = _markdown(("Measure", "Value", "Goal"), cells)
    return _write(name, title, "", body, {"rows": [asdict(row) for row in rows]})


def write_tables(name: str, title: str, tables: Sequence[Table], setting: str = "") -> str:
    """The same for several tables; `setting` says more of the machine and the versions."""
    body = "\n".join(map(section, tables))
    stored = {table.name: _stored(table) for table in tables}
    return _write(name, title, setting, body, {"setting": setting, "tables": stored})


def replace_tables(name: str, tables: Sequence[Table]) -> None:
    """Puts tables that were measured again in the place of those of the same names, new ones at the end.

    A table is found by its title up to the first comma, since counts stand after it.

    Raises:
        ValueError: the stored results have a table of that name under another title.
    """
    path = RESULTS / name
    figures = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    markdown = path.with_suffix(".md").read_text(encoding="utf-8")
    for table in (replace(table, note=f"{table.note} {_where()}".strip()) for table in tables):
        title = re.escape(table.title.partition(",")[0])
        before = re.search(rf"^## {title}[,\n].*?(?=^## |\Z)", markdown, re.M | re.S)
        if before is None and table.name in figures["tables"]:
            raise ValueError(f"benchmarks/results/{name}.md has no table {table.title!r}")
        if before is None:
            markdown += f"\n{section(table)}"
        else:
            gap = "\n" if before.end() < len(markdown) else ""
            markdown = markdown.replace(before[0], section(table) + gap)
        figures["tables"][table.name] = _stored(table)
        figures.setdefault("measured_again", {})[table.name] = _where()
    path.with_suffix(".md").write_text(markdown, encoding="utf-8")
    _write_json(name, figures)


def section(table: Table) -> str:
    """One table with its heading, Markdown."""
    note = f"\n{table.note}\n" if table.note else ""
    return f"## {table.title}\n\n{_markdown(table.columns, table.rows)}{note}"


def _stored(table: Table) -> list[dict[str, Cell]]:
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def _markdown(columns: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    lines = [f"| {' | '.join(columns)} |", "|" + "---|" * len(columns)]
    return "\n".join([*lines, *(f"| {' | '.join(map(_cell, row))} |" for row in rows)]) + "\n"


def _cell(value: Cell) -> str:
    if value is None:
        return "–"
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def _write(name: str, title: str, setting: str, body: str, figures: dict[str, Any]) -> str:
    markdown = "\n".join([f"# {title}", "", f"{_where()} {setting}".strip(), "", body])
    RESULTS.mkdir(exist_ok=True)
    (RESULTS / f"{name}.md").write_text(markdown, encoding="utf-8")
    _write_json(name, {"measured": _today(), "machine": _machine(), **figures})
    return markdown


def _today() -> str:
    return datetime.now(UTC).date().isoformat()


def _machine() -> dict[str, Any]:
    return {"python": platform.python_version(), "machine": platform.machine(), "cores": os.cpu_count()}


def _where() -> str:
    machine = _machine()
    return (
        f"Measured {_today()} on {machine['cores']} cores, {machine['machine']}, Python {machine['python']}."
    )


def _write_json(name: str, figures: dict[str, Any]) -> None:
    text = json.dumps(figures, indent=1, ensure_ascii=False) + "\n"
    (RESULTS / f"{name}.json").write_text(text, encoding="utf-8")
