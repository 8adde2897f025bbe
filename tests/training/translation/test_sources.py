import lzma
from pathlib import Path

import pytest

from training.translation.sources import is_open, repeats_of, sources


@pytest.mark.parametrize("licence", ["ours", "MIT", "CC-BY 2.0 FR", "CC-BY-SA 4.0", "Apache-2.0", "GPL-2.0+"])
def test_open_licences(licence: str) -> None:
    assert is_open(licence)


@pytest.mark.parametrize(
    "licence",
    [
        "none stated",
        "none stated (SICK CC-BY-NC-SA 3.0)",
        "CC-BY-NC 4.0",
        "MIT + per project",
        "see repo",
        "LGPL-3 / see repo",
        "CC-BY(-NC)",
        "OPV+KJV public domain; NASB/NKJV copyrighted",
        "MIT mod; game text (c) Mobius",
    ],
)
def test_licences_that_are_closed_or_unclear(licence: str) -> None:
    assert not is_open(licence)


def test_the_longest_path_decides_how_often_a_file_is_drawn() -> None:
    assert repeats_of("gold/sentences") == 1.0
    assert repeats_of("gold/press") == 0.5
    assert repeats_of("gold/tatoeba") == 0.5
    assert repeats_of("machine/openclaw-docs") < repeats_of("machine/gin-docs")


def test_sources_are_read_from_the_table_gold_first_and_unused_ones_left_out(tmp_path: Path) -> None:
    folder = tmp_path / "translation"
    for name in ("gold/press", "machine/gin-docs", "noisy/massive", "human/farsick"):
        path = folder / f"{name}.tsv.xz"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(lzma.compress("سلام\tHello\nبی‌جفت\n".encode()))
    (folder / "SOURCES.tsv").write_text(
        "file\tpairs\tlicence\torigin\n"
        "machine/gin-docs.tsv.xz\t1\tMIT\ta\n"
        "noisy/massive.tsv.xz\t1\tCC-BY 4.0\tb\n"
        "human/farsick.tsv.xz\t1\tnone stated\tc\n"
        "gold/press.tsv.xz\t1\tours\td\n",
        encoding="utf-8",
    )
    found = sources(tmp_path)
    assert [source.name for source in found] == ["gold/press", "human/farsick", "machine/gin-docs"]
    assert [source.name for source in sources(tmp_path, "open")] == ["gold/press", "machine/gin-docs"]
    assert list(found[0].pairs()) == [("سلام", "Hello")]
    assert found[0].trusted
    assert not found[1].trusted
