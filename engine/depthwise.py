"""Depthwise convolution over time, as fast as a CPU can do it."""

from __future__ import annotations

import torch.nn.functional as F
from torch import Tensor


def depthwise(x: Tensor, taps: Tensor, bias: Tensor | None = None) -> Tensor:
    """Convolves every channel with its own taps, zeros beyond both ends: (B, T, C) -> (B, T, C).

    oneDNN is fastest with channels last, which it knows of images only: the sequence is one of height 1. As a
    sequence it takes two to three times as long.

    Args:
        taps: (C, K), K odd.
        bias: (C,), added.
    """
    image = x.transpose(1, 2).unsqueeze(2)  # (B, C, 1, T)
    channels, width = taps.shape
    y = F.conv2d(image, taps[:, None, None], bias, padding=(0, width // 2), groups=channels)
    return y.squeeze(2).transpose(1, 2)
