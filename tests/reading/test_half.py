"""Products in bfloat16, and readings with them."""

import pytest
import torch
from torch import nn

from engine.reading.half import PackedLinear, halve, native
from engine.reading.model import HEADS, GeluLinear
from engine.reading.reader import Reader

pytestmark = pytest.mark.skipif(not native(), reason="this CPU has no bfloat16 products")

TEXTS = (
    "مردم شهر از هوای سرد گله دارند و می‌گویند امسال زمستان زودتر از همیشه آمده است",
    "کتابی که دیروز خریدم دربارهٔ تاریخ ایران باستان است",
    "او گفت که فردا به دیدن دوست قدیمی خود می‌رود",
)


@pytest.mark.parametrize("kind", [nn.Linear, GeluLinear])
@pytest.mark.parametrize("bias", [True, False])
@pytest.mark.parametrize(("dtype", "error"), [(torch.bfloat16, 0.03), (torch.float32, 1e-5)])
def test_a_packed_product_is_nearly_the_plain_one(kind, bias, dtype, error):
    torch.manual_seed(0)
    linear = kind(256, 64, bias=bias)
    x = torch.randn(3, 5, 256)
    packed = PackedLinear(linear, dtype)(x)
    assert packed.dtype == dtype
    assert torch.allclose(packed.float(), linear(x), atol=error)


def test_every_linear_below_is_replaced_and_nothing_else():
    torch.manual_seed(0)
    blocks = nn.ModuleList([nn.Sequential(nn.LayerNorm(8), nn.Linear(8, 8)), GeluLinear(8, 2, bias=False)])
    halve(blocks)
    kinds = [type(module).__name__ for module in blocks.modules()]
    assert kinds.count("PackedLinear") == 2
    assert kinds.count("Linear") + kinds.count("GeluLinear") == 0
    assert kinds.count("LayerNorm") == 1


def test_what_is_to_be_kept_stays_whole():
    model = nn.ModuleDict({"head": nn.Linear(8, 2), "body": nn.ModuleDict({"head": nn.Linear(8, 8)})})
    halve(model, ("head",))
    assert model["head"](torch.ones(1, 8)).dtype == torch.float32
    assert model["body"]["head"](torch.ones(1, 8)).dtype == torch.bfloat16


def test_the_heads_of_the_reader_stay_whole_and_what_is_before_them_does_not():
    model = Reader(device="cpu")._model
    width = model.config.width
    assert {getattr(model, name)(torch.ones(1, width)).dtype for name in HEADS} == {torch.float32}
    assert model.to_character(torch.ones(1, model.config.word_width)).dtype == torch.bfloat16


def test_halved_the_reader_reads_as_whole_and_alike_alone_and_in_company():
    whole, halved = Reader(device="cpu", dtype="float32"), Reader(device="cpu")
    read = [[word.phonemes for word in reading.words] for reading in halved.read_many(TEXTS)]
    assert read == [[word.phonemes for word in whole.read(text).words] for text in TEXTS]
    for text, together in zip(TEXTS, halved.read_many(TEXTS), strict=True):
        alone = halved.read(text)
        assert [w.phonemes for w in alone.words] == [w.phonemes for w in together.words]
        assert [w.ezafe for w in alone.words] == [w.ezafe for w in together.words]
        sure = [w.confidence for w in together.words]
        assert [w.confidence for w in alone.words] == pytest.approx(sure, abs=0.02)
