"""What spelling settles about ezafe: a ی written apart, and the ends of sentences."""

import pytest

from engine.diacritics import diacritize
from engine.reading.lexicon import Lexicon
from engine.reading.phonemes import phonemize
from engine.reading.reader import Reader
from engine.reading.scheme import with_ezafe
from engine.text.chars import KASRA


def notation(reader: Reader, text: str) -> str:
    return " ".join(with_ezafe(word.phonemes, word.ezafe) for word in reader.read(text).words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("خانه ی ما", "xAne ye mA"),
        ("خانه‌ی ما", "xAne-ye mA"),
        ("همه ی ما", "hame ye mA"),
        ("صدا ی بلند", "sedA ye boland"),
        ("موها ی سیاه", "muhA ye siyAh"),
        ("کتاب ها ی قدیمی", "ketAb hA ye qadimi"),
        ("پتو ی گرم", "patu ye garm"),
        ("ماهی ی بزرگ", "mAhi ye bozorg"),
        ("به خانه ي پدری رفتیم", "be xAne ye pedari raftim"),
        ("لباس دخترانه ی نزدیک خانه ی ما", "lebAs-e doxtarAne ye nazdik-e xAne ye mA"),
        ("خانه ی «دوست» کجاست؟", "xAne ye dust kojAst"),
        ("خانه یِ ما", "xAne ye mA"),  # as they write who mark their ezafes
        ('کلمه ی " فراز"', "kaleme ye farAz"),
        ("آیه ی ۲۵ سوره", "Aye ye sure"),
    ],
)
def test_a_ye_of_its_own_is_the_ezafe_of_the_word_before(reader: Reader, text: str, expected: str) -> None:
    assert notation(reader, text) == expected


@pytest.mark.parametrize(
    "text",
    [
        "با ی شروع می‌شود",  # the letter's name
        "الف و ی را نوشت",
        "حرف ی را بنویس",
        "کوچه ی که در آن بود",  # an indefinite ی: no ezafe stands before که
        "ی",
        "او به خانه ی.",
        "خانه\nی ما",
    ],
)
def test_another_ye_is_none(reader: Reader, text: str) -> None:
    assert [word.ezafe for word in reader.read(text).words if word.text == "ی"] == [""]


@pytest.mark.parametrize(
    ("text", "index"), [("خانه ی ما", 5), ("صدا ي بلند", 4), ("کتاب ها ی قدیمی", 8), ("نامه ی علی را", 5)]
)
def test_its_mark_is_a_kasra_on_the_ye_and_an_ezafe(reader: Reader, text: str, index: int) -> None:
    ezafes = [(o.source_index, o.mark) for o in diacritize(reader.read(text)).operations if o.type == "ezafe"]
    assert ezafes == [(index, KASRA)]
    without = diacritize(reader.read(text), include_ezafe=False).operations
    assert index not in [operation.source_index for operation in without]


def test_a_typed_kasra_is_not_written_again(reader: Reader) -> None:
    reading = reader.read("خانه یِ ما")
    assert diacritize(reading).marked == "خانِه یِ ما"
    assert [(word.ezafe, word.ezafe_mark) for word in reading.words] == [("", ""), ("ye", ""), ("", "")]


def test_it_is_spoken(reader: Reader) -> None:
    said = phonemize(reader, "خانه ی ۵ نفره")
    assert [(word.text, word.notation) for word in said[:3]] == [
        ("خانه", "xAne"),
        ("ی", "ye"),
        ("پنج", "panj"),
    ]


def test_the_word_before_keeps_what_the_lexicon_says() -> None:
    reader = Reader(device="cpu", lexicon=Lexicon([("مهسا", "mohesA", [])]))
    assert notation(reader, "مهسا ی ما") == "mohesA ye mA"


@pytest.mark.parametrize(
    ("text", "last"),
    [
        ("این نامه برای علیه.", ""),
        ("این نامه برای «علیه»!", ""),
        ("این کتاب برای", "ye"),
        ("خبری درباره", "ye"),  # a text may be cut short anywhere
        ("کتاب" + KASRA, "e"),
    ],
)
def test_a_word_that_ends_a_sentence_has_no_ezafe_unless_it_is_written(
    reader: Reader, text: str, last: str
) -> None:
    assert reader.read(text).words[-1].ezafe == last


def test_a_piece_of_a_text_read_along_ends_no_sentence(reader: Reader) -> None:
    text = "هوای سرد زمستان " * 60
    along = [word for reading in reader.read_along(text) for word in reading.words]
    assert [word.ezafe for word in along] == [word.ezafe for word in reader.read(text).words]


@pytest.mark.parametrize("text", ["{نام} عزیز"])
def test_nothing_that_could_bear_it_follows(reader: Reader, text: str) -> None:
    assert {word.ezafe for word in reader.read(text).words} == {""}
