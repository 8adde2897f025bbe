"""Starting values of the embeddings: pieces that occur in the same pairs start close together.

A pair of sentences is one document of pieces of both languages. The positive pointwise mutual information of
pieces over documents, factorised (Levy and Goldberg 2014), puts a word and its translation near each
other before the first step, so that little training time is spent on learning which words belong together.
"""

import numpy as np
import torch
from torch import Tensor

from training.translation.batches import Pairs

_CHUNK = 8000
_NOISE = 0.5
"""Share of the squared length that is random, so that a word and its translation can be told apart."""


def starting_embeddings(
    pairs: Pairs, indices: np.ndarray, vocabulary: int, width: int, seed: int = 0
) -> Tensor:
    """Rows of length 1 for each piece: (vocabulary, width)."""
    together = np.zeros(vocabulary * vocabulary, dtype=np.float32)
    alone = np.zeros(vocabulary, dtype=np.float64)
    for at in range(0, len(indices), _CHUNK):
        chunk = (np.concatenate(pairs[int(i)]).astype(np.int64) for i in indices[at : at + _CHUNK])
        documents = [np.unique(ids) for ids in chunk]
        flat = np.concatenate([(ids[:, None] * vocabulary + ids).ravel() for ids in documents])
        together += np.bincount(flat, minlength=len(together)).astype(np.float32)
        alone += np.bincount(np.concatenate(documents), minlength=vocabulary)
    counts = torch.from_numpy(together).view(vocabulary, vocabulary)
    frequency = torch.from_numpy(alone).float().clamp(min=1)
    information = (counts * len(indices) / frequency[:, None] / frequency).clamp_(min=1).log_()
    information *= counts / (counts + 3)  # what was seen once or twice is mostly chance
    torch.manual_seed(seed)
    left, strength, _ = torch.svd_lowrank(information, q=width, niter=3)
    known = torch.nn.functional.normalize(left * strength.sqrt(), dim=-1)
    random = torch.nn.functional.normalize(torch.randn(vocabulary, width), dim=-1)
    return torch.nn.functional.normalize(known * (1 - _NOISE) ** 0.5 + random * _NOISE**0.5, dim=-1)
