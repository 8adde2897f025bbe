"""How much sound and frequency count in the choice of a spelling: a conditional logit, fitted."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Final

import torch
import torch.nn.functional as F

from engine.pinglish.name_choice import ChoiceWeights
from training.pinglish.evaluate import Judged

_STEPS: Final = 400
_RULED_OUT: Final = -1e9


def weigh(judged: Sequence[Judged], counts: Mapping[str, int]) -> ChoiceWeights:
    """The likeliest weights by what is right of some foreign names: one of their spellings, or none.

    Args:
        judged: foreign names that the model did not learn from.
        counts: how often English text has each name; lower case.
    """
    width = 1 + max((len(one.spellings) for one in judged), default=0)
    inputs = torch.zeros(len(judged), width, 3)
    inputs[:, 0, 2] = 1.0  # none of them
    possible = torch.full((len(judged), width), _RULED_OUT)
    right = torch.zeros(len(judged), dtype=torch.long)
    for row, one in enumerate(judged):
        possible[row, : 1 + len(one.spellings)] = 0.0
        for place, (latin, log_probability) in enumerate(one.spellings.items(), 1):
            inputs[row, place, :2] = torch.tensor((log_probability, math.log(counts[latin])))
            if latin == one.example.latin.lower():
                right[row] = place
    weights = torch.tensor((1.0, 0.0, 0.0), requires_grad=True)
    optimizer = torch.optim.Adam([weights], lr=0.05)
    for _ in range(_STEPS):
        optimizer.zero_grad()
        F.cross_entropy(inputs @ weights + possible, right).backward()  # type: ignore[no-untyped-call]
        optimizer.step()
    return ChoiceWeights(*(round(value, 3) for value in weights.tolist()))
