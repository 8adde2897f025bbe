"""From answered sheets to pairs, without a word of Persian in what is kept."""

import lzma
import sys
from pathlib import Path

import pytest

from training.digest import digest
from training.translation import translated as command
from training.translation.sources import MONOLINGUAL
from training.translation.translated import FILE, pairs, translated

SENTENCES = ["مردم شهر از هوای سرد گله دارند.", "کتاب روی میز است.", "باران می‌بارد."]
ENGLISH = {
    digest(SENTENCES[0]): "The people of the city complain of the cold.",
    digest(SENTENCES[2]): "It is raining.",
}


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file that keeps what the command, which is yet to be run, takes up."""
    for name, rows in (
        ("sheets", {digest(sentence): sentence for sentence in SENTENCES}),
        ("answers", ENGLISH | {"7": "Answers no line.", digest(SENTENCES[1]): " "}),
    ):
        (tmp_path / name).mkdir()
        text = "".join(f"{number}\t{line}\n" for number, line in rows.items())
        (tmp_path / name / "0000.tsv").write_text(text, encoding="utf-8")
    file = tmp_path / "translated.tsv.xz"
    file.write_bytes(lzma.compress(f"{digest('پیش')}\tBefore\n".encode()))
    monkeypatch.setattr(command, "FILE", file)
    where = ["--sheets", str(tmp_path / "sheets"), "--answers", str(tmp_path / "answers")]
    monkeypatch.setattr(sys, "argv", ["translated", *where])
    monkeypatch.setattr(command, "translated", lambda: translated(file))
    return file


def test_answers_are_added_by_the_key_of_their_sentence(kept: Path) -> None:
    command.main()
    assert translated(kept) == ENGLISH | {digest("پیش"): "Before"}


def test_answers_to_no_line_and_empty_ones_are_told(kept: Path, capsys: pytest.CaptureFixture[str]) -> None:
    command.main()
    assert capsys.readouterr().out.splitlines() == [
        "3 sentences",
        "0000.tsv: 7",
        f"0000.tsv: {digest(SENTENCES[1])}",
    ]


def test_they_are_joined_with_the_sentences_of_the_data_folder_each_once(kept: Path, tmp_path: Path) -> None:
    command.main()
    path = tmp_path / "data" / MONOLINGUAL
    path.parent.mkdir(parents=True)
    path.write_bytes(lzma.compress("\n".join([*SENTENCES, SENTENCES[0]]).encode()))
    found = list(pairs(tmp_path / "data", translated(kept)))
    assert found == [(sentence, ENGLISH[digest(sentence)]) for sentence in (SENTENCES[0], SENTENCES[2])]


def test_what_is_kept_holds_english_alone() -> None:
    for name, english in translated(FILE).items():
        assert len(name) == 12
        assert not any("\u0600" <= letter <= "\u06ff" for letter in english), english
