"""The labels each character may take, as tables: of all labels decoding looks at these few alone."""

from __future__ import annotations

from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine.reading.encoding import CHARACTER_COUNT, CHARACTER_IDS
from engine.reading.labels import ALLOWED, LABELS, SILENT

COUNT: Final = max(map(len, ALLOWED.values()))
"""K, the candidates of the letter that has most; the others' are filled up."""


SOUNDS: Final = tuple(label.sound for label in LABELS)
"""What each label sounds like, by its id."""


def _candidates() -> NDArray[np.int64]:
    table = np.full((CHARACTER_COUNT, COUNT), len(LABELS))
    table[:, 0] = SILENT
    for letter, labels in ALLOWED.items():
        table[CHARACTER_IDS[letter], : len(labels)] = labels
    return table


CANDIDATES: Final = _candidates()
"""Label ids of each character's candidates in the order of `ALLOWED`, (characters, K); the number of labels
where a row is filled up. A character that is no Persian letter is silent."""


def _columns() -> NDArray[np.int64]:
    columns = np.full((CHARACTER_COUNT, len(LABELS) + 1), COUNT)
    columns[np.arange(CHARACTER_COUNT)[:, None], CANDIDATES] = np.arange(COUNT)
    return columns[:, :-1]


COLUMNS: Final = _columns()
"""Where a label stands among a character's candidates, (characters, labels); K where it does not."""


def candidate_logits(logits: Tensor, characters: Tensor) -> Tensor:
    """The logits of each character's candidates, -inf where its row is filled up.

    Args:
        logits: of every label, (B, T, number of labels).
        characters: character ids, (B, T).

    Returns:
        (B, T, K) float32.
    """
    candidates = torch.from_numpy(CANDIDATES).to(logits.device)[characters]
    filling = candidates == len(LABELS)
    found = logits.gather(-1, candidates.masked_fill(filling, 0))
    return found.float().masked_fill(filling, -torch.inf)
