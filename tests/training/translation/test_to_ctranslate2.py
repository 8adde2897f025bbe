"""Our own weights in CTranslate2 write what they write in PyTorch."""

from pathlib import Path

import pytest

pytest.importorskip("ctranslate2")

import ctranslate2

from engine.translation.brought.decoder import BroughtDecoder
from engine.translation.brought.registry import examine
from engine.translation.form import source_form
from engine.translation.own import OwnDecoder
from engine.translation.search import SearchOptions, search
from engine.translation.translator import Translator
from training.translation.to_ctranslate2 import export

SENTENCES = [
    "هوا سرد است.",
    "رئیس جمهور دیروز در تهران با مردم دیدار کرد.",
    "کتابخانه شهر تا ساعت ۸ شب باز است.",
    "دولت اعلام کرد که قیمت نان در سال ۱۴۰۳ افزایش نمی‌یابد.",
    "او گفت که دانشمندان راهی تازه برای درمان این بیماری یافته‌اند.",
    "بچه‌ها بعد از مدرسه به پارک رفتند و بازی کردند.",
    "این روستا در دامنه کوه است و مردم آن کشاورزند.",
    "من فردا به خانه برمی‌گردم.",
    "بازیکنان تیم ملی پس از پیروزی جشن گرفتند.",
    "آب در صد درجه می‌جوشد.",
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("exported")
    export(out, quantization="float32")
    return out


@pytest.mark.parametrize(("beams", "equal"), [(1, 10), (4, 9)])
def test_the_same_pieces_come_out(folder: Path, beams: int, equal: int) -> None:
    """Without length normalisation: with it, CTranslate2 stops a beam search at another step than ours."""
    own = OwnDecoder(device="cpu")
    pieces = own.vocabulary.pieces
    ids = own.vocabulary.encode_many([source_form(sentence) for sentence in SENTENCES])
    ours = search(own.model, ids, SearchOptions(beams=beams, length_penalty=0.0))
    sources = [[*(pieces[i] for i in row), "</s>"] for row in ids]
    theirs = ctranslate2.Translator(str(folder)).translate_batch(
        sources,
        beam_size=beams,
        length_penalty=0.0,
        disable_unk=True,
        suppress_sequences=[[piece] for piece in pieces if piece.startswith("⟦")],
    )
    same = [
        [pieces[i] for i in found[0].pieces] == result.hypotheses[0]
        for found, result in zip(ours, theirs, strict=True)
    ]
    assert sum(same) >= equal


def test_the_export_can_be_chosen_and_keeps_slots(folder: Path) -> None:
    choice = examine(folder)
    assert choice.kind == "own"
    translation = Translator(decoder=BroughtDecoder(choice, "cpu")).translate(
        "لطفاً برای دیدن {name} این متن را بخوانید."
    )
    assert translation.count("{name}") == 1
    assert "⟦" not in translation
