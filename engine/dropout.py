"""Dropout that costs a CPU little."""

from __future__ import annotations

from torch import Tensor, nn


class Dropout(nn.Module):
    """Dropout of the same features at all positions of a sentence (Gal 2016).

    On a CPU, where random numbers are drawn one after the other, a mask for each position is a fifth of a
    training step.
    """

    def __init__(self, rate: float) -> None:
        super().__init__()
        self.rate = rate

    def forward(self, x: Tensor) -> Tensor:
        """x: (B, L, D) -> (B, L, D)."""
        if not self.training or self.rate == 0.0:
            return x
        kept = x.new_empty(x.size(0), 1, x.size(2)).bernoulli_(1.0 - self.rate)
        return x * kept.div_(1.0 - self.rate)
