"""Text that no one would write: every invariant of the contract holds, in bounded time."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.diacritics import diacritize
from engine.reading.arabic import ARABIC_PHRASES
from engine.reading.phonemes import phonemize
from engine.reading.reader import Reader
from engine.reading.scheme import PHONEMES
from engine.text.chars import FATHA, KASRA, SHADDA, ZWNJ, is_letter, is_mark
from tests.reading.texts import MARKS
from tests.text.alphabets import LONG

SECONDS = 60.0  # for 6,000 code points on a busy machine

STRANGE = {
    "marks alone": MARKS * 20,
    "non-joiners alone": ZWNJ * 100,
    "joiner, mark, joiner": (ZWNJ + FATHA) * 50,
    "one letter in punctuation": "«(…ب،!؟)»",
    "one letter among marks": FATHA * 5 + "ب" + SHADDA * 5,
    "marks on a digit": "۵" + SHADDA + KASRA + " ۵" + FATHA,
    "marks on punctuation": "،" + KASRA + "." + FATHA + "؟" + MARKS,
    "marks on Latin": "a" + FATHA + "b" + SHADDA + " کتاب",
    "marks on emoji": "😀" + FATHA + "👨\u200d👩" + KASRA + "خوب",
    "every mark on one letter": "ب" + MARKS * 10,
    "marks around a joiner": "می" + FATHA + ZWNJ + KASRA + "رود",
    "Urdu": "ہندوستان میں ڈاکٹر ہے، کیا آپ ٹھیک ہیں؟",
    "Arabic": "كِتَابٌ جَدِيدٌ فِي ٱلْمَكْتَبَةِ",
    "Kurdish": "کوردستان وڵاتی منە، ێ ۆ ڕ ڵ",
    "Tajik in Arabic letters": "تاجېکستان ۇزبکستان",
    "Pashto": "زه پښتو ژبه زده کوم ځکه ډېره ښکلې ده",
    "presentation forms": "ﷲ ﷺ ﻻﺁﯾﯽﮐﻫ",
    "a word of 500 letters": "بتنمسکلر" * 62 + "ابجد",
    "500 alefs": "ا" * 500,
    "6,000 letters without a space": ("کتابخانه" * 750)[:6000],
    "words of one letter": "ب " * 3000,
    "joined by non-joiners": ("کتاب" + ZWNJ) * 1200,
    "the same phrase": "بسم الله " * 600,
    "the beginning of a phrase": "لا حول و " * 600,
} | {f"long: {name}": text for name, text in LONG.items() if any(map(is_letter, text))}


@pytest.mark.parametrize("name", STRANGE)
def test_invariants_hold_in_bounded_time(reader: Reader, name: str) -> None:
    text = STRANGE[name]
    began = time.monotonic()
    reading = reader.read(text)
    result = diacritize(reading)
    assert time.monotonic() - began < SECONDS
    operations = result.operations
    assert [o.source_index for o in operations] == sorted(o.source_index for o in operations)
    assert all(is_letter(text[o.source_index]) for o in operations)
    assert all(len(o.mark) == 1 and is_mark(o.mark) for o in operations)
    assert len(result.marked) == len(text) + len(operations)
    without = diacritize(reading, include_ezafe=False).operations
    assert without == tuple(o for o in operations if o.type == "reading")
    assert all(char in PHONEMES for word in reading.words for char in word.phonemes)


pieces = st.sampled_from([*" ".join(ARABIC_PHRASES).split(), *MARKS, ZWNJ, " ", " ", "،", "\n", "ها", "ی"])


@given(st.lists(pieces, max_size=12).map("".join))
@settings(max_examples=60, deadline=None)
def test_pieces_of_phrases_in_any_order(reader: Reader, text: str) -> None:
    reading = reader.read(text)
    result = diacritize(reading)
    assert reading.text == text
    assert [c for c in result.marked if not is_mark(c)] == [c for c in text if not is_mark(c)]
    assert len(result.marked) == len(text) + len(result.operations)
    for word in phonemize(reader, text):
        assert 0 <= word.start < word.end <= len(text)
        assert all(char in PHONEMES for char in word.phonemes)
