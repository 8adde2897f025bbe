"""From answered sheets to pairs, without the sentences in what is kept."""

import lzma
import sys
from pathlib import Path

import pytest

from training.digest import digest
from training.translation import translated as command
from training.translation.sources import MONOLINGUAL
from training.translation.translated import FILES, pairs, translated

PERSIAN = ["مردم شهر از هوای سرد گله دارند.", "کتاب روی میز است.", "باران می‌بارد."]
ENGLISH = ["The people of the city complain of the cold.", "The book is on the table.", "It is raining."]
SIDES = {"fa": (PERSIAN, ENGLISH), "en": (ENGLISH, PERSIAN)}


@pytest.fixture(params=FILES)
def language(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """The language of sheets of which the first and the last sentence are answered, not yet taken up."""
    sentences, translations = SIDES[request.param]
    answers = {digest(sentences[n]): translations[n] for n in (0, 2)}
    for name, table in (
        ("sheets", {digest(sentence): sentence for sentence in sentences}),
        ("answers", answers | {"7": "Answers no line.", digest(sentences[1]): " "}),
    ):
        (tmp_path / name).mkdir()
        text = "".join(f"{number}\t{line}\n" for number, line in table.items())
        (tmp_path / name / "0000.tsv").write_text(text, encoding="utf-8")
    file = tmp_path / "translated.tsv.xz"
    file.write_bytes(lzma.compress(f"{digest('پیش')}\tBefore\n".encode()))
    monkeypatch.setitem(FILES, request.param, file)
    where = ["--sheets", str(tmp_path / "sheets"), "--answers", str(tmp_path / "answers")]
    monkeypatch.setattr(sys, "argv", ["translated", "--language", request.param, *where])
    return str(request.param)


def test_answers_are_added_by_the_key_of_their_sentence(language: str) -> None:
    sentences, translations = SIDES[language]
    command.main()
    assert translated(language) == {
        digest("پیش"): "Before",
        digest(sentences[0]): translations[0],
        digest(sentences[2]): translations[2],
    }


def test_answers_to_no_line_and_empty_ones_are_told(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    command.main()
    assert capsys.readouterr().out.splitlines() == [
        "3 sentences",
        "0000.tsv: 7",
        f"0000.tsv: {digest(SIDES[language][0][1])}",
    ]


def test_they_are_joined_with_the_sentences_of_the_data_folder_each_once(
    language: str, tmp_path: Path
) -> None:
    command.main()
    sentences, _ = SIDES[language]
    path = tmp_path / "data" / MONOLINGUAL[language]
    path.parent.mkdir(parents=True)
    path.write_bytes(lzma.compress("\n".join([*sentences, sentences[0]]).encode()))
    found = list(pairs(tmp_path / "data", language, translated(language)))
    assert found == [(PERSIAN[0], ENGLISH[0]), (PERSIAN[2], ENGLISH[2])]


def test_sentences_of_long_lines_are_found(tmp_path: Path) -> None:
    path = tmp_path / MONOLINGUAL["en"]
    path.parent.mkdir(parents=True)
    path.write_bytes(lzma.compress(" ".join(ENGLISH * 4).encode()))
    known = {digest(ENGLISH[1]): PERSIAN[1], digest("Nobody said so."): PERSIAN[0]}
    assert list(pairs(tmp_path, "en", known)) == [(PERSIAN[1], ENGLISH[1])]


@pytest.mark.parametrize("language", FILES)
def test_a_data_folder_without_the_text_gives_no_pairs(language: str, tmp_path: Path) -> None:
    assert list(pairs(tmp_path, language, translated(language))) == []


@pytest.mark.parametrize("language", FILES)
def test_what_is_kept_is_in_the_other_language_alone(language: str) -> None:
    kept = translated(language)
    assert len(kept) > 1000
    for name, text in kept.items():
        persian = sum("\u0600" <= letter <= "\u06ff" for letter in text)
        assert len(name) == 12
        assert persian == 0 if language == "fa" else persian > len(text) / 5, text
