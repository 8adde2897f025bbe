import unicodedata

import pytest
from hypothesis import given, settings

from engine.contract import Operation
from engine.diacritics import diacritize
from engine.diacritics.diacritize import inserted
from engine.reading.reader import Reader
from engine.text.chars import DAMMA, FATHA, HAMZA_ABOVE, KASRA, SHADDA, SUKUN, is_mark
from tests.reading.texts import marked, unicode


def without(text: str, operations: tuple[Operation, ...]) -> str:
    """Takes out of a marked text what its operations put in, from the last to the first."""
    out = list(text)
    for number, operation in reversed(list(enumerate(operations))):
        at = operation.source_index + number + 1  # marks put in before it have moved its letter
        later = [o for o in operations[:number] if o.source_index == operation.source_index]
        at -= len(later)
        while at + 1 < len(out) and is_mark(out[at + 1]):
            at += 1
        assert out.pop(at) == operation.mark
    return "".join(out)


def test_marks_of_a_sentence(reader: Reader) -> None:
    text = "مردم شهر از هوای سرد زمستان می‌گویند"
    assert diacritize(reader.read(text)).marked == "مَردُمِ شَهر اَز هَوایِ سَردِ زِمِستان می‌گویَند"


def test_operations_say_which_marks_are_ezafe(reader: Reader) -> None:
    result = diacritize(reader.read("خانه ما و هوای سرد و کتاب من"))
    ezafe = [(o.source_index, o.mark) for o in result.operations if o.type == "ezafe"]
    assert (3, HAMZA_ABOVE) in ezafe
    assert (13, KASRA) in ezafe
    assert (24, KASRA) in ezafe


def test_tashdid_precedes_its_vowel(reader: Reader) -> None:
    result = diacritize(reader.read("محبت مادر"))
    marks = [o.mark for o in result.operations if o.source_index == 2]
    assert marks == [SHADDA, FATHA]


def test_typed_marks_stay_and_get_no_company(reader: Reader) -> None:
    typed = "م" + DAMMA + "رد"
    result = diacritize(reader.read(typed))
    assert result.marked.startswith(typed[:2] + "ر")
    assert all(o.source_index != 0 for o in result.operations)


def test_sukun_only_when_asked_for(reader: Reader) -> None:
    reading = reader.read("مردم شهر درس خواندند")
    assert SUKUN not in diacritize(reading).marked
    assert "مَرْدُم" in diacritize(reading, sukun=True).marked
    assert "خوانْدَنْد" in diacritize(reading, sukun=True).marked  # a silent و parts no consonants


def test_every_operation_has_a_confidence(reader: Reader) -> None:
    reading = reader.read("پای در گل ماند و هوای سرد")
    for result in (diacritize(reading), diacritize(reading, include_ezafe=False, sukun=True)):
        assert len(result.confidences) == len(result.operations)
        assert all(0 < confidence <= 1 + 1e-6 for confidence in result.confidences)


def test_a_doubtful_mark_is_seen(reader: Reader) -> None:
    text = "گل را برد"
    result = diacritize(reader.read(text))
    sure = {o.source_index: c for o, c in zip(result.operations, result.confidences, strict=True)}
    assert sure[text.index("گ")] < 0.95 < sure[text.index("ب")]


def test_a_text_without_words_stays_itself(reader: Reader) -> None:
    for text in ("", "!", FATHA * 3, "123 abc"):
        result = diacritize(reader.read(text))
        assert (result.marked, result.operations, result.confidences) == (text, (), ())


@given(unicode)
@settings(max_examples=50, deadline=None)
def test_taking_the_marks_out_gives_the_original(reader: Reader, text: str) -> None:
    reading = reader.read(text)
    for result in (
        diacritize(reading),
        diacritize(reading, sukun=True),
        diacritize(reading, include_ezafe=False),
    ):
        assert inserted(text, result.operations) == result.marked
        assert len(result.marked) == len(text) + len(result.operations)
        indices = [o.source_index for o in result.operations]
        assert indices == sorted(indices)
        assert all(0 <= i < len(text) for i in indices)
        assert all(len(o.mark) == 1 and unicodedata.combining(o.mark) for o in result.operations)
        assert without(result.marked, result.operations) == text


@given(marked)
@settings(max_examples=40, deadline=None)
def test_leaving_the_ezafe_out_changes_nothing_else(reader: Reader, text: str) -> None:
    reading = reader.read(text)
    with_ezafe = diacritize(reading).operations
    assert diacritize(reading, include_ezafe=False).operations == tuple(
        o for o in with_ezafe if o.type != "ezafe"
    )


@pytest.mark.parametrize("text", ["ب" + SHADDA + "ر", "بّ" * 50, "خط" + SHADDA + KASRA + " راه"])
def test_tashdid_is_never_doubled(reader: Reader, text: str) -> None:
    assert SHADDA * 2 not in diacritize(reader.read(text)).marked
