"""Cross-entropy with label smoothing (Szegedy 2016) that holds one matrix of probabilities instead of four.

Over a vocabulary of thousands torch's own, in fp32, takes a fifth of a training step on a CPU.
"""

from typing import Any

import torch
from torch import Tensor


class _SmoothedCrossEntropy(torch.autograd.Function):
    @staticmethod
    def forward(ctx: Any, scores: Tensor, expected: Tensor, smoothing: float) -> Tensor:
        pieces, vocabulary = scores.shape
        gradient = scores.softmax(-1)  # summed up in fp32 inside; its own precision is enough for a gradient
        rows = torch.arange(pieces, device=scores.device)
        right = gradient[rows, expected]
        gradient.sub_(smoothing / vocabulary)
        gradient[rows, expected] -= 1.0 - smoothing
        ctx.save_for_backward(gradient)
        return -right.float().clamp(min=1e-9).log().mean()

    @staticmethod
    def backward(ctx: Any, *upstream: Tensor) -> tuple[Tensor, None, None]:
        (gradient,) = ctx.saved_tensors
        return gradient.mul_(upstream[0].to(gradient.dtype) / len(gradient)), None, None


def smoothed_cross_entropy(scores: Tensor, expected: Tensor, smoothing: float) -> Tensor:
    """Mean over pieces of -log p(expected), with the gradient of the smoothed loss.

    Args:
        scores: (N, V), in any precision.
        expected: (N,) ids.
        smoothing: share of the target spread evenly over the vocabulary.
    """
    loss: Tensor = _SmoothedCrossEntropy.apply(scores, expected, smoothing)  # type: ignore[no-untyped-call]
    return loss
