"""The loss of the tagger over partial labels."""

from __future__ import annotations

from dataclasses import dataclass

import torch.nn.functional as F
from torch import Tensor

from engine.reading.labels import LABELS
from training.reading.batches import TaggerBatch

EZAFE_WEIGHT = 0.5  # words are a fifth of the characters: keeps one head from drowning the other


@dataclass(frozen=True)
class Losses:
    """Means over a batch: `total` is what is minimised, the others are for the log."""

    total: Tensor
    label: float
    ezafe: float


def losses(labels: Tensor, ezafe: Tensor, batch: TaggerBatch, sets: Tensor) -> Losses:
    """Negative log probability that each letter's label lies in its set, and of each known ezafe.

    Args:
        labels: logits (B, T, number of labels).
        ezafe: logits (B, W).
        sets: `LabelSets.table`, (sets, number of labels) bool.
    """
    flat = labels.reshape(-1, labels.shape[-1])
    targets = batch.targets.reshape(-1)
    single = ((targets > 0) & (targets <= len(LABELS))).nonzero().squeeze(1)
    partial = (targets > len(LABELS)).nonzero().squeeze(1)
    label = F.cross_entropy(flat[single].float(), targets[single] - 1, reduction="sum")
    if len(partial):
        logits = flat[partial].float()
        inside = logits.masked_fill(~sets[targets[partial]], -1e9)
        label = label + (logits.logsumexp(-1) - inside.logsumexp(-1)).sum()
    known = batch.ezafe >= 0
    wrong = F.binary_cross_entropy_with_logits(
        ezafe[known].float(), batch.ezafe[known].float(), reduction="sum"
    )
    characters = (batch.input.characters != 0).sum()
    total = label / characters + EZAFE_WEIGHT * wrong / batch.input.lengths.sum()
    count = max(1, len(single) + len(partial))
    return Losses(total, label.item() / count, wrong.item() / max(1, int(known.sum())))
