"""The tables of the reading benchmark, from a few measured strings."""

import pytest

from benchmarks.reading.diacritics import letters
from benchmarks.reading.peers import Answer
from benchmarks.reading.phonemes import Sentence, score
from benchmarks.reading.speed import latency
from benchmarks.reading.systems import Speed
from benchmarks.reading.tables import (
    diacritic_table,
    error_table,
    peer_table,
    phoneme_table,
    speed_table,
    word_table,
)

DEV = [
    Sentence("خانه دوست من شبح دارد", "xAne-ye dust-e man Sabah dArad", "homograph", ("Sabah",)),
    Sentence("این در راه است.", "in dar rAh ast.", "real", ()),
]
SCORES = {"ours": score([s.phonemes for s in DEV], DEV), "peer": score(["", "in dar rAh ast"], DEV)}


def test_systems_stand_beside_the_goal() -> None:
    ours, peer, goal = phoneme_table(SCORES).rows
    assert ours == ("ours", 0.0, None, 0.0, 0.0, 0.0)
    assert peer[2:5] == (None, 0.0, 100.0)
    assert goal[:2] == ("goal", "under 3.2")


def test_ezafe_is_given_for_systems_that_say_it() -> None:
    ours, peer, _ = word_table(SCORES, {"ours"}, 1).rows
    assert ours == ("ours", 100.0, 100.0, 100.0, 100.0)
    assert peer == ("peer", 0.0, None, None, None)


def test_diacritic_tables_add_up() -> None:
    found = list(letters("مَردُمِ شَهر", "مَردُم شَهَر"))
    rates = diacritic_table({"ours": found}).rows
    assert rates[0][1:] == (pytest.approx(200 / 7), "under 3", 7)
    *places, total = error_table(found).rows
    assert total[1:] == pytest.approx((100 / 7, 100 / 7, 0, 200 / 7))
    assert {row[0] for row in places if row[-1]} == {"ezafe: kasra or hamza on the last letter", "elsewhere"}


def test_latency_is_a_median_and_a_95th_percentile() -> None:
    found = latency([n / 1000 for n in range(1, 102)])
    assert (round(found.median, 6), round(found.p95, 6), found.sentences) == (51, 96, 101)
    row, *_ = speed_table([Speed("Reader.read", found, None)], {}).rows
    assert row[:2] == ("ours", "Reader.read")
    assert row[4] is None


def test_an_absent_peer_is_named_with_its_reason() -> None:
    answers = {"gruut": "No module named 'gruut'", "epitran": Answer("1.35.3", ["a"], [0.1], 2)}
    assert peer_table(answers).rows[:2] == [
        ("gruut", "absent", "No module named 'gruut'"),
        ("epitran", "1.35.3", "raised an exception at 2 sentences"),
    ]
