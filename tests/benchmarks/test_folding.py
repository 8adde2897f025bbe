"""What the comparison with people forgives, and what it counts."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.pinglish.folding import FOLDS, edit_distance, error_rate, fold

SAME = [
    ("khaane-ye maa", "khoone ye ma", False),
    ("khaane-ye maa", "Khaneye ma.", True),
    ("mardom-e shahr", "mardome shahr", True),
    ("miravam", "mi-ravam", True),
    ("shirin", "shireen", True),
    ("nowruz", "norooz", True),
    ("aghaa", "aqa", True),
    ("khodaa", "xoda", True),
    ("avval", "aval", True),
    ("jaame'e", "jamee", True),
    ("ba'd", "bad", True),
    ("va", "wa", True),
    ("kaafe", "cafe", True),
    ("heyvaan", "heivan", True),
    ("siyaasi", "siasi", True),
    ("bachche", "bacheh", False),
    ("۱۲", "12", True),
    ("nik havaa", "nixava", False),
    ("ketāb", "ketaab", True),
    ("gol", "gel", False),
    ("shir", "sir", False),
]


@pytest.mark.parametrize(("one", "other", "same"), SAME)
def test_what_is_a_matter_of_taste(one: str, other: str, same: bool) -> None:
    assert (fold(one) == fold(other)) is same


@given(st.text("aehkgcowuy' -T"))
def test_folding_leaves_no_capital_space_or_double(text: str) -> None:
    folded = fold(text)
    assert folded.islower() or folded == ""
    assert " " not in folded
    assert all(a != b for a, b in pairwise(folded))


def test_every_fold_says_why() -> None:
    assert all(pattern and why for pattern, _, why in FOLDS)


def plain_distance(a: str, b: str) -> int:
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        above, row = row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(above[j] + 1, row[-1] + 1, above[j - 1] + (x != y)))
    return row[-1]


@given(st.text("abc", max_size=80), st.text("abc", max_size=12))
def test_edit_distance(a: str, b: str) -> None:
    assert edit_distance(a, b) == edit_distance(b, a) == plain_distance(a, b)


def test_error_rates() -> None:
    rate = error_rate(["abcd", "ab", "x"], ["abce", "ab", ""])
    assert (rate.total, rate.mean, rate.median) == (1 / 6, 1 / 8, 1 / 8)
