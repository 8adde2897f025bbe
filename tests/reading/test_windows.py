import pytest
import torch

from engine.contract.limits import MAX_TEXT_CODE_POINTS
from engine.reading import reader as reader_module
from engine.reading.encoding import encode
from engine.reading.forms import FormVocabulary
from engine.reading.inputs import collate
from engine.reading.model import Tagger, TaggerConfig
from engine.reading.reader import Reader
from engine.reading.windows import windows
from engine.text.normalize import normalize

TEXT = normalize(
    "در این کتاب از مردم شهر، هوای سرد و روزهای خوب سخن رفته است؛ نویسنده می‌گوید: «زندگی ادامه دارد». " * 40
).text


@pytest.mark.parametrize("core", [1, 7, 50, 400])
def test_kept_parts_cover_the_segments_once_in_order(core: int) -> None:
    encoded = encode(TEXT)
    kept = [
        window.first_segment + i for window in windows(encoded, core, margin=10) for i in range(*window.keep)
    ]
    assert kept == list(range(len(encoded.segments)))


def test_a_window_is_a_slice_of_the_text() -> None:
    encoded = encode(TEXT)
    for window in windows(encoded, core=30, margin=5):
        piece = window.encoded
        at = window.first_character
        assert piece.text == encoded.text[at : at + len(piece.text)]
        for number, segment in enumerate(piece.segments):
            assert segment.word == encoded.segments[window.first_segment + number].word
            assert set(piece.segment[segment.start : segment.end]) == {number}


def test_seams_do_not_change_the_scores() -> None:
    torch.manual_seed(0)
    config = TaggerConfig(width=32, word_width=32, word_heads=4, word_blocks=2, reach=3, vocabulary=1)
    model = Tagger(config).eval()
    forms = FormVocabulary([])
    encoded = encode(TEXT[:2500])
    with torch.inference_mode():
        whole, whole_ezafe = model(collate([encoded], forms))
        for window in windows(encoded, core=20, margin=config.horizon):
            labels, ezafe = model(collate([window.encoded], forms))
            first, last = window.keep
            at = window.first_segment
            assert torch.allclose(ezafe[0, first:last], whole_ezafe[0, at + first : at + last], atol=1e-5)
            start = window.encoded.segments[first].start
            end = window.encoded.segments[last - 1].end
            shift = window.first_character
            assert torch.allclose(labels[0, start:end], whole[0, shift + start : shift + end], atol=1e-5)


def test_batching_does_not_change_the_scores() -> None:
    torch.manual_seed(0)
    model = Tagger(TaggerConfig(width=32, word_width=32, word_heads=4, vocabulary=1)).eval()
    forms = FormVocabulary([])
    texts = [encode(t) for t in ("مردم شهر", TEXT[:300], "آب", TEXT[:77])]
    with torch.inference_mode():
        together, ezafe = model(collate(texts, forms))
        for row, encoded in enumerate(texts):
            alone, alone_ezafe = model(collate([encoded], forms))
            assert torch.allclose(together[row, : len(encoded.text)], alone[0], atol=1e-5)
            assert torch.allclose(ezafe[row, : len(encoded.segments)], alone_ezafe[0], atol=1e-5)


def test_seams_do_not_change_a_reading_of_full_length(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = Reader(device="cpu", dtype="float32")
    text = (TEXT + "در گل ماند. " * 20 + TEXT)[:MAX_TEXT_CODE_POINTS]
    assert len(windows(encode(text), reader_module.CORE, reader.margin)) > 1
    windowed = reader.read(text)
    monkeypatch.setattr(reader_module, "CORE", len(text))
    for here, whole in zip(windowed.words, reader.read(text).words, strict=True):
        assert (here.phonemes, here.ezafe, here.start) == (whole.phonemes, whole.ezafe, whole.start)
        assert here.confidence == pytest.approx(whole.confidence, abs=1e-5)
        assert here.ezafe_confidence == pytest.approx(whole.ezafe_confidence, abs=1e-5)


def test_a_text_read_along_reads_as_it_does_whole(reader: Reader) -> None:
    text = (TEXT + "ان شاء الله فردا می‌آیم. " * 20 + TEXT)[:MAX_TEXT_CODE_POINTS]
    pieces = list(reader.read_along(text))
    assert len(pieces) > 2
    assert len(pieces[0].words) <= reader_module.OPENING
    along = [word for piece in pieces for word in piece.words]
    whole = reader.read(text).words
    assert [(w.start, w.end, w.phonemes, w.ezafe) for w in along] == [
        (w.start, w.end, w.phonemes, w.ezafe) for w in whole
    ]
