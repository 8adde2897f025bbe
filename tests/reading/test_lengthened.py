"""Words that were drawn out sound as they do without."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.diacritics import diacritize
from engine.diacritics.diacritize import inserted
from engine.pinglish.recover import recover
from engine.pinglish.romanize import romanize
from engine.reading.forms import FormVocabulary
from engine.reading.lengthened import shortened
from engine.reading.phonemes import phonemize
from engine.reading.reader import Reader
from engine.reading.scheme import with_ezafe
from engine.text.chars import FATHA, HAMZA_ABOVE, SHADDA, is_letter
from engine.text.normalize import normalize

FORMS = FormVocabulary(("سلام", "الله", "اله", "ممنون", "تنهای", "تنهایی", "دهه", "کتابها"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("سلاااام", "سلام"),
        ("سسسلاااامممم", "سلام"),
        ("سلاام", "سلاام"),  # two letters may be meant
        ("الللله", "الله"),  # two where that is more frequent
        ("ممممنون", "ممنون"),
        ("تنهایییی", "تنهایی"),
        ("ببببب", "ببببب"),
        ("ههههه", "ههههه"),
        ("دههها", "دههها"),
        ("خووووووش", "خوش"),
        ("کتاااب‌هااا", "کتاب‌ها"),
        ("سلااا\u064eم", "سلا\u064eم"),
        ("\u0631\u0640\u0640سلااا\u0640ام", "رسلام"),
        ("aaaa ۱۱۱۱ ....", "aaaa ۱۱۱۱ ...."),
        ("", ""),
    ],
)
def test_a_run_of_letters_is_one_or_two(text: str, expected: str) -> None:
    assert shortened(normalize(text), FORMS).text == expected


def test_what_is_left_stands_for_all_of_the_run() -> None:
    short = shortened(normalize("ممممنووون"), FORMS)
    spans = [short.span(i, i + 1) for i in range(len(short.text))]
    assert (short.text, spans) == ("ممنون", [(0, 1), (1, 4), (4, 5), (5, 8), (8, 9)])


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("سلاااام", "salAm"),
        ("خیلیییی خوبههههه", "xeyli xube"),
        ("ممنوووونم از شما", "mamnunam az SomA"),
        ("عااالی بود", "?Ali bud"),
        ("عالییییی", "?Ali"),
        ("نهههه نمیام", "na nemiyAm"),
        ("بلههههه", "bale"),
        ("چرااااا", "CerA"),
        ("تو رو خداااااا", "to ro xodA"),
        ("واااای محمممممد", "vAy mohammad"),
        ("دهههای هشتاد", "dahehA-ye haStAd"),
        ("بچهههههِ من", "baCCe-ye man"),
    ],
)
def test_it_is_read_as_the_word_it_draws_out(reader: Reader, text: str, expected: str) -> None:
    assert " ".join(with_ezafe(word.phonemes, word.ezafe) for word in reader.read(text).words) == expected
    assert [text[word.start : word.end] for word in reader.read(text).words] == text.split()


@pytest.mark.parametrize(
    ("text", "marked"),
    [
        ("سلاااام", "سَلاااام"),
        ("محمممد", "مُحَممم" + SHADDA + FATHA + "د"),
        ("دوستتتت من", "دوستتتتِ مَن"),
        ("دوستتتتِ من", "دوستتتتِ مَن"),
        ("خانهههه من", "خانِهههه" + HAMZA_ABOVE + " مَن"),
        ("خانههه" + HAMZA_ABOVE + " من", "خانِههه" + HAMZA_ABOVE + " مَن"),
    ],
)
def test_marks_stand_on_the_last_letter_of_the_run(reader: Reader, text: str, marked: str) -> None:
    assert diacritize(reader.read(text)).marked == marked


def test_the_spoken_word_and_its_alignment_cover_the_run(reader: Reader) -> None:
    text = "ممممنون، سلاااام"
    assert [(word.start, word.end) for word in phonemize(reader, text)] == [(0, 7), (9, 16)]
    latin = romanize(reader.read(text), "readable", "double_a")
    assert latin.pinglish == "mamnun, salaam"
    assert [item.source for item in latin.alignment] == ["ممممنون", "سلاااام"]


def test_the_systematic_style_keeps_every_letter(reader: Reader) -> None:
    text = "سلاااام محمممد خوبههههه"
    latin = romanize(reader.read(text), "systematic", "macron")
    assert recover(latin.pinglish, latin.alignment) == text


@given(
    st.lists(st.tuples(st.sampled_from("سلامونهی \u064e\u0651\u200c\u0640"), st.integers(1, 5)), max_size=14)
)
@settings(max_examples=80, deadline=None)
def test_operations_refer_to_the_text_as_typed(reader: Reader, runs: list[tuple[str, int]]) -> None:
    text = "".join(char * times for char, times in runs)
    reading = reader.read(text)
    result = diacritize(reading)
    assert inserted(text, result.operations) == result.marked
    indices = [operation.source_index for operation in result.operations]
    assert indices == sorted(indices)
    assert all(is_letter(text[index]) for index in indices)
    for word in reading.words:
        assert word.text == text[word.start : word.end]
        assert all(word.start <= letter.index < word.end for letter in word.letters)
