"""What the README claims is what was measured, and its links lead somewhere."""

import re
from pathlib import Path

import pytest

from benchmarks.accuracy import END, README, START, table
from engine.checkpoint import manifest

ROOT = Path(__file__).parents[1]
PAGES = [README, *sorted((ROOT / "docs").glob("*.md")), *sorted((ROOT / "weights").glob("*.md"))]


def test_the_accuracy_table_is_the_manifests() -> None:
    shown = README.read_text(encoding="utf-8").split(START)[1].split(END)[0]
    assert shown.strip() == table(manifest())


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_to_files(page: Path) -> None:
    targets = re.findall(r"\]\((?!https?:)([^)#]+)", page.read_text(encoding="utf-8"))
    missing = [target for target in targets if not (page.parent / target).exists()]
    assert not missing
