import pytest

from engine.reading.phonemes import phonemize, phonemize_many
from engine.reading.reader import Reader


def test_words_of_a_number_share_its_span(reader: Reader) -> None:
    text = "در سال ۱۳۹۹ بود"
    said = phonemize(reader, text)
    number = [word for word in said if (word.start, word.end) == (7, 11)]
    assert [word.phonemes for word in number] == ["hezAr", "va", "sisad", "va", "navad", "va", "noh"]
    assert [text[w.start : w.end] for w in said if w not in number] == ["در", "سال", "بود"]


@pytest.mark.parametrize("number", ["۹٫۸", "-۷۰", "۲۵۶", "۱۴۰۳", "۰۹۱۲۳۴۵۶۷۸۹"])
def test_nothing_binds_the_words_of_a_number(reader: Reader, number: str) -> None:
    said = phonemize(reader, f"{number} درجه")[:-1]
    assert len(said) > 1
    assert [word.ezafe for word in said[:-1]] == [""] * (len(said) - 1)


def test_groups_of_a_phone_number_are_parted(reader: Reader) -> None:
    said = phonemize(reader, "شماره‌ام ۰۹۱۲۳۴۵۶۷۸۹، است.")
    assert [(word.text, word.after) for word in said if word.after] == [
        ("دو", "،"),
        ("پنج", "،"),
        ("هفت", "،"),
    ]
    assert not any(word.after for word in phonemize(reader, "مردم، شهر ۲۵ نفر"))


def test_words_come_in_order_with_their_ezafe(reader: Reader) -> None:
    said = phonemize(reader, "هوای سرد")
    assert [word.notation for word in said] == ["havA-ye", "sard"]
    assert all(0 < word.confidence <= 1 for word in said)


def test_many_texts_read_like_one_by_one(reader: Reader) -> None:
    texts = ["۲۵٪ مردم", "", "سلام"]
    together = [[word.notation for word in said] for said in phonemize_many(reader, texts)]
    assert together == [[word.notation for word in phonemize(reader, text)] for text in texts]


@pytest.mark.parametrize(
    "text", ["info@example.com", "machine learning", "thank you", "fa.wikipedia.org/wiki/Iran"]
)
def test_no_ezafe_stands_inside_of_latin(reader: Reader, text: str) -> None:
    assert all(word.ezafe == "" for word in phonemize(reader, f"این {text} است."))


def test_a_latin_word_may_have_an_ezafe_before_a_persian_one(reader: Reader) -> None:
    words = phonemize(reader, "نسخهٔ software جدید را نصب کرد.")
    assert [word.ezafe for word in words][:2] == ["ye", "e"]
