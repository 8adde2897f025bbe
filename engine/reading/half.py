"""Matrix products in bfloat16 on processors that have instructions for them (AVX-512 BF16).

What blocks add up, their norms and the heads stay in float32, since readings are compared by their scores.
"""

from __future__ import annotations

import torch
import torch.nn.functional as F
from torch import Tensor, nn


def native() -> bool:
    """Whether this CPU multiplies bfloat16 by itself."""
    return bool(torch.cpu._is_avx512_bf16_supported())


class HalfLinear(nn.Module):
    """`nn.Linear` in bfloat16: (..., C) of any type -> (..., D) bfloat16."""

    weight: Tensor
    bias: Tensor | None

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        self.register_buffer("weight", linear.weight.detach().bfloat16())
        self.register_buffer("bias", None if linear.bias is None else linear.bias.detach().bfloat16())

    def forward(self, x: Tensor) -> Tensor:
        return F.linear(x.bfloat16(), self.weight, self.bias)


def halve(blocks: nn.Module) -> None:
    """Replaces every `nn.Linear` below a module, in place."""
    for module in list(blocks.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, nn.Linear):
                setattr(module, name, HalfLinear(child))
