"""Matrix products in bfloat16 on processors that have instructions for them (AVX-512 BF16).

What blocks add up, their norms and the heads stay in float32, since readings are compared by their scores.
The products are oneDNN's, as `torch.compile` calls them on a CPU: weights in the processor's order, and the
GELU done on the way out.
"""

from __future__ import annotations

from collections.abc import Collection

import torch
from torch import Tensor, nn

from engine.reading.model import GeluLinear

_After = tuple[str, list[float], str]  # what oneDNN does to a product: its name, its numbers, its algorithm
_GELU: _After = ("gelu", [], "tanh")
_NOTHING: _After = ("none", [], "")


def native() -> bool:
    """Whether this CPU multiplies bfloat16 by itself, and this torch can have it do so."""
    return torch.cpu._is_avx512_bf16_supported() and hasattr(torch.ops.mkldnn, "_linear_pointwise")


class HalfLinear(nn.Module):
    """`nn.Linear` or `GeluLinear` in bfloat16: (..., C) of any type -> (..., D) bfloat16."""

    weight: Tensor
    bias: Tensor | None

    def __init__(self, linear: nn.Linear) -> None:
        super().__init__()
        weight, bias = linear.weight.detach().bfloat16(), linear.bias
        self.register_buffer("weight", torch.ops.mkldnn._reorder_linear_weight(weight, None))
        self.register_buffer("bias", None if bias is None else bias.detach().bfloat16())
        self._after = _GELU if isinstance(linear, GeluLinear) else _NOTHING

    def forward(self, x: Tensor) -> Tensor:
        found: Tensor = torch.ops.mkldnn._linear_pointwise(x.bfloat16(), self.weight, self.bias, *self._after)
        return found


def halve(model: nn.Module, keep: Collection[str] = ()) -> None:
    """Replaces every `nn.Linear` below a module, in place, but its children of the names to keep."""
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, nn.Linear) and not (module is model and name in keep):
                setattr(module, name, HalfLinear(child))
