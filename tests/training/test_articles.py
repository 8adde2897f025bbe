"""Sentences written for the project: what is in the file, how they are asked for and taken up."""

import lzma
import sys
from pathlib import Path

import pytest

from training import articles
from training.articles import answers, sheets
from training.reading.marked import ezafes_apart


@pytest.fixture(scope="module")
def stored() -> list[articles.Pair]:
    return articles.pairs()


def test_each_pair_stands_once_and_is_of_the_two_languages(stored: list[articles.Pair]) -> None:
    assert len(stored) > 3000
    assert len(set(stored)) == len(stored)
    for persian, english in stored:
        assert answers.pair(f"00\t{english}\t{persian}") == (persian, english)


def test_one_word_in_four_to_eight_bears_the_ezafe(stored: list[articles.Pair]) -> None:
    marked = [ezafes_apart(persian) for persian, _ in stored[:1000]]
    words = sum(segment.word != "" for encoded, _ in marked for segment in encoded.segments)
    assert 4 < words / sum(len(ends) for _, ends in marked) < 8


def test_one_pair_in_fifty_is_held_out(stored: list[articles.Pair]) -> None:
    kept, taught = articles.held_out(), articles.taught()
    assert len(kept) / len(stored) == pytest.approx(0.02, abs=0.005)
    assert sorted(kept + taught) == sorted(stored)


def test_sheets_ask_for_kinds_and_subjects_with_words_of_the_text(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mono" / "en").mkdir(parents=True)
    text = b"old stone bridge crosses river below castle walls\n"
    (tmp_path / "mono" / "en" / "modern.txt.xz").write_bytes(lzma.compress(text))
    (tmp_path / "pinglish").mkdir()
    (tmp_path / "pinglish" / "names.tsv").write_text("بادن\tBaden\tbAden\tcity\n", encoding="utf-8")
    monkeypatch.setattr(sheets, "_RANKS", slice(None))
    monkeypatch.setattr(
        sys, "argv", ["sheets", "--data", str(tmp_path), "--out", str(tmp_path), "--sheets", "2"]
    )
    sheets.main()
    first, second = ((tmp_path / name).read_text(encoding="utf-8") for name in ("000.tsv", "001.tsv"))
    assert first != second
    subjects = set(sheets.SUBJECTS.read_text(encoding="utf-8").splitlines())
    for number, line in enumerate(first.splitlines()):
        asked, kind, subject, given = line.split("\t")
        assert int(asked) == number
        assert f"{kind}\t{subject}" in subjects
        assert {*text.decode().split(), "Baden"} > set(given.split(", "))
    assert 15 < first.count("Baden") < 50


def test_a_set_is_part_of_the_whole(stored: list[articles.Pair]) -> None:
    assert [pair for name in articles.SETS for pair in articles.pairs(name)] == stored


def test_answers_are_added_and_faulty_ones_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(articles, "FOLDER", tmp_path)
    articles.store("everyday", [("درِ خانه باز است.", "The door is open.")])
    (tmp_path / "answers").mkdir()
    lines = [
        "00\tThe castle is old.\tقلعهٔ شهر قدیمی است.",
        "01\tThe castle is old. قلعه قدیمی است.",
        "02\tقلعه قدیمی است.\tThe castle is old.",
        "03\tThe door is open.\tدرِ خانه باز است.",
    ]
    (tmp_path / "answers" / "000.tsv").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.setattr(sys, "argv", ["answers", "--answers", str(tmp_path / "answers"), "--set", "everyday"])
    answers.main()
    assert articles.pairs("everyday") == [
        ("درِ خانه باز است.", "The door is open."),
        ("قلعهٔ شهر قدیمی است.", "The castle is old."),
    ]
    assert capsys.readouterr().out.splitlines()[-1] == "2 pairs"
