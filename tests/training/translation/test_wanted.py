"""Which sentences are asked for, from small texts of known content."""

from collections import Counter
from collections.abc import Iterable

from training.translation.wanted import SIDES, ranked

PLAIN = "باران شدید دیشب راه‌های روستا را بست و مردم در خانه ماندند."
ARABIC = "أعلنت وزارة الصحة اليوم عن تسجيل حالات جديدة في المدينة الكبيرة."
ENGLISH = "Heavy rain closed the roads of the village last night."


def words(text: str) -> set[str]:
    return SIDES["fa"].words(text)


def chosen(candidates: Iterable[str], most: int, known: Counter[str], listed: set[str]) -> list[str]:
    return list(ranked(candidates, known, words, lambda word: 1.0 if word in listed else 0.2, most))


def test_whole_persian_sentences_of_moderate_length_each_once() -> None:
    lines = [
        PLAIN,
        ARABIC,
        f"  {PLAIN.replace('باران', 'باران ')} ",
        "کوتاه است.",
        PLAIN.removesuffix("."),
        f"{PLAIN} #خبر فوری از این روستا.",
        "این جمله از English words is mostly made up of Latin letters, you see.",
    ]
    assert list(SIDES["fa"].sentences(lines)) == [PLAIN]


def test_whole_english_sentences_of_moderate_length_each_once() -> None:
    lines = [
        ENGLISH,
        f" {ENGLISH} ",
        "heavy rain closed the roads of the village last night.",
        "The word شهر stands in a sentence that is English otherwise.",
        "Choose the right one: the ____ of the village closed the roads.",
        "HEAVY RAIN CLOSED THE ROADS OF THE VILLAGE LAST NIGHT.",
        PLAIN,
    ]
    assert list(SIDES["en"].sentences(lines)) == [ENGLISH]


def test_english_names_are_no_words_that_a_translation_would_teach() -> None:
    assert SIDES["en"].words("In Lisbon, they met Maria's sister.") == {"they", "met", "s", "sister"}


def test_frequent_words_that_no_pair_has_come_first() -> None:
    listed = {"زعفران", "کتاب", "خرید", "است"}
    candidates = [f"کتاب {n} خرید" for n in "abcd"] + [f"زعفران {n} خرید" for n in "abcd"]
    first, *_ = chosen(candidates, 8, Counter({"کتاب": 50, "خرید": 50}), listed)
    assert "زعفران" in words(first)


def test_a_word_that_was_asked_for_is_worth_less_the_next_time() -> None:
    candidates = ["الف ب پ"] * 4 + ["الف ب پ ت"] * 4 + ["ج چ ح"] * 4
    best = chosen(candidates, 2, Counter(), {"الف", *"جچحبپت"})
    assert {"ج" in words(text) for text in best} == {True, False}


def test_a_name_of_the_news_is_worth_less_than_a_listed_word() -> None:
    candidates = ["قالیباف"] * 5 + ["زعفران"] * 5
    assert chosen(candidates, 1, Counter(), {"زعفران"}) == ["زعفران"]


def test_no_more_than_asked_for_and_no_more_than_there_are() -> None:
    assert len(chosen([PLAIN] * 3, 2, Counter(), set())) == 2
    assert len(chosen([PLAIN] * 3, 9, Counter(), set())) == 3
