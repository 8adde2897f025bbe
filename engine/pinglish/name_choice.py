"""Which of several spellings is the name? What English text has often is likelier than what it has seldom.

A conditional logit: each spelling has a score, made of its probability under the model and of its frequency,
and so has the case that none of them is right.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ChoiceWeights:
    """What counts how much in the score of a spelling.

    Attributes:
        model: factor of its log probability under the model.
        frequency: factor of the logarithm of its count in English text.
        none: score of the case that no spelling is right.
    """

    model: float = 1.0
    frequency: float = 0.0
    none: float = -math.inf


def choose(
    spellings: Mapping[str, float], counts: Mapping[str, int], weights: ChoiceWeights
) -> tuple[str, float]:
    """The best spelling, and the probability that it is right; "" and 0 where there is none.

    Args:
        spellings: log probabilities under the model.
        counts: of each spelling at least 1.
    """
    if not spellings:
        return "", 0.0
    scores = {
        latin: weights.model * log_probability + weights.frequency * math.log(counts[latin])
        for latin, log_probability in spellings.items()
    }
    best = max(scores, key=lambda latin: scores[latin])
    highest = max(scores[best], weights.none)
    total = math.exp(weights.none - highest) + sum(math.exp(one - highest) for one in scores.values())
    return best, math.exp(scores[best] - highest) / total
