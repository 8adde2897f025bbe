"""Where sentences begin and end."""

import time

import pytest
from hypothesis import given

from engine.text.chars import INNER_JOINERS
from engine.text.sentences import sentences
from tests.text.alphabets import LONG, texts

CASES = [
    ["باران می‌بارید.", "رفتیم!", "کجا؟", "خانه…", "تمام"],
    ["الف. سیب.", "ب. موز."],
    ["د. احمدی و ج. ک. رولینگ آمدند.", "خوش آمدند."],
    ["سال ۱۳۵۷ ه.ش. انقلاب شد.", "پایان."],
    ["قرن سوم ق.م. در ایران بود."],
    ["۳.۵ کیلو سیب و ۱.۲۵۰ تومان.", "همین."],
    ["به www.example.com/a.b بروید.", "ممنون."],
    ["او گفت: «سلام.", "خوبی؟» و رفت."],
    ["«کجا می‌روی؟» پرسید.", "«خانه.»", "همین."],
    ["او رفت.", "بعد آمد!!!", "چی؟!"],
    ["(این هم بود.)", "آن نبود."],
    ["سلام!", "خوبی؟ 🙂"],
    ["Dr. Smith آمد.", "He left."],
    ["ساعت ۵ آمد.", "سال ۱۴۰۲.", "بعد رفت."],
    ["فعل؛ فاعل: مفعول، قید"],
]


@pytest.mark.parametrize("expected", CASES, ids=[case[0] for case in CASES])
def test_sentences_in_a_line(expected: list[str]) -> None:
    for text in (" ".join(expected), "\n\n" + "  ".join(expected) + " \n"):
        assert [text[span.start : span.end] for span in sentences(text)] == expected


def test_a_line_break_ends_a_sentence() -> None:
    items = ["۱. نان", "۲. پنیر", "الف. سیب", "ب) موز"]
    assert ["\n".join(items)[span.start : span.end] for span in sentences("\n".join(items))] == items
    text = "عنوان\nمتن اول. دوم\r\n\r\nسوم"
    assert [text[span.start : span.end] for span in sentences(text)] == ["عنوان", "متن اول.", "دوم", "سوم"]


def test_a_missing_space_does_not_join_sentences() -> None:
    text = "علی رفت.مریم آمد؟بله ه.ش"
    assert [text[span.start : span.end] for span in sentences(text)] == ["علی رفت.", "مریم آمد؟", "بله ه.ش"]


@given(texts)
def test_sentences_cover_all_but_space(text: str) -> None:
    at = 0
    for span in (*sentences(text), None):
        start = span.start if span else len(text)
        assert all(char.isspace() or char in INNER_JOINERS for char in text[at:start])
        if span:
            assert at <= span.start < span.end <= len(text)
            assert text[span.start : span.end].strip() == text[span.start : span.end]
            at = span.end


@pytest.mark.parametrize("name", LONG)
def test_long_input_is_quick(name: str) -> None:
    started = time.process_time()
    sentences(LONG[name])
    assert time.process_time() - started < 1
