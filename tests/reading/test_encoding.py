from hypothesis import given

from engine.reading.encoding import MARK_BITS, encode
from engine.text.chars import KASRA, SHADDA, is_mark
from engine.text.normalize import normalize
from tests.reading.texts import unicode


def test_marks_become_bits_of_their_letter() -> None:
    encoded = encode("خط" + SHADDA + KASRA + " راه")
    assert encoded.text == "خط راه"
    assert encoded.marks[1] == SHADDA + KASRA
    assert encoded.mark_bits[1] == MARK_BITS[SHADDA] | MARK_BITS[KASRA]
    assert [s.word for s in encoded.segments] == ["خط", "راه"]


def test_words_keep_their_non_joiner_and_punctuation_stands_alone() -> None:
    encoded = encode("می‌رود؛ USA ۱۲۳!")
    assert [encoded.text[s.start : s.end] for s in encoded.segments] == ["می‌رود", "؛", "USA", "۱۲۳", "!"]
    assert [bool(s.word) for s in encoded.segments] == [True, False, False, False, False]


@given(unicode)
def test_every_character_has_its_origin_and_its_segment(text: str) -> None:
    normal = normalize(text).text
    encoded = encode(normal)
    assert encoded.text == "".join(c for c in normal if not is_mark(c))
    assert [normal[i] for i in encoded.origin] == list(encoded.text)
    assert all(0 <= s < len(encoded.segments) for s in encoded.segment)
    assert all(a.end <= b.start for a, b in zip(encoded.segments, encoded.segments[1:], strict=False))
    for number, segment in enumerate(encoded.segments):
        assert segment.start < segment.end
        assert set(encoded.segment[segment.start : segment.end]) == {number}
