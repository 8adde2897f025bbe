import pytest

from engine.reading.labels import ALLOWED, LABEL_IDS, LABELS, Label, marks_of, permitted
from engine.reading.scheme import PHONEMES
from engine.text.chars import (
    DAMMA,
    FATHA,
    FATHATAN,
    HAMZA_BELOW,
    KASRA,
    PERSIAN_LETTERS,
    SHADDA,
    SUKUN,
    SUPERSCRIPT_ALEF,
)


def sounds(labels: tuple[int, ...]) -> set[str]:
    return {LABELS[i].sound for i in labels}


def test_every_persian_letter_has_labels_and_every_label_is_phonemic() -> None:
    assert set(ALLOWED) == set(PERSIAN_LETTERS)
    assert all(c in PHONEMES for label in LABELS for c in label.sound)
    assert len(LABEL_IDS) == len(LABELS)


@pytest.mark.parametrize(
    ("letter", "onset", "nucleus", "marks"),
    [
        ("م", "m", "o", DAMMA),
        ("ر", "r", "", ""),
        ("ل", "ll", "a", SHADDA + FATHA),
        ("ا", "", "A", ""),
        ("ا", "", "a", FATHA),
        ("ا", "", "an", FATHATAN),
        ("ی", "", "i", ""),
        ("ی", "", "A", SUPERSCRIPT_ALEF),
        ("ی", "iyy", "a", SHADDA + FATHA),
        ("و", "", "u", ""),
        ("و", "v", "a", FATHA),
        ("ه", "", "", ""),
        ("ل", "ll", "A", SHADDA + SUPERSCRIPT_ALEF),
    ],
)
def test_marks_follow_from_the_label(letter: str, onset: str, nucleus: str, marks: str) -> None:
    assert marks_of(letter, Label(onset, nucleus)) == marks


def test_a_typed_vowel_leaves_only_labels_that_say_it() -> None:
    assert sounds(permitted("م", FATHA, "ر")) == {"ma", "mma"}
    assert sounds(permitted("م", SHADDA + KASRA, "ر")) == {"mme", "mmi"}
    assert sounds(permitted("م", SUKUN, "ر")) == {"m", "mm"}


def test_a_mark_before_its_mater_may_name_the_long_vowel() -> None:
    assert "b" in sounds(permitted("ب", FATHA, "ا"))
    assert "d" in sounds(permitted("د", DAMMA, "و"))
    assert {"da", "do"} <= sounds(permitted("د", FATHA, "و"))


def test_a_vowel_typed_on_an_alef_is_short_unless_its_long_letter_follows() -> None:
    assert sounds(permitted("ا", DAMMA, "")) == sounds(permitted("ا", DAMMA, "ر")) == {"o"}
    assert sounds(permitted("ا", KASRA, "م")) == {"e"}
    assert "" in sounds(permitted("ا", DAMMA, "و"))
    assert "" in sounds(permitted("ا", KASRA, "ی"))


def test_fatha_and_the_alef_above_it_are_the_long_vowel() -> None:
    assert sounds(permitted("م", FATHA + SUPERSCRIPT_ALEF, "ن")) == {"mA", "mmA"}
    assert sounds(permitted("ل", SHADDA + FATHA + SUPERSCRIPT_ALEF, "ه")) == {"llA"}


def test_hamza_below_an_alef_is_e_or_i() -> None:
    assert sounds(permitted("ا", HAMZA_BELOW, "م")) == {"e", "i"}
    assert sounds(permitted("ا", HAMZA_BELOW, "ی")) == {"e", "i", ""}


def test_marks_that_no_label_honours_are_passed_over() -> None:
    assert permitted("آ", SHADDA, "") == ALLOWED["آ"]
    assert permitted("ب", "\u0653", "") == ALLOWED["ب"]
    assert sounds(permitted("ۋ", FATHA, "")) == {""}
