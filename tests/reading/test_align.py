import pytest

from engine.reading.align import align
from engine.reading.labels import LABELS


def split(letters: str, phonemes: str) -> str | None:
    labels = align(letters, phonemes)
    return None if labels is None else "|".join(LABELS[i].sound for i in labels)


@pytest.mark.parametrize(
    ("letters", "phonemes", "expected"),
    [
        ("مردم", "mardom", "ma|r|do|m"),
        ("خواهر", "xAhar", "x||A|ha|r"),
        ("خود", "xod", "xo||d"),
        ("خانه", "xAne", "x|A|ne|"),
        ("دوران", "dowrAn", "do|w|r|A|n"),
        ("پیمان", "peymAn", "pe|y|m|A|n"),
        ("ایران", "irAn", "|i|r|A|n"),
        ("ایوان", "eyvAn", "e|y|v|A|n"),
        ("محبت", "mohabbat", "mo|ha|bba|t"),
        ("سیاسی", "siyAsi", "s|iy|A|s|i"),
        ("دریایی", "daryAyi", "da|r|y|A|y|i"),
        ("حتی", "hattA", "ha|tt|A"),
        ("مثلا", "masalan", "ma|sa|l|an"),
        ("مسئول", "mas?ul", "ma|s|?|u|l"),
        ("الشمس", "aSSams", "a||SSa|m|s"),
        ("شنبه", "Sambe", "Sa|m|be|"),
        ("دایرهالمعارف", "dAyeratolma?Aref", "d|A|ye|ra|to||l|ma|?|A|re|f"),
        ("جلالالدین", "jalAloddin", "ja|l|A|lo|||dd|i|n"),
        ("خالدان", "xAledAn", "x|A|le|d|A|n"),
        ("خانهای", "xAne?i", "x|A|ne|||i"),
    ],
)
def test_phonemes_are_split_as_the_spelling_suggests(letters: str, phonemes: str, expected: str) -> None:
    assert split(letters, phonemes) == expected


@pytest.mark.parametrize(
    ("letters", "phonemes"), [("مردم", "ketAb"), ("آب", "Abb?x"), ("کتاب", ""), ("abc", "abc")]
)
def test_what_does_not_fit_is_rejected(letters: str, phonemes: str) -> None:
    assert align(letters, phonemes) is None


def test_a_long_word_takes_bounded_time() -> None:
    assert align("با" * 250, "bA" * 250) is not None
