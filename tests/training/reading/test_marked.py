from engine.reading.encoding import encode
from engine.reading.labels import LABELS
from engine.text.normalize import normalize
from training.reading.marked import ezafes_apart, read_marked
from training.reading.targets import Example, LabelSets


def targets(text: str) -> tuple[Example, list[set[str]]]:
    sets = LabelSets()
    example = read_marked(encode(normalize(text).text), sets, "test")
    assert example is not None
    table = sets.table()
    said = [{LABELS[i].sound for i in table[n].nonzero()[0]} if n else set() for n in example.targets]
    return example, said


def test_a_mark_says_the_vowel_and_its_absence_says_there_is_none() -> None:
    _, said = targets("مَردُم")
    assert said == [{"ma", "mma"}, {"r", "rr"}, {"do", "ddo"}, {"m", "mm"}]


def test_ezafe_is_the_final_kasra_and_unknown_after_unmarked_ye_and_he() -> None:
    example, _ = targets("مَردُمِ شَهرِ خوبی کِه رَفتَند خانِهٔ ما")
    assert [example.ezafe[i] for i in (3, 7, 12, 15, 21, 26)] == [1, 1, -1, -1, 0, 1]


def test_a_vowel_that_the_next_letter_may_write_stays_open() -> None:
    _, said = targets("خودْ رَفتَن")
    assert said[0] == {"x", "xx", "xo", "xxo"}


def test_an_unmarked_word_says_nothing() -> None:
    _, said = targets("کتاب مَردُمْ مُحَمَّدْ")
    assert said[:4] == [set()] * 4


def test_barely_marked_text_is_left_out() -> None:
    assert read_marked(encode("مردم شهر از هوای سَرد گله دارند"), LabelSets(), "test") is None


def test_signs_of_ezafe_are_taken_away_and_say_which_words_bear_it() -> None:
    encoded, ends = ezafes_apart("دستِ‌کم خانهٔ شهرِ ما و هوایِ تقریباً خوبِ آن")
    assert encoded.text == "دست‌کم خانه شهر ما و هوای تقریبا خوب آن"
    assert {segment.word for segment in encoded.segments if segment.end in ends} == {
        "خانه",
        "شهر",
        "هوای",
        "خوب",
    }
    assert "".join(encoded.marks) == "\u064b"
