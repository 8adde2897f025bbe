import pytest

from engine.translation.checks import (
    ADDED_NUMBERS,
    BROKEN,
    CHANGED_SIGNS,
    COPIED,
    DOUBLED,
    EMPTY,
    LENGTH,
    MISPLACED,
    NUMBERS,
    NUMBERS_LEFT,
    REPEATS,
    RUN_ON,
    SCORE,
    SHORTENED,
    SLOTS,
    UNFINISHED,
    Fault,
    faults,
)
from engine.translation.decoder import Candidate

SOURCE = "دولت در سال 1402 بودجه را افزایش داد و مردم از آن خوشحال شدند."
GOOD = "In 1402 the government raised the budget and the people were happy about it."


def test_a_good_translation_has_no_fault() -> None:
    assert faults(SOURCE, GOOD, -0.5, True) == ()


@pytest.mark.parametrize(
    ("translation", "score", "finished", "fault"),
    [
        ("", -0.5, True, EMPTY),
        ("...", -0.5, True, EMPTY),
        ("⟦0⟧ ⟦1⟧", -0.5, True, EMPTY),
        (GOOD + " \ufffd", -0.5, True, BROKEN),
        (GOOD + " ⟦0⟧", -0.5, True, SLOTS),
        (GOOD, -0.5, False, UNFINISHED),
        (GOOD + " بودجه", -0.5, True, COPIED),
        (
            "In 1402 the big budget and the big budget and the big budget and the big budget.",
            -0.5,
            True,
            REPEATS,
        ),
        ("In 1402.", -0.5, True, LENGTH),
        ("In 1402 the government raised the budget.", -0.5, True, SHORTENED),
        (GOOD.replace("1402", "1420"), -0.5, True, NUMBERS),
        (GOOD.replace("people", "2 people"), -0.5, True, ADDED_NUMBERS),
        (GOOD.replace("budget", "budget™"), -0.5, True, CHANGED_SIGNS),
        (GOOD.replace("people", "People people"), -0.5, True, DOUBLED),
        (GOOD.replace("it.", "it?a."), -0.5, True, RUN_ON),
        (GOOD.replace("it.", "it??"), -0.5, True, RUN_ON),
        (GOOD, -9.0, True, SCORE),
    ],
)
def test_each_fault_is_found_alone(translation: str, score: float, finished: bool, fault: Fault) -> None:
    assert faults(SOURCE, translation, score, finished) == (fault,)


def test_a_slot_behind_the_last_full_stop_was_put_there_for_want_of_a_place() -> None:
    assert faults("شهر ⟦0⟧ بزرگ است.", "The city is big.⟦0⟧", -0.5, True) == (MISPLACED,)
    assert faults("شهر ⟦0⟧ بزرگ است.", "The city is big.⟦0⟧ is the city.", -0.5, True) == (MISPLACED,)
    assert not faults("شهر بزرگ است. ⟦0⟧ کوچک است.", "The city is big. ⟦0⟧ is small.", -0.5, True)
    assert faults("شهر ⟦0⟧ بزرگ است.", "The city of ⟦0⟧ is big.", -0.5, True) == ()
    assert faults("ما می‌رویم. ⟦0⟧", "We go. ⟦0⟧", -0.5, True) == ()


def test_a_text_that_repeats_itself_may_be_translated_so() -> None:
    source = "نه نه نه نه نه نه نه نه نه نه"
    assert faults(source, "no no no no no no no no no no", -0.5, True) == ()


def test_words_that_grammar_or_the_source_doubles_may_stand_twice() -> None:
    assert (
        faults("او گفته بود که آن خانه را دیده بود.", "He said that that house had had guests.", -0.5, True)
        == ()
    )
    assert faults("گروه دوران دوران دیروز آمد.", "The band Duran Duran came yesterday.", -0.5, True) == ()


def test_a_short_source_may_become_a_clause() -> None:
    assert faults("نمی‌خواستمشان", "I did not want them", -0.5, True) == ()


def test_signs_that_english_writes_for_words_are_no_fault() -> None:
    assert faults("دما 20 درجه است.", "It is 20°.", -0.5, True) == ()
    assert faults("بهای آن 20 یورو است.", "It costs €20.", -0.5, True) == ()


def test_a_number_lost_beside_slots_is_severe() -> None:
    found = faults("اعداد ⟦0⟧ و 12 را بنویس.", "Write the numbers ⟦0⟧.", -0.5, True, True)
    assert found == (NUMBERS_LEFT,)
    assert found[0].severe


def test_a_lost_number_weighs_more_than_what_is_untidy() -> None:
    lost, untidy = Candidate("", 0.0, (NUMBERS,)), Candidate("", 0.0, (MISPLACED, UNFINISHED))
    assert untidy.rank < lost.rank
