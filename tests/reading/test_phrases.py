"""Arabic phrases and pairs of words are read as Iranians say them, however they are joined or parted."""

import pytest

from engine.diacritics import diacritize
from engine.reading.arabic import ARABIC_PHRASES, FORMULAS
from engine.reading.colloquial import COLLOQUIAL
from engine.reading.encoding import encode
from engine.reading.hamza import READINGS
from engine.reading.labels import LABELS
from engine.reading.lexicon import Lexicon
from engine.reading.pairs import PAIRS
from engine.reading.phrases import Phrases, set_phrases
from engine.reading.reader import Reader
from engine.reading.scheme import with_ezafe
from engine.text.chars import FATHA, KASRA, ZWNJ

PHRASES = Phrases({"بسم الله الرحمن": "besm ellAh-e rahmAn", "بسم الله": "besm ellAh", "من‌جمله": "menjomle"})


def found(phrases: Phrases, text: str) -> list[str]:
    """What is settled, word by word, with a hyphen for an ezafe and a full stop for none."""
    ends = {True: "-", False: ".", None: ""}
    return [
        "".join(LABELS[label].sound for label in fixed.labels) + ends[fixed.ezafe]
        for _, fixed in sorted(phrases.fixed(encode(text).segments).items())
    ]


def notation(reader: Reader, text: str) -> str:
    return " ".join(with_ezafe(word.phonemes, word.ezafe) for word in reader.read(text).words)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("بسم الله گفت", ["besm.", "ellAh"]),
        ("بسم الله الرحمن", ["besm.", "ellAh-", "rahmAn"]),
        ("بسم‌الله الرحمن", ["besmellAh-", "rahmAn"]),
        ("بسمالله‌الرحمن", ["besmellAherahmAn"]),
        ("بسم، الله", []),
        ("بسم\nالله", []),
        ("بسم اللهی", []),
        ("از من‌جمله", ["menjomle"]),
        ("این منجمله", ["menjomle"]),
        ("این من جمله", []),
        ("بسم بسم الله بسم الله", ["besm.", "ellAh", "besm.", "ellAh"]),
        ("", []),
    ],
)
def test_phrases_are_found_over_whole_words(text: str, expected: list[str]) -> None:
    assert found(PHRASES, text) == expected


@pytest.mark.parametrize("text", ["نیکی به پدر و مادر", "تاب و توان", "هر دم و بازدم", "پژ و", "فک ت"])
def test_a_phrase_of_one_word_is_not_found_in_two(text: str) -> None:
    assert found(set_phrases(), text) == []


def test_a_reading_that_does_not_fit_is_refused() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        Phrases({"بسم الله": "besm ketAb"})


@pytest.mark.parametrize(("phrase", "reading"), (ARABIC_PHRASES | PAIRS | READINGS | COLLOQUIAL).items())
def test_every_phrase_is_read_as_the_table_says(phrase: str, reading: str) -> None:
    (*words, last) = reading.split()
    ends = [word.replace("-e", "-") if "-e" in word else f"{word}." for word in words]
    ends.append(f"{last}." if phrase in FORMULAS else last)
    plain = [word.replace("?", "") for word in ends]
    assert [word.replace("?", "") for word in found(set_phrases(), phrase)] == plain


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("ان شاء الله فردا می‌رسیم", "en SA? allAh fardA miresim"),
        ("ان‌شاءالله فردا می‌رویم", "enSA?allAh fardA miravim"),
        ("ان شاء اللّه", "en SA? allAh"),
        ("بسم الله الرحمن الرحیم", "besm ellAh-e rahmAn-e rahim"),
        ("علی‌رغم مشکلات", "?alAraqm-e moSkelAt"),
        ("بِسْمِ ٱللَّهِ ٱلرَّحْمَٰنِ ٱلرَّحِيمِ", "besm ellAh-e rahmAn-e rahim"),
        ("فی سَبیلِ اللهِ", "fi sabil ellAh-e"),
        ("عَلی‌رَغمِ مُشکِلات", "?alAraqm-e moSkelAt"),
        ("الحمد للّه", "alhamdo lellAh"),
        ("ﷻ", "jalla jalAlah"),
        ("اللهم صلّ علی محمد و آل محمد", "allAhomma salle ?alA mohammad va Al-e mohammad"),
        ("خداوند عز و جل", "xodAvand-e ?azza va jall"),
        ("خداوند عزوجل", "xodAvand-e ?azzavajall"),
        ("السلام علیکم و رحمة الله و برکاته", "assalAmo ?aleykom va rahmat ollAhe va barakAtoh"),
        ("اعوذ بالله من الشیطان الرجیم", "a?uzo bellAhe men aSSeytAn errajim"),
        ("مالک یوم الدین. ایاک نعبد و ایاک نستعین", "mAleke yowm eddin iyyAka na?bodo va iyyAka nasta?in"),
        ("لم یلد و لم یولد", "lam yaled va lam yulad"),
        ("نصر من الله و فتح قریب", "nasron men allAhe va fathon qarib"),
        ("الا یا ایها الساقی ادر کاسا و ناولها", "alA yA ayyoh assAqi ader ka?san va nAvelhA"),
        ("ید طولایی در شعر", "yad-e tulAyi dar Se?r"),
        ("سیر و پیاز", "sir va piyAz"),
        ("سیر و سلوک", "seyr va soluk"),
        ("پای در گل ماند", "pAy dar gel mAnd"),
        ("گل و لای رودخانه", "gel va lA-ye rudxAne"),
        ("ترک شیرازی", "tork-e SirAzi"),
        ("هزار و سیصد و نود و نه", "hezAr va sisad va navad va noh"),
    ],
)
def test_the_reader_knows_them(reader: Reader, text: str, expected: str) -> None:
    assert notation(reader, text) == expected


def test_marks_follow_the_reading(reader: Reader) -> None:
    marked = diacritize(reader.read("بسم الله الرحمن الرحیم"))
    assert marked.marked == "بِسم اِللّٰهِ الرَحمٰنِ الرَحیم"
    assert [o.source_index for o in marked.operations if o.type == "ezafe"] == [7, 14]


def test_typed_marks_go_before_a_phrase(reader: Reader) -> None:
    assert notation(reader, "الحمد" + FATHA + " لله").startswith("alhamda ")
    assert notation(reader, "ب" + FATHA + "سم الله").startswith("basm ")
    assert notation(reader, "بسم الله" + KASRA).endswith("ellAh-e")
    assert "?aleyhe va" in notation(reader, "صلی الله علیه" + KASRA + " و آله")


def test_the_lexicon_goes_before_a_phrase() -> None:
    reader = Reader(device="cpu", lexicon=Lexicon([("الله", "ollAh", [])]))
    assert notation(reader, "بسم الله") == "besm ollAh"
    assert notation(reader, f"بسم{ZWNJ}الله") == "besmellAh"


@pytest.mark.parametrize("formula", FORMULAS)
def test_no_ezafe_stands_before_or_after_a_formula_of_respect(formula: str, reader: Reader) -> None:
    words = reader.read(f"سخن پیامبر {formula} را شنید").words
    assert [word.ezafe for word in words[:2]] == ["e", ""]
    assert reader.read(f"سخن پیامبر {formula}").words[-1].ezafe == ""


def test_a_typed_ezafe_before_a_formula_stays(reader: Reader) -> None:
    assert reader.read("پیامبرِ صلی الله علیه و سلم").words[0].ezafe == "e"
