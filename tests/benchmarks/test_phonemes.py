"""Error rates without ezafe, on sentences as eSpeak NG, gruut and we read them."""

import pytest

from benchmarks.reading.phonemes import Sentence, error_rate_without_ezafe, score

WANTED = "benA-ye tArixi-ye har Sahr maxsus-e hamAn Sahr ast"
PHONEMES = 35  # without the three ezafes and their glides


@pytest.mark.parametrize(
    "said",
    [
        WANTED,
        "banAye tArixiye har Sahr maxsuse hamAn Sahr ast".replace(
            "banA", "benA"
        ),  # read, not said to be ezafe
        "benA tArixi har Sahr maxsus hamAn Sahr ast",  # none
        "benA-ye tArixi-ye har-e Sahr-e maxsus-e hamAn Sahr ast",  # too many
    ],
)
def test_ezafe_costs_nothing_when_it_is_left_out(said: str) -> None:
    assert error_rate_without_ezafe([(said, WANTED)]) == 0


def test_other_phonemes_cost_what_they_cost() -> None:
    assert error_rate_without_ezafe([("banA tArix har Sahr maxsus hamAn ast", WANTED)]) == pytest.approx(
        6 / PHONEMES
    )


def test_a_final_y_of_the_word_itself_is_counted() -> None:
    assert error_rate_without_ezafe([("ne xod", "ney-e xod")]) == pytest.approx(1 / 6)


def test_scores_by_kind() -> None:
    dev = [
        Sentence("خانه دوست من شبح دارد", "xAne-ye dust-e man Sabah dArad", "homograph", ("Sabah",)),
        Sentence("این در راه است.", "in dar rAh ast.", "real", ()),
    ]
    found = score(["xAne dust man Sabh dArad", "in dar rAh ast"], dev)
    assert found.with_ezafe == pytest.approx({"all": 4 / 35, "homograph": 4 / 24, "real": 0})
    assert found.without_ezafe == pytest.approx(1 / 32)
    assert found.homographs == 0
    assert found.ezafe.recall == 0
