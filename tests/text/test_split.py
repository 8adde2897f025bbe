"""Cutting a long text into pieces of a request's size."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.text.chars import MARKS
from engine.text.split import split_text
from tests.text.alphabets import LONG, texts


def test_a_short_text_is_one_piece_and_an_empty_text_none() -> None:
    assert split_text("سلام") == ("سلام",)
    assert split_text("") == ()


def test_the_best_cut_is_after_a_paragraph_then_a_sentence_then_a_space() -> None:
    assert split_text("یک دو. سه\n\nچهار. پنج", limit=15) == ("یک دو. سه\n\n", "چهار. پنج")
    assert split_text("یک دو. سه چهار", limit=12) == ("یک دو. ", "سه چهار")
    assert split_text("یک دو سه چهار", limit=8) == ("یک دو ", "سه چهار")
    assert split_text("یکدوسه", limit=4) == ("یکدو", "سه")


@pytest.mark.parametrize("cluster", ["بَّ", "👨‍👩‍👧‍👦", "🇮🇷", "👍🏽", "1️⃣", "\r\n"])
def test_a_combining_sequence_stays_whole(cluster: str) -> None:
    for before in range(12):
        pieces = split_text("آ" * before + cluster + "آ" * 12, limit=10)
        assert any(cluster in piece for piece in pieces)


def test_a_sequence_longer_than_the_limit_is_cut_all_the_same() -> None:
    assert "".join(split_text("ب" + "\u064e" * 50, limit=10)) == "ب" + "\u064e" * 50


def test_a_limit_below_one_is_refused() -> None:
    with pytest.raises(ValueError, match="0"):
        split_text("سلام", limit=0)


@given(texts, st.integers(1, 30))
def test_the_pieces_are_the_text_and_fit(text: str, limit: int) -> None:
    pieces = split_text(text, limit)
    assert "".join(pieces) == text
    assert all(0 < len(piece) <= limit for piece in pieces)


@given(texts)
def test_no_piece_begins_with_a_mark(text: str) -> None:
    pieces = split_text(text, 60)
    runs = "".join("m" if char in MARKS else " " for char in text).split()
    if max(map(len, runs), default=0) < 10:
        assert not any(piece[0] in MARKS for piece in pieces[1:])


@pytest.mark.parametrize("name", LONG)
def test_long_input_is_quick(name: str) -> None:
    started = time.process_time()
    split_text(LONG[name] * 4, 6000)
    assert time.process_time() - started < 2
