import pytest
import torch

from engine.translation.model import ModelConfig, Transformer
from engine.translation.translator import Translator


@pytest.fixture(scope="session")
def model() -> Transformer:
    """A small model as it is before training; its output layer is sharpened so that choices are clear."""
    torch.manual_seed(3)
    config = ModelConfig(
        vocabulary=60, width=32, heads=4, feed_forward=64, encoder_layers=2, decoder_layers=2
    )
    model = Transformer(config).eval()
    with torch.no_grad():
        model.embedding.weight.mul_(3)
    return model


@pytest.fixture(scope="session")
def translator() -> Translator:
    """The shipped weights."""
    return Translator(device="cpu")
