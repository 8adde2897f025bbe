"""A deeper translator says at first what the shallower one said, and then learns with its new layers."""

from dataclasses import replace

import pytest
import torch

from engine.translation.model import ModelConfig, Transformer
from training.growth import ENCODER, deepened
from training.translation.batches import Batch
from training.translation.config import named
from training.translation.train import Run

SHALLOW = ModelConfig(
    vocabulary=60, width=16, heads=2, feed_forward=32, encoder_layers=2, decoder_layers=1, dropout=0.0
)


@pytest.fixture(scope="module")
def shallow() -> Transformer:
    torch.manual_seed(0)
    return Transformer(SHALLOW).eval()


@pytest.mark.parametrize("layers", [2, 3, 4])
def test_new_layers_change_nothing_at_first(shallow: Transformer, layers: int) -> None:
    deep = Transformer(replace(SHALLOW, encoder_layers=layers)).eval()
    deep.load_state_dict(deepened(shallow.state_dict(), ENCODER, 2, layers))
    source = torch.randint(12, 60, (3, 7), generator=torch.Generator().manual_seed(1))
    with torch.inference_mode():
        assert torch.equal(deep.encode(source), shallow.encode(source))


@pytest.mark.parametrize("layers", [1, 5])
def test_it_neither_shrinks_nor_grows_beyond_twice_the_depth(shallow: Transformer, layers: int) -> None:
    with pytest.raises(ValueError, match=f"cannot become {layers}"):
        deepened(shallow.state_dict(), ENCODER, 2, layers)


def test_every_matrix_of_a_new_layer_learns(shallow: Transformer) -> None:
    config = replace(named("deeper"), model=replace(SHALLOW, encoder_layers=3), warmup_steps=1)
    run = Run(config, torch.device("cpu"))
    known = deepened(shallow.state_dict(), ENCODER, 2, 3)
    run.begin(known)
    source = torch.randint(12, 60, (8, 6), generator=torch.Generator().manual_seed(2))
    target = torch.cat((torch.full((8, 1), 1), source), 1)
    for _ in range(3):
        run.update(Batch(source, target, torch.cat((source, source[:, :1]), 1)), 0.0)
    for name, parameter in run.model.named_parameters():
        if name.startswith("encoder.2.") and parameter.ndim == 2:
            assert not torch.equal(parameter, known[name]), name
