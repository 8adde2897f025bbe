"""The words of a text, and what each of them is."""

import time

import pytest
from hypothesis import given

from engine.contract.persian import is_persian_letter
from engine.text.chars import LETTERS, MARKS, is_letter, is_mark
from engine.text.normalize import normalize
from engine.text.words import WordKind, words
from tests.text.alphabets import LONG, texts

PERSIAN, LATIN, NUMBER, ADDRESS, SYMBOL = WordKind

CASES: list[tuple[str, list[tuple[str, WordKind]]]] = [
    ("سلام، دنیا!", [("سلام", PERSIAN), ("دنیا", PERSIAN)]),
    ("کتاب\u200cهای من", [("کتاب\u200cهای", PERSIAN), ("من", PERSIAN)]),
    ("مُحَمَّد آمد", [("مُحَمَّد", PERSIAN), ("آمد", PERSIAN)]),
    ("ســلام", [("ســلام", PERSIAN)]),
    ("می\u200c رود", [("می", PERSIAN), ("رود", PERSIAN)]),
    ("می\u200fرود", [("می\u200fرود", PERSIAN)]),
    ("ـ - \u064e", []),
    ("PDFها", [("PDF", LATIN), ("ها", PERSIAN)]),
    ("سال۱۴۰۰", [("سال", PERSIAN), ("۱۴۰۰", NUMBER)]),
    ("۱۴۰۳/۰۵/۱۲ ۱۴:۳۰ ۱٬۲۰۰٫۵", [("۱۴۰۳/۰۵/۱۲", NUMBER), ("۱۴:۳۰", NUMBER), ("۱٬۲۰۰٫۵", NUMBER)]),
    ("COVID-19 5G don't", [("COVID-19", LATIN), ("5G", LATIN), ("don't", LATIN)]),
    ("٪ ۵٪ $5", [("٪", SYMBOL), ("۵", NUMBER), ("٪", SYMBOL), ("$", SYMBOL), ("5", NUMBER)]),
    ("به www.example.com/a?b=1.", [("به", PERSIAN), ("www.example.com/a?b=1", ADDRESS)]),
    ("(https://fa.wikipedia.org/wiki/تهران)،", [("https://fa.wikipedia.org/wiki/تهران", ADDRESS)]),
    ("google.com، node.js", [("google.com", ADDRESS), ("node.js", LATIN)]),
    ("ali.reza@gmail.com.", [("ali.reza@gmail.com", ADDRESS)]),
    ("#Tehran @user_1", [("#Tehran", ADDRESS), ("@user_1", ADDRESS)]),
    ("#تهران_من", [("#", SYMBOL), ("تهران", PERSIAN), ("من", PERSIAN)]),
    ("👨‍👩‍👧‍👦🇮🇷1️⃣👍🏽", [("👨‍👩‍👧‍👦", SYMBOL), ("🇮🇷", SYMBOL), ("1️⃣", SYMBOL), ("👍🏽", SYMBOL)]),
    ("سلام❤️جان", [("سلام", PERSIAN), ("❤️", SYMBOL), ("جان", PERSIAN)]),
    ("ٹھیک ہے ڕۆژ", [("ٹھیک", PERSIAN), ("ہے", PERSIAN), ("ڕۆژ", PERSIAN)]),
    ("ﺳﻼﻡ", [("ﺳﻼﻡ", PERSIAN)]),
]


@pytest.mark.parametrize(("text", "expected"), CASES, ids=[case[0] for case in CASES])
def test_words(text: str, expected: list[tuple[str, WordKind]]) -> None:
    assert [(word.text, word.kind) for word in words(text)] == expected


@given(texts)
def test_words_are_ordered_slices_that_do_not_overlap(text: str) -> None:
    at = 0
    for word in words(text):
        assert at <= word.start < word.end <= len(text)
        assert word.text == text[word.start : word.end]
        at = word.end


@given(texts)
def test_no_letter_is_left_out_and_persian_words_are_maximal(text: str) -> None:
    found = words(text)
    covered = {at for word in found for at in range(word.start, word.end)}
    assert all(at in covered for at, char in enumerate(text) if char in LETTERS or ("a" <= char <= "z"))
    for word in found:
        if word.kind is PERSIAN:
            assert is_letter(word.text[0])
            assert not any(map(is_letter, text[word.end : word.end + 1]))
            assert not any(map(is_mark, text[word.end : word.end + 1]))


@given(texts)
def test_the_words_of_a_normalised_text_are_those_of_the_text(text: str) -> None:
    mapped = normalize(text)
    found = [word for word in words(mapped.text) if word.kind is PERSIAN]
    origins = [mapped.span(word.start, word.end) for word in found]
    for word in words(text):
        inside = [span for span in origins if word.start <= span[0] < word.end]
        if word.kind is PERSIAN:
            assert inside
            assert all(span[1] <= word.end for span in inside)
        elif word.kind is not SYMBOL:
            assert not inside


def test_letters_and_marks_are_disjoint() -> None:
    assert not LETTERS & MARKS


def test_what_the_contract_takes_for_a_persian_letter_is_a_letter() -> None:
    letters = [char for char in map(chr, range(0x10000)) if is_persian_letter(char)]
    assert [char for char in letters if not is_letter(char)] == ["﷼"]
    assert words("﷼")[0].kind is SYMBOL


@pytest.mark.parametrize("name", LONG)
def test_long_input_is_quick(name: str) -> None:
    started = time.process_time()
    words(LONG[name])
    assert time.process_time() - started < 1
