from pathlib import Path

from engine.reading.reader import Reader
from training.reading.reliability import judged_words

ROWS = (
    ("کتاب خوب دوست من", "ketAb-e xub-e dust-e man"),
    ("مردم شهر رفتند", "mardom-e Sahr raftim"),  # the last word is wrong on purpose
    ("۱۲ کتاب", "davAzdah ketAb"),  # not as many words
)


def test_words_are_judged_by_their_phonemes_without_the_ezafe(tmp_path: Path) -> None:
    folder = tmp_path / "reading"
    folder.mkdir()
    rows = "".join("\t".join((*row, "English.", "original")) + "\n" for row in ROWS)
    (folder / "sentences.dev.tsv").write_text(rows, encoding="utf-8")
    found = list(judged_words(Reader(device="cpu"), tmp_path))
    assert [right for _, right in found] == [True, True, True, True, True, True, False]
    assert all(0 < confidence <= 1 for confidence, _ in found)
