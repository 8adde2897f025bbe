"""Which sentences are asked for, from small texts of known content."""

import lzma
from collections import Counter
from pathlib import Path

from training.translation.sources import MONOLINGUAL
from training.translation.wanted import ranked, sentences, words

PLAIN = "باران شدید دیشب راه‌های روستا را بست و مردم در خانه ماندند."
ARABIC = "أعلنت وزارة الصحة اليوم عن تسجيل حالات جديدة في المدينة الكبيرة."


def folder_with(tmp_path: Path, lines: list[str]) -> Path:
    path = tmp_path / MONOLINGUAL
    path.parent.mkdir(parents=True)
    path.write_bytes(lzma.compress("\n".join(lines).encode()))
    return tmp_path


def test_whole_persian_sentences_of_moderate_length_each_once(tmp_path: Path) -> None:
    lines = [
        PLAIN,
        ARABIC,
        f"  {PLAIN.replace('باران', 'باران ')} ",
        "کوتاه است.",
        PLAIN.removesuffix("."),
        f"{PLAIN} #خبر فوری از این روستا.",
        "این جمله از English words is mostly made up of Latin letters, you see.",
    ]
    assert list(sentences(folder_with(tmp_path, lines))) == [PLAIN]


def test_frequent_words_that_no_pair_has_come_first() -> None:
    listed = {"زعفران", "کتاب", "خرید", "است"}
    candidates = [f"کتاب {n} خرید" for n in "abcd"] + [f"زعفران {n} خرید" for n in "abcd"]
    first, *_ = ranked(candidates, Counter({"کتاب": 50, "خرید": 50}), listed, 8)
    assert "زعفران" in words(first)


def test_a_word_that_was_asked_for_is_worth_less_the_next_time() -> None:
    candidates = ["الف ب پ"] * 4 + ["الف ب پ ت"] * 4 + ["ج چ ح"] * 4
    chosen = list(ranked(candidates, Counter(), {"الف", *"جچحبپت"}, 2))
    assert {"ج" in words(text) for text in chosen} == {True, False}


def test_a_name_of_the_news_is_worth_less_than_a_listed_word() -> None:
    candidates = ["قالیباف"] * 5 + ["زعفران"] * 5
    assert next(ranked(candidates, Counter(), {"زعفران"}, 1)) == "زعفران"


def test_no_more_than_asked_for_and_no_more_than_there_are() -> None:
    assert len(list(ranked([PLAIN] * 3, Counter(), set(), 2))) == 2
    assert len(list(ranked([PLAIN] * 3, Counter(), set(), 9))) == 3
