"""Words written without their hamza are read as with it."""

import pytest

from engine.diacritics import diacritize
from engine.reading.encoding import encode
from engine.reading.hamza import READINGS, STEMS, WORDS, respelled
from engine.reading.lexicon import Lexicon
from engine.reading.reader import Reader
from engine.text.chars import FATHA, KASRA, SHADDA, ZWNJ

ROWS = (*STEMS, *WORDS)
BARE = str.maketrans({"أ": "ا", "ؤ": "و"})


def said(reader: Reader, text: str) -> str:
    return " ".join(word.phonemes for word in reader.read(text).words)


def test_there_are_enough_of_them() -> None:
    assert len(set(ROWS)) == len(ROWS) > 100
    assert all(row.translate(BARE) != row for row in ROWS)
    assert all(any(word.startswith(stem) for stem in ROWS) for word in READINGS)


@pytest.mark.parametrize("row", ROWS)
def test_every_row_is_read_alike_with_and_without_its_hamza(reader: Reader, row: str) -> None:
    text = f"این {row} را دیدم"
    assert said(reader, text.translate(BARE)) == said(reader, text)
    assert "?" in said(reader, row.translate(BARE))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("تاثیر تاثیرات تاثیرگذار", "ta?sir ta?sirAt ta?sirgozAr"),
        ("مامور و ماموریت", "ma?mur va ma?muriyyat"),
        ("متاسفانه موسسه", "mote?assefAne mo?assese"),
        ("مسوولان هیات", "mas?ulAn hey?at"),
        ("سوال‌ها", "so?AlhA"),
        ("بی‌تاثیر", "bita?sir"),
        ("در راس هرم", "dar ra?s heram"),
        ("حق رای مردم", "haqq ra?y mardom"),
        ("مومن و مومنان", "mo?men va mo?menAn"),
    ],
)
def test_words_in_their_forms(reader: Reader, text: str, expected: str) -> None:
    assert said(reader, text) == expected


@pytest.mark.parametrize(
    "text", ["تاریخ مومیایی", "یاسمن و راسو", "دیوید راس", "رویا رویت را دید", "مومنتوم"]
)
def test_other_words_stay(text: str) -> None:
    encoded = encode(text)
    assert respelled(encoded) is encoded


def test_letters_are_changed_one_for_one() -> None:
    text = f"بی{ZWNJ}تاثیر و مو{FATHA}سسه، راس ساعت"
    plain, changed = encode(text), respelled(encode(text))
    assert changed.text == f"بی{ZWNJ}تأثیر و مؤسسه، رأس ساعت"
    assert [s.word for s in changed.segments if s.word] == [f"بی{ZWNJ}تأثیر", "و", "مؤسسه", "رأس", "ساعت"]
    assert (changed.origin, changed.marks) == (plain.origin, plain.marks)
    assert respelled(changed) is changed


def test_the_text_stays_as_it_was_typed(reader: Reader) -> None:
    result = diacritize(reader.read("تاثیر موسسه"))
    assert result.marked == "تَاثیرِ مُوَس" + SHADDA + "ِسِه"


def test_typed_marks_and_the_lexicon_go_before() -> None:
    reader = Reader(device="cpu", lexicon=Lexicon([("تاثیر", "tesir", []), ("مؤثر", "muser", [])]))
    assert said(reader, "تاثیر تأثیر موثر") == "tesir tesir muser"
    assert said(reader, "ت" + KASRA + "املی").startswith("te")
