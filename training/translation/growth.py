"""A deeper encoder that at first computes what the shallower one did (block expansion; Wu 2024, LLaMA Pro).

Each new layer is a copy of one of the layers below it whose output matrices are zero, so that it adds nothing
to its input until training has moved them; the copied inner matrices are no worse a start than random ones.
"""

from collections.abc import Mapping

from torch import Tensor

_OUTPUTS = ("attention.out.weight", "feed_forward.2.weight", "feed_forward.2.bias")


def deepened(tensors: Mapping[str, Tensor], layers: int, wanted: int) -> dict[str, Tensor]:
    """The parameters of a `Transformer` of `wanted` encoder layers from those of one of `layers`.

    Raises:
        ValueError: fewer layers are wanted than there are, or more than twice as many.
    """
    if not layers <= wanted <= 2 * layers:
        raise ValueError(f"{layers} encoder layers cannot become {wanted}")
    grown = dict(tensors)
    for new in range(layers, wanted):
        copied = f"encoder.{new - (wanted - layers)}."
        for name, tensor in tensors.items():
            if name.startswith(copied):
                part = name.removeprefix(copied)
                silent = part in _OUTPUTS
                grown[f"encoder.{new}.{part}"] = tensor.new_zeros(tensor.shape) if silent else tensor
    return grown
