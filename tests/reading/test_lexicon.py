from pathlib import Path

import pytest

from engine.contract.errors import ValidationFailed
from engine.reading.lexicon import Lexicon
from engine.reading.reader import Reader
from engine.text.chars import DAMMA


def said(reader: Reader, text: str, word: str) -> str:
    return next(w.phonemes for w in reader.read(text).words if w.text.startswith(word))


def test_an_entry_overrides_the_model(tmp_path: Path) -> None:
    file = tmp_path / "names.tsv"
    file.write_text("# names\n\nمهسا\tmohesA\nکرم\tkerm\tخاک، باغ\nکرم\tkerem\n", encoding="utf-8")
    reader = Reader(device="cpu", lexicon=Lexicon.load(file))
    assert said(reader, "مهسا آمد", "مهسا") == "mohesA"
    assert said(reader, "در خاک یک کرم دیدم", "کرم") == "kerm"
    assert said(reader, "این کرم خوب است، مرسی.", "کرم") == "kerem"


def test_typed_marks_go_before_the_lexicon() -> None:
    reader = Reader(device="cpu", lexicon=Lexicon([("مرد", "mard", [])]))
    assert said(reader, "او م" + DAMMA + "رد", "م") == "mord"


def test_a_reading_says_that_the_lexicon_settled_it() -> None:
    reader = Reader(device="cpu", lexicon=Lexicon([("إحسان", "?ehsAn", []), ("مرد", "mard", ["خانه"])]))
    reading = reader.read("احسان و إحسان آن مرد را دید")
    assert [word.lexicon for word in reading.words] == [True, False, True, False, False, False, False]


def test_spelling_with_joiner_and_marks_is_one_word() -> None:
    reader = Reader(device="cpu", lexicon=Lexicon([("علی‌رضا", "?aliroza", [])]))
    assert said(reader, "عليرضا آمد", "علي") == "?aliroza"


@pytest.mark.parametrize(
    "line",
    [
        "مهسا",
        "مهسا\tketAb",
        "مهسا\tmahsA\ta\tb",
        "hello\thelo",
        "مه سا\tmahsA",
        "مهسا\tmahsA\tخاک 12",
        "مهسا\tmahsA\t!",
    ],
)
def test_a_wrong_line_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "wrong.tsv"
    file.write_text(f"کرم\tkerm\n{line}\n", encoding="utf-8")
    with pytest.raises(ValidationFailed, match=r"line 2") as caught:
        Lexicon.load(file)
    assert caught.value.details == {"field": "lexicon"}


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed, match=r"none\.tsv"):
        Lexicon.load(tmp_path / "none.tsv")
