"""An hour on one GPU, or days on a CPU: 26 M parameters with 12,000 pieces, 50 MiB as fp16."""

from engine.translation.model import ModelConfig
from training.translation.config import RunConfig

CONFIG = RunConfig(
    model=ModelConfig(
        width=448,
        heads=7,
        feed_forward=1792,
        encoder_layers=6,
        decoder_layers=2,
        dropout=0.3,  # tens of passes over a small corpus
    ),
    batch_tokens=16_384,
    learning_rate=1e-3,
    warmup_steps=1000,
    average=0.999,
)
