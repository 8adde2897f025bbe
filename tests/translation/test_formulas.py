"""Formulas and labels are translated by table."""

from pathlib import Path

import pytest

import engine.translation.formulas as module
from engine.translation.form import source_form
from engine.translation.formulas import Framed, formula, framed, label
from engine.translation.translator import Translator


@pytest.mark.parametrize(
    ("persian", "english"),
    [
        ("خسته نباشید!", "Well done!"),
        ("خسته‌نباشید", "Well done"),
        ("چشم، به روی چشم.", "Certainly, with pleasure."),
        ("حالت چطوره؟", "How are you?"),
        ("سلام، خوشوقتم", "Hello, nice to meet you"),
        ("ممنون، خدا را شکر", "Thank you, thank God"),
        ("حالت چطوره", "How are you?"),
        ("سلام، چه خبر.", "Hello, what's new?"),
        ("نه، ممنون.", "No, thank you."),
    ],
)
def test_formulas(persian: str, english: str) -> None:
    assert formula(persian) == english


@pytest.mark.parametrize(
    "persian", ["سلام بر کوه", "سلام، علی", "چشم او", "", "؟", "سلام،", "نه", "چشم", "چرا، می‌دونم."]
)
def test_other_sentences_are_none(persian: str) -> None:
    assert formula(persian) is None


@pytest.mark.parametrize(
    ("persian", "opening", "sentence", "closing"),
    [
        ("خسته نباشید، این لباس چنده؟", "Well done. ", "این لباس چنده؟", ""),
        ("اگه وقت داری بیا پیشم، دلم برات تنگ شده.", "", "اگه وقت داری بیا پیشم.", " I miss you."),
        ("ممنون، بعداً زنگ می‌زنم، مراقب خودت باش!", "Thank you. ", "بعداً زنگ می‌زنم.", " Take care."),
        ("سلام، حالت چطوره، فردا می‌آیی؟", "Hello. How are you? ", "فردا می‌آیی؟", ""),
    ],
)
def test_formulas_frame_a_sentence(persian: str, opening: str, sentence: str, closing: str) -> None:
    assert framed(persian) == Framed(opening, sentence, closing)


@pytest.mark.parametrize(
    "persian",
    [
        "سلام، علی!",
        "عالی، این خوب است.",  # the word alone may be another
        "دولت اعلام کرد، اما مردم نپذیرفتند.",
        "آیا می‌دانی چرا، دلم برات تنگ شده؟",  # a question is more than its last clause
        "سلام، خوشوقتم",
        "",
        "،",
        "سلام، ",
    ],
)
def test_other_sentences_have_no_frame(persian: str) -> None:
    assert framed(persian) == Framed("", persian, "")


def test_a_frame_stands_round_the_translation(translator: Translator) -> None:
    found = translator.translate("خسته نباشید، این لباس چنده؟")
    assert found.startswith("Well done. ")
    assert found.removeprefix("Well done. ") == translator.translate("این لباس چنده؟")


def test_each_formula_and_label_stands_once_and_is_english() -> None:
    for name in ("formulas", "labels"):
        lines = Path(module.__file__).with_name(f"{name}.tsv").read_text(encoding="utf-8").splitlines()
        keys = [source_form(line.split("\t")[0]).replace(" ", "") for line in lines]
        assert len(set(keys)) == len(keys)
        assert all(line.split("\t")[1].isascii() for line in lines)


def test_labels() -> None:
    assert label("تاریخ تولد") == "Date of birth"
    assert label("تاریخ ایران") is None


def test_a_form_is_translated_by_its_labels(translator: Translator) -> None:
    form = "نام: علی\nتاریخ: ۱۵ خرداد ۱۴۰۱\n**قیمت:** ۱۲/۵۰۰ تومان\nعنوان:"
    lines = translator.translate(form).splitlines()
    assert lines[:2] == ["Name: Ali", "Date: 15 Khordad 1401"]
    assert lines[2].startswith("**Price:** 12,500 toman")
    assert lines[3] == "Title:"
