"""Alignment and warnings, for any text."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.contract.names import PinglishStyle, VowelNotation
from engine.pinglish.recover import recover, recover_word
from engine.pinglish.romanize import romanize
from engine.pinglish.rules import SEPARATOR_TABLE
from engine.pinglish.spelling import spelling
from engine.reading.labels import ALLOWED, LABELS
from engine.reading.types import Reading
from engine.text.chars import DIGITS, LETTERS, MARKS, PERSIAN_LETTERS, is_letter
from engine.text.normalize import normalize
from engine.text.words import WordKind, words
from tests.pinglish.readings import reading
from tests.text.alphabets import LONG, texts


def some_reading(text: str, seed: int = 0) -> Reading:
    """A reading of any text at all: sounds that each letter can stand for."""
    said: list[str] = []
    for word in words(text):
        if word.kind is WordKind.PERSIAN:
            letters = [normalize(char).text[-1:] for char in word.text if is_letter(char)]
            options = [ALLOWED.get(letter, (0,)) for letter in letters]
            sounds = [
                LABELS[labels[(seed + at) % len(labels)]].sound or "_" for at, labels in enumerate(options)
            ]
            said.append(".".join(sounds) + ("", "+e", "+ye")[(seed + word.start) % 3])
    return reading(text, " ".join(said))


@given(
    texts,
    st.integers(0, 50),
    st.sampled_from(["readable", "systematic"]),
    st.sampled_from(["double_a", "macron"]),
)
def test_alignment(text: str, seed: int, style: PinglishStyle, notation: VowelNotation) -> None:
    romanised = romanize(some_reading(text, seed), style, notation)
    at = 0
    rebuilt = ""
    for item in romanised.alignment:
        assert at <= item.source_start < item.source_end <= len(text)
        assert item.source == text[item.source_start : item.source_end]
        rebuilt += text[at : item.source_start].translate(SEPARATOR_TABLE) + item.pinglish
        at = item.source_end
    assert rebuilt + text[at:].translate(SEPARATOR_TABLE) == romanised.pinglish
    assert [(item.source_start, item.source_end) for item in romanised.alignment] == [
        (word.start, word.end) for word in words(text)
    ]


@given(texts, st.integers(0, 50))
def test_systematic_words_read_back_in_any_text(text: str, seed: int) -> None:
    romanised = romanize(some_reading(text, seed), "systematic", "macron")
    kinds = [word.kind for word in words(text)]
    for item, kind in zip(romanised.alignment, kinds, strict=True):
        if kind is WordKind.PERSIAN and not any("\ufb50" <= char <= "\ufdff" for char in item.source):
            letters = [char for char in normalize(item.source.replace("ة", "ه")).text if char not in MARKS]
            assert recover_word(item.pinglish).replace("ة", "ه") == "".join(letters)


@given(texts, st.integers(0, 50))
def test_no_sound_is_lost_on_the_way_to_the_letters(text: str, seed: int) -> None:
    for word in some_reading(text, seed).words:
        assert "".join(part.sound for part in spelling(word)) == word.phonemes


@given(texts, st.integers(0, 50))
def test_a_whole_text_reads_back_by_its_alignment(text: str, seed: int) -> None:
    romanised = romanize(some_reading(text, seed), "systematic", "double_a")
    expected = ""
    at = 0
    for item in romanised.alignment:
        persian = is_letter(item.source[0])
        expected += text[at : item.source_start].translate(SEPARATOR_TABLE)
        expected += recover_word(item.pinglish) if persian else item.pinglish
        at = item.source_end
    expected += text[at:].translate(SEPARATOR_TABLE)
    assert recover(romanised.pinglish, romanised.alignment) == expected


@given(texts)
def test_persian_digits_become_latin_and_islands_pass_whole(text: str) -> None:
    for item, word in zip(
        romanize(some_reading(text), "readable", "macron").alignment, words(text), strict=True
    ):
        if word.kind in (WordKind.LATIN, WordKind.ADDRESS):
            assert item.pinglish == word.text
        if word.kind is WordKind.NUMBER:
            assert item.pinglish.isascii()
            assert sum(char in DIGITS for char in word.text) == sum(char.isdigit() for char in item.pinglish)


@given(st.text(PERSIAN_LETTERS + "\u200c", min_size=1, max_size=12), st.integers(0, 50))
def test_readable_words_are_plain_latin_whatever_they_are_read_as(word: str, seed: int) -> None:
    word = word.strip("\u200c")
    if word:
        written = romanize(some_reading(word, seed), "readable", "double_a").pinglish
        assert re.fullmatch(r"[a-z']+(-[a-z']+)*", written), written


def test_emoji_and_flags_stay_whole() -> None:
    text = "سلام👨‍👩‍👧‍👦🇮🇷👍🏽"
    items = romanize(reading(text, "sa.l.A.m"), "readable", "macron").alignment
    assert [item.pinglish for item in items] == ["salām", "👨‍👩‍👧‍👦", "🇮🇷", "👍🏽"]


def test_marks_and_kashida_leave_no_trace() -> None:
    text = "مُحَمَّـد"
    assert romanize(reading(text, "mo.ha.mma.d"), "readable", "macron").pinglish == "mohammad"
    assert romanize(reading(text, "mo.ha.mma.d"), "systematic", "macron").pinglish == "moḥammad"


def test_warnings_name_the_word_and_its_place() -> None:
    text = "مرد شیر Google 🙂 ۱۲ a@b.ir ٪ ❤"
    doubts = {"مرد": {"mord": 0.4, "morad": 0.01}}
    assert romanize(reading(text, "ma.r.d S.i.r", 0.3, doubts), "readable", "macron").warnings == (
        "ambiguous word at 0-3: مرد (read mard, also mord)",
        "uncertain word at 4-7: شیر (read shir)",
        "passed through at 8-14: Google",
        "passed through at 15-16: 🙂",
        "passed through at 20-26: a@b.ir",
        "passed through at 29-30: ❤",
    )
    assert romanize(reading("مرد", "ma.r.d"), "readable", "macron").warnings == ()


def test_an_unknown_word_is_told_with_its_likely_readings() -> None:
    doubts = {"گلار": {"gelAr": 0.4}}
    read = reading("گلار و سنبار", "go.l.A.r va sa.n.b.A.r", 0.3, doubts, unknown=("گلار", "سنبار"))
    assert romanize(read, "systematic", "double_a").warnings == (
        "unknown word at 0-4: گلار (read golaar, also gelaar)",
        "uncertain word at 5-6: و (read va)",
        "unknown word at 7-12: سنبار (read sanbaar)",
    )


def test_an_alternative_that_looks_the_same_is_no_doubt() -> None:
    read = reading("حق", "ha.qq", alternatives={"حق": {"haq": 0.4}})
    assert romanize(read, "readable", "macron").warnings == ()


def test_a_silent_alternative_is_no_doubt() -> None:
    read = reading("ه", "he", alternatives={"ه": {"": 0.4}})
    assert romanize(read, "readable", "macron").warnings == ()


@pytest.mark.parametrize(("letter", "sound", "written"), [("ع", "?", "a"), ("ه", "_", "h"), ("ا", "_", "a")])
def test_a_lone_letter_that_says_nothing_is_latin_all_the_same(letter: str, sound: str, written: str) -> None:
    romanised = romanize(reading(f"{letter})", sound), "readable", "double_a")
    assert romanised.pinglish == f"{written})"
    assert [item.pinglish for item in romanised.alignment] == [written]


@pytest.mark.parametrize("text", ["", " \n", "\u064e\u0651", "\u200c", "...", "\u064eب\u064e", "ـ"])
def test_texts_of_almost_nothing(text: str) -> None:
    romanised = romanize(some_reading(text), "readable", "macron")
    assert len(romanised.alignment) == text.count("ب")
    assert not any(char in LETTERS or char in MARKS for char in romanised.pinglish)


@pytest.mark.parametrize("style", ["readable", "systematic"])
@pytest.mark.parametrize("name", LONG)
def test_long_input_is_quick(name: str, style: PinglishStyle) -> None:
    read = some_reading(LONG[name])
    started = time.process_time()
    romanize(read, style, "double_a")
    assert time.process_time() - started < 2
