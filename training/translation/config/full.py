"""An hour on one GPU, or days on a CPU: about 30 M parameters, just under 60 MiB as fp16."""

from engine.translation.model import ModelConfig
from training.translation.config import RunConfig

CONFIG = RunConfig(
    model=ModelConfig(
        width=512,
        heads=8,
        feed_forward=2048,
        encoder_layers=6,
        decoder_layers=2,
        dropout=0.3,  # tens of passes over a small corpus
    ),
    batch_tokens=16_384,
    learning_rate=1e-3,
    warmup_steps=1000,
    average=0.999,
)
