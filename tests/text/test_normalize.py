"""One spelling for what is written in many ways."""

import time

import pytest
from hypothesis import given

from engine.text.chars import MARKS, TATWEEL, ZWNJ
from engine.text.normalize import normalize
from engine.text.words import WordKind, words
from tests.text.alphabets import LONG, texts

SPELLINGS = [
    ("Arabic keyboard", "كتابي", "کتابی"),
    ("alef maksura", "مصطفى", "مصطفی"),
    ("te marbuta", "مراقبة", "مراقبه"),
    ("kashida", "ســـلام", "سلام"),
    ("direction marks", "\u202bسلام\u202c\u200f", "سلام"),
    ("shape joiner", "ه\u200d.ش", "ه.ش"),
    ("decomposed madda", "ا\u0653ب", "آب"),
    ("decomposed hamza on waw", "مو\u0654من", "مؤمن"),
    ("decomposed hamza on ye", "مسی\u0654ول", "مسئول"),
    ("Arabic ye with hamza", "مسي\u0654ول", "مسئول"),
    ("vowel sign before the hamza", "ا\u064e\u0654ب", "أ\u064eب"),
    ("kashida before the hamza", "ی\u0640\u0654", "ئ"),
    ("composed he with hamza", "خانۀ ما", "خانه\u0654 ما"),
    ("presentation forms", "ﺳﻼﻡ", "سلام"),
    ("ligature", "ﷲ", "الله"),
    ("ligature of words", "ﷻ", "جل جلاله"),
    ("ligature of words after a word", "خداﷻ را", "خدا جل جلاله را"),
    ("ligature of words before a word", "ﷻ\u200cرا", "جل جلاله را"),
    ("ligature of words after a joiner", "خدا\u200cﷻ", "خدا جل جلاله"),
    ("ligatures of words in a row", "ﷻﷻ", "جل جلاله جل جلاله"),
    ("shaped mark", "بﹷ", "ب\u064e"),
    ("Arabic digits", "٢٠٢٤", "۲۰۲۴"),
    ("Latin digits", "2024", "۲۰۲۴"),
    ("digits of Latin words", "MP3 در a1.com/9", "MP3 در a1.com/9"),
    ("joiners of emoji", "ب\u200d👩\u200d👧", "ب\u200d👩\u200d👧"),
    ("Urdu", "ہے", "هی"),
    ("Kurdish", "کوردستانێ", "کوردستانی"),
    ("Sindhi and Torwali", "ڍڎۿݐݜ", "ددهبس"),
    ("zero width space for ZWNJ", "می\u200bروم", "می\u200cروم"),
    ("several ZWNJ", "می\u200c\u200f\u200cروم", "می\u200cروم"),
    ("ZWNJ at an edge", "می\u200c روم\u200c", "می روم"),
    ("marks stay", "مُحَمَّد", "مُحَمَّد"),
    ("newlines and spaces stay", "الف\n\n ب\t", "الف\n\n ب\t"),
    ("other scripts stay", "héllo Привет 🙂", "héllo Привет 🙂"),
]


@pytest.mark.parametrize(("name", "typed", "plain"), SPELLINGS, ids=[case[0] for case in SPELLINGS])
def test_spelling(name: str, typed: str, plain: str) -> None:
    assert normalize(typed).text == plain


def test_every_letter_knows_where_it_stood() -> None:
    typed = "ســلام خانۀ مسی\u0654ول"
    mapped = normalize(typed)
    for plain, stood in [("لام", "لام"), ("مسئول", "مسی\u0654ول"), ("\u0654", "ۀ")]:
        at = mapped.text.index(plain)
        assert typed[slice(*mapped.span(at, at + len(plain)))] == stood


@given(texts)
def test_spans_are_ordered_and_in_range(text: str) -> None:
    mapped = normalize(text)
    assert len(mapped.text) == len(mapped.starts) == len(mapped.ends)
    assert list(mapped.starts) == sorted(mapped.starts)
    assert list(mapped.ends) == sorted(mapped.ends)
    assert all(0 <= start < end <= len(text) for start, end in zip(mapped.starts, mapped.ends, strict=True))


@given(texts)
def test_normalising_twice_is_normalising_once(text: str) -> None:
    once = normalize(text).text
    twice = normalize(once).text
    assert twice == once


@given(texts)
def test_marks_spaces_and_latin_are_never_lost(text: str) -> None:
    plain = normalize(text).text
    kept = [char for char in text if char.isspace() or ("A" <= char <= "z")]
    assert [char for char in plain if char.isspace() or ("A" <= char <= "z")] == kept or "ﷺ" in text
    if not any(word.kind in (WordKind.LATIN, WordKind.ADDRESS, WordKind.SYMBOL) for word in words(text)):
        assert TATWEEL not in plain
    assert f"{ZWNJ}{ZWNJ}" not in plain
    if not any(char in "ﱞ\u0653\u0654\u0655ۀۂ" or "\ufb50" <= char <= "\ufeff" for char in text):
        assert [char for char in plain if char in MARKS] == [char for char in text if char in MARKS]


@pytest.mark.parametrize("name", LONG)
def test_long_input_is_quick(name: str) -> None:
    started = time.process_time()
    normalize(LONG[name])
    assert time.process_time() - started < 1
