"""Is a name foreign? A bag of letter groups of both spellings, trained on the names of known kind."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import Final

import torch
import torch.nn.functional as F
from torch import Tensor, nn

_BUCKETS: Final = 1 << 15
_STEPS: Final = 300


class Origin(nn.Module):
    """Probability that a name's home is not the Arabic script."""

    def __init__(self) -> None:
        super().__init__()
        self.weights = nn.EmbeddingBag(_BUCKETS, 1, mode="sum")
        self.bias = nn.Parameter(torch.zeros(1))
        nn.init.zeros_(self.weights.weight)

    def forward(self, pairs: Sequence[tuple[str, str]]) -> Tensor:
        """Log-odds of each pair of Persian key and Latin spelling, (N,)."""
        groups = [_groups(*pair) for pair in pairs]
        offsets = torch.tensor([0] + [len(g) for g in groups[:-1]]).cumsum(0)
        found: Tensor = self.weights(torch.tensor([g for group in groups for g in group]), offsets)
        return found[:, 0] + self.bias


def _groups(persian: str, latin: str) -> list[int]:
    found = [f"fa {persian[i : i + n]}" for n in (1, 2, 3) for i in range(len(persian) - n + 1)]
    for word in latin.lower().replace("-", " ").split():
        edged = f"<{word}>"
        found += [f"en {edged[i : i + n]}" for n in (2, 3, 4) for i in range(len(edged) - n + 1)]
    return [zlib.crc32(group.encode()) % _BUCKETS for group in found]


def train_origin(foreign: Sequence[tuple[str, str]], persian: Sequence[tuple[str, str]], seed: int) -> Origin:
    """Logistic regression on labelled pairs."""
    torch.manual_seed(seed)
    model = Origin()
    pairs = [*foreign, *persian]
    labels = torch.tensor([1.0] * len(foreign) + [0.0] * len(persian))
    optimizer = torch.optim.Adam(model.parameters(), lr=0.03)
    for _ in range(_STEPS):
        optimizer.zero_grad()
        weights: Tensor = model.weights.weight
        loss = F.binary_cross_entropy_with_logits(model(pairs), labels) + 2e-4 * weights.square().sum()
        loss.backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return model
