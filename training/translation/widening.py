"""A wider translator that at first computes nearly what the narrower one did (Net2Net; Chen 2016).

New dimensions of the residual stream double old ones: what writes to an old one writes the same to its
double, and what reads the old one reads the two in random shares, which training then drives apart. New heads
and new units of the feed-forward networks are copies of old ones that nothing reads at first. Only the layer
norms see a difference, since dimensions that stand twice count twice in their means; where every dimension is
doubled they see none.
"""

from collections.abc import Mapping

import torch
from torch import Tensor

from engine.translation.model import ModelConfig

_SHARES = (0.2, 0.8)
"""Of what is read from a dimension and its double; equal shares would never part."""


class _Copies:
    """Where each of `wanted` units comes from, of `known`; the first ones are the known ones themselves."""

    def __init__(self, known: int, wanted: int, random: torch.Generator) -> None:
        if not known <= wanted <= 2 * known:
            raise ValueError(f"{known} units cannot become {wanted}")
        self.known = known
        self.of = torch.cat((torch.arange(known), torch.randperm(known, generator=random)[: wanted - known]))
        self.random = random

    def written(self, tensor: Tensor, axis: int = 0) -> Tensor:
        """Units that copy what their originals are given."""
        return tensor.index_select(axis, self.of)

    def shared(self, tensor: Tensor) -> Tensor:
        """What reads these units along its last axis, (..., known) -> (..., wanted), reads the same sum."""
        low, high = _SHARES
        doubled = self.of[self.known :]
        copies = tensor[..., doubled]
        share = low + (high - low) * torch.rand(copies.shape, generator=self.random)
        shared = tensor.clone()
        shared[..., doubled] = copies * (1 - share)
        return torch.cat((shared, copies * share), dim=-1)

    def unread(self, tensor: Tensor) -> Tensor:
        """What reads these units along its last axis reads none of the new ones."""
        new = tensor.new_zeros((*tensor.shape[:-1], len(self.of) - self.known))
        return torch.cat((tensor, new), dim=-1)


def widened(
    tensors: Mapping[str, Tensor], known: ModelConfig, wanted: ModelConfig, seed: int = 0
) -> dict[str, Tensor]:
    """The parameters of a `Transformer` of the width, heads and feed-forward units of `wanted`.

    Raises:
        ValueError: it is narrower or more than twice as wide, or its heads have another width.
    """
    if known.width * wanted.heads != wanted.width * known.heads:
        raise ValueError(f"heads of {known.width}/{known.heads} cannot become {wanted.width}/{wanted.heads}")
    random = torch.Generator().manual_seed(seed)
    stream = _Copies(known.width, wanted.width, random)
    units = _Copies(known.feed_forward, wanted.feed_forward, random)
    heads = _Copies(known.heads, wanted.heads, random)
    inner = _inside(heads, known.width // known.heads)
    growth = (wanted.width / known.width) ** 0.5

    def grown(name: str, tensor: Tensor) -> Tensor:
        match name.split("."):
            case ["embedding", "weight"]:  # multiplied by the root of the width as it comes in
                return stream.written(tensor, axis=1) / growth
            case ["decoder_norm", _]:  # read by the embeddings, which share nothing and are smaller
                return stream.written(tensor) * growth / stream.of.bincount()[stream.of]
            case [*_, "query", "weight"]:
                return inner.written(stream.shared(tensor))
            case [*_, "key_value", "weight"]:
                return torch.cat([inner.written(stream.shared(half)) for half in tensor.chunk(2)])
            case [*_, "out", "weight"]:
                return stream.written(inner.unread(tensor))
            case [*_, "feed_forward", "0", "weight"]:
                return units.written(stream.shared(tensor))
            case [*_, "feed_forward", "0", "bias"]:
                return units.written(tensor)
            case [*_, "feed_forward", "2", "weight"]:
                return stream.written(units.unread(tensor))
        return stream.written(tensor)  # layer norms, and biases of what writes to the stream

    return {name: grown(name, tensor.float()) for name, tensor in tensors.items()}


def _inside(heads: _Copies, width: int) -> _Copies:
    """The units inside of heads of this width, which are copied head by head."""
    inner = _Copies(heads.known * width, heads.known * width, heads.random)
    inner.of = (heads.of[:, None] * width + torch.arange(width)).flatten()
    return inner
