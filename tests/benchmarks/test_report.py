import json
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.report import Row, Table, write, write_tables


@pytest.fixture(autouse=True)
def _results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path)


def test_figures_stand_beside_their_goals(tmp_path: Path) -> None:
    text = write("speed", "Speed", [Row("warm", 0.08943, "s", "under 0.15 s")])
    assert "| Measure | Value | Goal |\n|---|---|---|\n| warm | 0.08943 s | under 0.15 s |" in text
    assert json.loads((tmp_path / "speed.json").read_text(encoding="utf-8"))["rows"][0]["value"] == 0.08943


def test_several_tables_and_what_was_not_measured(tmp_path: Path) -> None:
    table = Table("rates", "Rates, %", ("system", "all"), [("ours", 1.784), ("peer", None)], "A note.")
    text = write_tables("reading", "Reading", [table], "torch 2.")
    assert "## Rates, %\n\n| system | all |\n|---|---|\n| ours | 1.78 |\n| peer | – |\n\nA note.\n" in text
    stored = json.loads((tmp_path / "reading.json").read_text(encoding="utf-8"))
    assert stored["tables"]["rates"] == [{"system": "ours", "all": 1.784}, {"system": "peer", "all": None}]
