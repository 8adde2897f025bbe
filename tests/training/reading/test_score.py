import pytest

from training.reading.score import diacritic_errors, ezafe_score, holds_reading, phoneme_error_rate, tokens


def test_glottal_stops_are_dropped_and_ezafe_is_its_own_token() -> None:
    assert tokens("?omid-e havA-ye dowrAn") == list("omidEhavAyEdorAn")


def test_error_rate_counts_each_token_once() -> None:
    assert phoneme_error_rate(["mardom-e Sahr"], ["mardom-e Sahr"]) == 0
    assert phoneme_error_rate(["mardom Sahr"], ["mardom-e Sahr"]) == pytest.approx(1 / 11)
    assert phoneme_error_rate(["mordom-e Sahr"], ["mardom-e Sahr"]) == pytest.approx(1 / 11)


def test_a_vowel_e_where_ezafe_stands_is_no_phoneme_error_but_no_ezafe_either() -> None:
    assert phoneme_error_rate(["rAhe hal"], ["rAh-e hal"]) == 0
    score = ezafe_score(["rAhe hal", "ketAb-e man"], ["rAh-e hal", "ketAb-e man"])
    assert (score.precision, score.recall) == (1.0, 0.5)


def test_a_reading_is_looked_for_across_words() -> None:
    assert holds_reading("An mard-e xub", "mard")
    assert holds_reading("?omid-e man", "omid-e")
    assert not holds_reading("An mord", "mard")


def test_marks_compare_without_order_and_sukun() -> None:
    assert diacritic_errors(["\u0651\u064e", "", "\u064e"], ["\u064e\u0651", "\u0652", "\u0650"]) == (1, 3)
