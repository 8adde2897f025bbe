import pytest

from engine.translation.checks import (
    BROKEN,
    COPIED,
    EMPTY,
    LENGTH,
    MISPLACED,
    NUMBERS,
    REPEATS,
    SCORE,
    SLOTS,
    UNFINISHED,
    Fault,
    faults,
)

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
        (GOOD.replace("1402", "1420"), -0.5, True, NUMBERS),
        (GOOD, -9.0, True, SCORE),
    ],
)
def test_each_fault_is_found_alone(translation: str, score: float, finished: bool, fault: Fault) -> None:
    assert faults(SOURCE, translation, score, finished) == (fault,)


def test_a_slot_behind_the_last_full_stop_was_put_there_for_want_of_a_place() -> None:
    assert faults("شهر ⟦0⟧ بزرگ است.", "The city is big.⟦0⟧", -0.5, True) == (MISPLACED,)
    assert faults("شهر ⟦0⟧ بزرگ است.", "The city of ⟦0⟧ is big.", -0.5, True) == ()
    assert faults("ما می‌رویم. ⟦0⟧", "We go. ⟦0⟧", -0.5, True) == ()


def test_a_text_that_repeats_itself_may_be_translated_so() -> None:
    source = "نه نه نه نه نه نه نه نه نه نه"
    assert faults(source, "no no no no no no no no no no", -0.5, True) == ()


def test_a_short_source_may_become_a_clause() -> None:
    assert faults("نمی‌خواستمشان", "I did not want them", -0.5, True) == ()
