"""What no writer means and every service gets, through the real reader: every invariant holds, quickly."""

import time

import pytest

from engine.contract.names import PinglishStyle
from engine.pinglish import recover
from engine.pinglish.romanize import STYLES, Romanization, romanize
from engine.pinglish.rules import SEPARATOR_TABLE
from engine.reading.reader import Reader
from engine.text.chars import LETTERS, MARKS
from engine.text.words import words

SECONDS = 20  # for 6,000 code points on a busy machine; an hour if anything is quadratic

ODD = {
    "only marks": "\u064e\u0651 \u0650\u064b",
    "only non-joiners": "\u200c\u200c \u200c",
    "marks before the first letter": "\u064eب\u064e",
    "punctuation around one letter": "«(؟!و!؟)»",
    "one silent letter": "(ع)",
    "marks on signs": "،\u0651\u064e 12\u0651\u0650 a\u064e\u0651 🙂\u0654 ـ\u064b",
    "stacked marks": "ک\u064e\u0650\u064f\u0651\u0651\u0652\u0670\u0654تاب",
    "non-joiners everywhere": "\u200cکتاب\u200c\u200cها\u200c \u200cو\u200c",
    "Urdu": "ٹھیک ہے، ڈاکٹر صاحب بڑے اچھے ہیں۔",
    "Arabic": "اللّٰهُمَّ صَلِّ عَلَىٰ مُحَمَّدٍ وَآلِ مُحَمَّدٍ",
    "Kurdish": "زمانی کوردی بە ئەلفوبێی عەرەبی دەنووسرێت، ڕۆژ و ڵ",
    "Tajik in Arabic letters": "زبان تاجیکی با حروف عربی نوشته می‌شد: دوشنبهٔ زیبا",
    "Pashto and Sindhi": "ښځه څنګه ډېره ږيره ټول؛ ڄڃڇڍڌڦڳڱ",
    "Arabic keyboard": "كتابي على مكتبي",
    "presentation forms": "ﻛﺘﺎﺏ ﷺ ﷲ ﻻ ﷽",
    "islands in a row": "a@b.irwww.x.ir👍🇮🇷۱۲۳abcکتابabc۱۲",
    "mixed directions": "\u202bسلام\u202c \u2067Hello\u2069",
}
LONG = {
    "a word of 500 letters": "".join("کتابخانهنوشتهروزگار"[at % 19] for at in range(500)),
    "6,000 letters without a space": "بسیاری" * 1000,
    "6,000 alefs": "ا" * 6000,
    "a mark on every letter": "ب\u0651\u064e" * 2000,
    "a non-joiner behind every letter": "م\u200c" * 3000,
    "ones": "و " * 3000,
}


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(device="cpu")


def check(text: str, romanised: Romanization) -> None:
    """What holds for every text."""
    assert [(item.source_start, item.source_end) for item in romanised.alignment] == [
        (word.start, word.end) for word in words(text)
    ]
    at = 0
    rebuilt = ""
    for item in romanised.alignment:
        assert item.source == text[item.source_start : item.source_end]
        assert item.pinglish
        rebuilt += text[at : item.source_start].translate(SEPARATOR_TABLE) + item.pinglish
        at = item.source_end
    assert rebuilt + text[at:].translate(SEPARATOR_TABLE) == romanised.pinglish


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("name", ODD | LONG)
def test_every_invariant_holds_in_bounded_time(reader: Reader, name: str, style: PinglishStyle) -> None:
    text = (ODD | LONG)[name]
    started = time.process_time()
    romanised = romanize(reader.read(text), style, "macron")
    assert time.process_time() - started < SECONDS
    check(text, romanised)


@pytest.mark.parametrize("name", ["Urdu", "Arabic", "Kurdish", "Pashto and Sindhi", "Arabic keyboard"])
def test_no_letter_of_the_script_is_left(reader: Reader, name: str) -> None:
    for style in STYLES:
        romanised = romanize(reader.read(ODD[name]), style, "double_a").pinglish
        assert not any(char in LETTERS or char in MARKS - {"\u0331"} for char in romanised), romanised


@pytest.mark.parametrize("text", ["محمد ﷺ", "محمدﷺ"])
def test_ligatures_of_words_read_back(reader: Reader, text: str) -> None:
    romanised = romanize(reader.read(text), "systematic", "macron")
    assert recover(romanised.pinglish, romanised.alignment) == "محمد صلی الله علیه وسلم"
