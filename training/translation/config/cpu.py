"""About an hour on one CPU core: small enough to see the data two or three times in it."""

from engine.translation.model import ModelConfig
from training.translation.config import RunConfig

CONFIG = RunConfig(
    model=ModelConfig(
        width=192,  # at 256 a step takes half as long again
        heads=6,
        feed_forward=768,
        encoder_layers=4,
        decoder_layers=2,
        dropout=0.0,  # two or three passes over the data leave nothing to overfit
    ),
    batch_tokens=2048,
)
