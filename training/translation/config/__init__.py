"""Configurations of a training run: one short file each, chosen with `--config`."""

from dataclasses import dataclass
from importlib import import_module

from engine.translation.model import ModelConfig


@dataclass(frozen=True, slots=True)
class RunConfig:
    """One training run.

    Attributes:
        model: dimensions; the size of the vocabulary is taken from the prepared data.
        batch_tokens: pieces of the larger side of a batch, padding included.
        longest: pairs with more pieces on a side are left out.
        matrix_learning_rate, learning_rate: of the layers' matrices (Muon) and of the rest (AdamW) at their
            peak; they rise over `warmup_steps` and fall linearly to zero at the end of the time.
        betas: of AdamW.
        weight_decay: of the matrices.
        average: share of the old value in the moving average of the weights at each step.
        resegmented, alpha: of `training.translation.segmentation`; no source is cut anew at 0.
    """

    model: ModelConfig
    batch_tokens: int
    longest: int = 110
    matrix_learning_rate: float = 3e-3
    learning_rate: float = 2e-3
    warmup_steps: int = 200
    betas: tuple[float, float] = (0.9, 0.98)
    weight_decay: float = 0.01
    label_smoothing: float = 0.1
    average: float = 0.998
    resegmented: float = 0.0
    alpha: float = 0.3
    seed: int = 1


def named(name: str) -> RunConfig:
    """The configuration in the file of that name."""
    config: RunConfig = import_module(f"{__name__}.{name}").CONFIG
    return config
