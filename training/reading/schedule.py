"""How long to train, how fast, and on what when."""

from __future__ import annotations

import math
from dataclasses import dataclass


@dataclass(frozen=True)
class TrainConfig:
    """How to train.

    Attributes:
        minutes: length of the schedule in minutes of training.
        steps: length of the schedule in steps, whichever ends first.
        characters: characters in a batch.
        learning_rate: at the peak; warmup and decay are shares of the schedule.
        unlabelled: share of the steps that guess hidden words, at first; held until `settle`, it falls to
            none at `settled`, both shares of the schedule.
        hidden: share of the words that are hidden in such a step.
        late: share of the schedule from which the sources' late weights hold.
        average: decay of the exponential moving average of the weights, per step.
        save_every: seconds between checkpoints.
    """

    minutes: float
    steps: float = math.inf
    characters: int = 4096
    learning_rate: float = 2e-3
    weight_decay: float = 0.05
    warmup: float = 0.03
    decay: float = 0.7
    clip: float = 1.0
    unlabelled: float = 0.0
    settle: float = 0.4
    settled: float = 0.8
    hidden: float = 0.15
    late: float = 0.45
    average: float = 0.998
    save_every: float = 120.0
    seed: int = 1


def rate(config: TrainConfig, progress: float) -> float:
    """The learning rate at a share of the schedule, 0 to 1: warm up, hold, fall linearly to zero."""
    rising = min(1.0, (progress + 1e-3) / config.warmup)
    falling = min(1.0, max(0.0, 1.0 - progress) / config.decay)
    return config.learning_rate * rising * falling


def unlabelled_share(config: TrainConfig, progress: float) -> float:
    """The share of steps on unlabelled text at a share of the schedule."""
    left = (config.settled - progress) / (config.settled - config.settle)
    return config.unlabelled * min(1.0, max(0.0, left))
