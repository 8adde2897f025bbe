"""Guessing hidden words: what unlabelled text teaches about words and their neighbours.

Some known words of a text lose their letters and their form; the vectors that the word blocks make at their
places have to tell which forms stood there (masked language modelling of whole words, Devlin et al. 2019).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.reading.model import TaggerConfig, TaggerInput


@dataclass(frozen=True)
class Masked:
    """A batch with N hidden words.

    Attributes:
        input: the batch without their characters, marks and forms.
        places: their places among the B * W words, (N,) int64.
        wanted: ids of their forms, (N,) int64.
    """

    input: TaggerInput
    places: Tensor
    wanted: Tensor


def masked(batch: TaggerInput, share: float, vocabulary: int, generator: torch.Generator) -> Masked:
    """Hides a share of the words whose form is known and below `vocabulary`; the batch lies on the CPU."""
    known = (batch.forms != 0) & (batch.forms < vocabulary)
    hidden = known & (torch.rand(batch.forms.shape, generator=generator) < share)
    kept = ~hidden.gather(1, batch.segment)
    without = replace(
        batch,
        characters=batch.characters * kept,
        mark_bits=batch.mark_bits * kept,
        forms=batch.forms * ~hidden,
    )
    return Masked(without, hidden.flatten().nonzero().squeeze(1), batch.forms[hidden])


class WordGuesser(nn.Module):
    """Scores of the known forms for hidden words; used in training only."""

    def __init__(self, config: TaggerConfig) -> None:
        super().__init__()
        self.project = nn.Linear(config.word_width, config.form_width)
        self.norm = nn.LayerNorm(config.form_width)
        self.bias = nn.Parameter(torch.zeros(config.vocabulary))

    def forward(self, words: Tensor, forms: Tensor) -> Tensor:
        """Words (N, D) and the embeddings of the forms (V, F) -> logits (N, V)."""
        wanted = self.norm(F.gelu(self.project(words))) * forms.shape[1] ** -0.5
        return F.linear(wanted, forms) + self.bias
