"""Matrix products in bfloat16 on processors that have instructions for them (AVX-512 BF16).

What blocks add up, their norms and the heads stay in float32, since readings are compared by their scores.
The products are oneDNN's, as `torch.compile` calls them on a CPU: weights in the processor's order, which
halves the time of those in float32 too, and the GELU done on the way out.
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


class PackedLinear(nn.Module):
    """`nn.Linear` or `GeluLinear` in one type: (..., C) of any type -> (..., D) of that type."""

    weight: Tensor
    bias: Tensor | None

    def __init__(self, linear: nn.Linear, dtype: torch.dtype) -> None:
        super().__init__()
        weight, bias = linear.weight.detach().to(dtype), linear.bias
        self.register_buffer("weight", torch.ops.mkldnn._reorder_linear_weight(weight, None))
        self.register_buffer("bias", None if bias is None else bias.detach().to(dtype))
        self._dtype = dtype
        self._after = _GELU if isinstance(linear, GeluLinear) else _NOTHING

    def forward(self, x: Tensor) -> Tensor:
        found: Tensor = torch.ops.mkldnn._linear_pointwise(
            x.to(self._dtype), self.weight, self.bias, *self._after
        )
        return found


def halve(model: nn.Module, whole: Collection[str] = ()) -> None:
    """Packs every `nn.Linear` below a module, in place, in bfloat16; its children in `whole` in float32."""
    for module in list(model.modules()):
        for name, child in list(module.named_children()):
            if isinstance(child, nn.Linear):
                exact = module is model and name in whole
                setattr(module, name, PackedLinear(child, torch.float32 if exact else torch.bfloat16))
