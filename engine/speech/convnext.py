"""The block that both speech models are built of."""

from __future__ import annotations

import torch
from torch import Tensor, nn

from engine.depthwise import depthwise


class ConvNeXtBlock(nn.Module):
    """Depthwise convolution over time, then a pointwise bottleneck, added to the input.

    Liu et al. 2022 (ConvNeXt), in one dimension as in Siuzdak 2023 (Vocos).
    """

    def __init__(
        self, *, width: int, inner: int, kernel: int = 7, scale: float = 0.1, dropout: float = 0.0
    ) -> None:
        super().__init__()
        self.depthwise = nn.Conv1d(width, width, kernel, padding=kernel // 2, groups=width)
        self.norm = nn.LayerNorm(width)
        self.expand = nn.Linear(width, inner)
        self.contract = nn.Linear(inner, width)
        self.dropout = nn.Dropout(dropout)
        self.scale = nn.Parameter(torch.full((width,), scale))

    def forward(self, x: Tensor) -> Tensor:
        """(B, T, C) -> (B, T, C)."""
        y = depthwise(x, self.depthwise.weight.squeeze(1), self.depthwise.bias)
        y = self.contract(nn.functional.gelu(self.expand(self.norm(y))))
        out: Tensor = x + self.dropout(self.scale * y)
        return out
