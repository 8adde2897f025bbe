"""A wider translator says at first nearly what the narrower one said, and then learns with its new units."""

from dataclasses import replace

import pytest
import torch
from torch import Tensor

from engine.translation.model import ModelConfig, Transformer
from training.translation.batches import Batch
from training.translation.config import named
from training.translation.train import Run
from training.translation.widening import widened

NARROW = ModelConfig(
    vocabulary=60, width=64, heads=4, feed_forward=128, encoder_layers=2, decoder_layers=1, dropout=0.0
)
WIDER = replace(NARROW, width=96, heads=6, feed_forward=192)
DOUBLE = replace(NARROW, width=128, heads=8, feed_forward=256)


@pytest.fixture(scope="module")
def narrow() -> Transformer:
    """Parameters that no initialisation leaves at zero or one."""
    torch.manual_seed(0)
    model = Transformer(NARROW).eval()
    with torch.no_grad():
        for parameter in model.parameters():
            parameter.add_(0.1 * torch.randn_like(parameter))
    return model


def grown(narrow: Transformer, config: ModelConfig) -> Transformer:
    wide = Transformer(config).eval()
    wide.load_state_dict(widened(narrow.state_dict(), NARROW, config))
    return wide


@torch.inference_mode()
def scores(model: Transformer) -> Tensor:
    """Log-probabilities of every piece behind every prefix."""
    random = torch.Generator().manual_seed(1)
    source, target = (torch.randint(12, 60, (3, length), generator=random) for length in (7, 9))
    return model.score(model.decode(target, model.encode(source))).log_softmax(-1)


def test_twice_as_wide_it_says_the_same(narrow: Transformer) -> None:
    torch.testing.assert_close(scores(grown(narrow, DOUBLE)), scores(narrow), atol=1e-4, rtol=1e-4)


def test_less_than_twice_as_wide_it_says_nearly_the_same(narrow: Transformer) -> None:
    known, wide = scores(narrow), scores(grown(narrow, WIDER))
    divergence = (known.exp() * (known - wide)).sum(-1).mean()
    unlike = (known.exp() * (known - known.roll(1, dims=0))).sum(-1).mean()  # from another sentence
    assert divergence < 0.1 * unlike


def test_the_same_width_changes_nothing(narrow: Transformer) -> None:
    for name, tensor in widened(narrow.state_dict(), NARROW, NARROW).items():
        assert torch.equal(tensor, narrow.state_dict()[name]), name


@pytest.mark.parametrize(
    ("config", "said"),
    [
        (replace(NARROW, width=32, heads=2), "64 units cannot become 32"),
        (replace(NARROW, width=192, heads=12), "64 units cannot become 192"),
        (replace(NARROW, feed_forward=64), "128 units cannot become 64"),
        (replace(NARROW, width=96), "heads of 64/4 cannot become 96/4"),
    ],
)
def test_it_neither_shrinks_nor_grows_beyond_twice_the_width(
    narrow: Transformer, config: ModelConfig, said: str
) -> None:
    with pytest.raises(ValueError, match=said):
        widened(narrow.state_dict(), NARROW, config)


def test_dimensions_and_their_doubles_part_in_training(narrow: Transformer) -> None:
    run = Run(replace(named("wider"), model=DOUBLE, warmup_steps=1), torch.device("cpu"))
    run.begin(widened(narrow.state_dict(), NARROW, DOUBLE))
    double = torch.cat((torch.arange(64), torch.randperm(64, generator=torch.Generator().manual_seed(0))))
    source = torch.randint(12, 60, (8, 6), generator=torch.Generator().manual_seed(2))
    target = torch.cat((torch.full((8, 1), 1), source), 1)
    before = run.model.embedding.weight.detach().clone()
    assert torch.equal(before[:, 64:], before[:, double[64:]])
    for _ in range(3):
        run.update(Batch(source, target, torch.cat((source, source[:, :1]), 1)), 0.0)
    after = run.model.embedding.weight.detach()
    assert not torch.isclose(after[:, 64:], after[:, double[64:]]).all(dim=0).any()
