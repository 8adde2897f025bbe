"""A deeper model that at first computes what the shallower one did (block expansion; Wu 2024, LLaMA Pro).

Each new layer is a copy of one of the layers below it whose output matrices are zero, so that it adds nothing
to its input until training has moved them; the copied inner matrices are no worse a start than random ones.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from torch import Tensor


@dataclass(frozen=True)
class Stack:
    """Layers with residuals.

    Attributes:
        name: of the list of layers in the model.
        outputs: the parameters of a layer by which it adds to its input.
    """

    name: str
    outputs: frozenset[str]


ENCODER: Final = Stack(
    "encoder", frozenset(("attention.out.weight", "feed_forward.2.weight", "feed_forward.2.bias"))
)
"""Of `engine.translation.model.Transformer`."""
WORDS: Final = Stack("words", frozenset(("out.weight", "fall.weight", "fall.bias")))
"""Of `engine.reading.model.Tagger`."""


def deepened(tensors: Mapping[str, Tensor], stack: Stack, layers: int, wanted: int) -> dict[str, Tensor]:
    """The parameters of a model with `wanted` layers in a stack from those of one with `layers`.

    Raises:
        ValueError: fewer layers are wanted than there are, or more than twice as many.
    """
    if not layers <= wanted <= 2 * layers:
        raise ValueError(f"{layers} {stack.name} layers cannot become {wanted}")
    grown = dict(tensors)
    for new in range(layers, wanted):
        copied = f"{stack.name}.{new - (wanted - layers)}."
        for name, tensor in tensors.items():
            if name.startswith(copied):
                part = name.removeprefix(copied)
                silent = part in stack.outputs
                grown[f"{stack.name}.{new}.{part}"] = tensor.new_zeros(tensor.shape) if silent else tensor
    return grown
