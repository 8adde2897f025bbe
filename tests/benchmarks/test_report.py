import json
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.report import Row, Table, replace_tables, write, write_tables


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


def test_a_table_measured_again_takes_the_place_of_the_old_one(tmp_path: Path) -> None:
    def tables(*values: float) -> list[Table]:
        names = ("First", "Second (of three), 100 ms", "Third")
        return [
            Table(n.lower(), n, ("system", "ms"), [("ours", v)]) for n, v in zip(names, values, strict=False)
        ]

    before = write_tables("speech", "Speech", tables(1.0, 2.0, 3.0), "torch 2.")
    replace_tables("speech", tables(1.0, 8.0)[1:])
    after = (tmp_path / "speech.md").read_text(encoding="utf-8")
    *_, again = (line for line in after.splitlines() if line.startswith("Measured 2"))
    assert after.replace(f"\n{again}\n", "").replace("8.00", "2.00") == before
    stored = json.loads((tmp_path / "speech.json").read_text(encoding="utf-8"))
    assert list(stored["measured_again"]) == ["second (of three), 100 ms"]
    assert [row["ms"] for rows in stored["tables"].values() for row in rows] == [1.0, 8.0, 3.0]


def test_a_new_table_comes_last_and_a_renamed_one_is_refused(tmp_path: Path) -> None:
    write_tables("reading", "Reading", [Table("rates", "Rates", ("system",), [("ours",)])])
    replace_tables("reading", [Table("others", "Others", ("system",), [("theirs",)])])
    headings = [
        line for line in (tmp_path / "reading.md").read_text("utf-8").splitlines() if line[:2] == "##"
    ]
    assert headings == ["## Rates", "## Others"]
    assert list(json.loads((tmp_path / "reading.json").read_text("utf-8"))["tables"]) == ["rates", "others"]
    with pytest.raises(ValueError, match="no table 'Ratios'"):
        replace_tables("reading", [Table("rates", "Ratios", ("system",), [("ours",)])])
