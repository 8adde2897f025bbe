"""The «و» of numbers and set pairs, as people say it."""

from collections.abc import Iterable

import pytest

from engine.reading.phonemes import phonemize
from engine.reading.reader import Reader
from engine.speech.conjunction import Spoken, with_joined_pairs
from engine.speech.sections import sections_of
from tests.speech.by_hand import Word


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(device="cpu")


def spoken(text: str, words: Iterable[Spoken]) -> str:
    return " ".join(word.phonemes + word.ezafe for word in with_joined_pairs(text, words))


def in_row(*words: tuple[str, str], gap: str = " ") -> tuple[str, list[Word]]:
    """A text of (word, phonemes), and its words."""
    text = gap.join(word for word, _ in words)
    found: list[Word] = []
    for word, phonemes in words:
        start = text.index(word, found[-1].end if found else 0)
        found.append(Word(word, start, start + len(word), phonemes))
    return text, found


AND = ("و", "va")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ((("بیست", "bist"), AND, ("پنج", "panj")), "bisto panj"),
        ((("سی", "si"), AND, ("سه", "se"), ("پل", "pol")), "siyo se pol"),
        ((("سه", "se"), AND, ("نیم", "nim")), "seyo nim"),
        ((("دو", "do"), AND, ("نیم", "nim")), "dovo nim"),
        ((("یک", "yek"), AND, ("ربع", "rob?")), "yeko rob?"),
        ((("نه", "noh"), AND, ("نیم", "nim")), "noho nim"),
        ((("بیست", "bist"), AND, ("پنجم", "panjom")), "bisto panjom"),
        ((("سی", "si"), AND, ("سومین", "sevvomin")), "siyo sevvomin"),
        ((("هزار", "hezAr"), AND, ("سيصد", "sisad"), AND, ("سی", "si")), "hezAro sisado si"),
        ((("بیست", "bist"), AND, ("پنج‌ساله", "panjsAle")), "bisto panjsAle"),
        ((("نه", "na"), AND, ("یک", "yek")), "na va yek"),  # no number but a refusal
        ((("مرد", "mard"), AND, ("دو", "do")), "mard va do"),
        ((("دو", "do"), AND, ("مرد", "mard")), "do va mard"),
        ((("دو", "do"), AND), "do va"),
        ((AND, ("دو", "do")), "va do"),
    ],
)
def test_between_two_numbers_it_is_o(words: tuple[tuple[str, str], ...], expected: str) -> None:
    assert spoken(*in_row(*words)) == expected


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("آب و هوای شهر", "Abo havAye Sahr"),
        ("جست و جو کرد", "josto ju kard"),
        ("کسب‌ و کارها", "kasbo kArhA"),
        ("زن و شوهر رفتند", "zano Sowhar raftand"),
        ("زیر و رو شد", "ziro ru Sod"),
        ("آب و خاک", "Ab va xAk"),
        ("آب، و هوا", "Ab va havA"),
        ("آب و هواپیما", "Ab va havApeymA"),
        ("مراکز خرید و فروشگاه‌ها", "marAkeze xarid va foruSgAhhA"),
    ],
)
def test_in_a_set_pair_it_is_o(reader: Reader, text: str, said: str) -> None:
    assert spoken(text, phonemize(reader, text)) == said


@pytest.mark.parametrize("gap", ["، ", "\n", " - "])
def test_a_pause_parts_two_numbers(gap: str) -> None:
    assert spoken(*in_row(("بیست", "bist"), AND, ("پنج", "panj"), gap=gap)) == "bist va panj"


def test_numbers_in_digits_are_said_so_too(reader: Reader) -> None:
    text = "سال ۱۴۰۳ و ۲٫۵ متر"
    said = list(with_joined_pairs(text, phonemize(reader, text)))
    assert [word.phonemes + word.ezafe for word in said[1:4]] == ["hezAro", "CahArsado", "seyo"]
    assert {(word.start, word.end) for word in said[1:3]} == {(4, 8)}


def test_it_is_one_word_with_the_number_and_bears_no_stress(reader: Reader) -> None:
    text = "بیست و پنج"
    (section,) = sections_of(text, phonemize(reader, text))
    (phrase,) = section.phrases
    assert [s.ipa for s in phrase.segments] == ["b", "i", "s", "t", "o", "p", "æ", "n", "dʒ"]
    assert [n for n, s in enumerate(phrase.segments) if s.initial] == [0, 5]
    assert [n for n, s in enumerate(phrase.segments) if s.stress] == [1, 6]


def test_the_reading_keeps_the_va_of_references(reader: Reader) -> None:
    assert [word.phonemes for word in phonemize(reader, "۲۵ نفر")] == ["bist", "va", "panj", "nafar"]
