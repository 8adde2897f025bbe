import pytest

from training.translation.measure import omissions

PAIR = ("در سال ۱۴۰۲ دو نفر آمدند و رفتند.", "In 1402 two people came and went away.")


@pytest.mark.parametrize(
    ("translation", "lost"),
    [
        ("Two persons came in 1402 and left again.", 0),
        ("In 1402 two.", 1),
        ("In the year two people came and went away.", 1),
        ("In 1042 two people came and went away.", 1),
    ],
)
def test_short_results_and_lost_numbers_are_omissions(translation: str, lost: int) -> None:
    assert omissions([PAIR], [translation]) == lost


def test_a_number_that_the_reference_converts_is_not_asked_for() -> None:
    assert omissions([("سال ۱۴۰۲ بود.", "It was 2023.")], ["It was then."]) == 0
