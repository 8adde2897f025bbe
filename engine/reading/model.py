"""The tagger: characters -> words -> characters, three heads in all.

    characters + typed marks -> convolution blocks -> mean of each word -> word blocks (local attention)
        -> back to the characters -> convolution blocks -> label of each letter, ezafe of each word

Words attend to `reach` neighbours on each side and convolutions see `kernel` characters, so what a letter
depends on is bounded (`TaggerConfig.horizon`): a text read in overlapping windows reads as it does whole.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from engine.depthwise import depthwise
from engine.dropout import Dropout
from engine.reading.encoding import CHARACTER_COUNT, MARK_COUNT
from engine.reading.labels import LABELS

_UNSEEN: Final = -1e4  # a logit that leaves nothing of a probability

HEADS: Final = ("label", "ezafe")
"""The layers whose scores readings are compared by."""


@dataclass(frozen=True)
class TaggerConfig:
    """Dimensions of the tagger.

    Attributes:
        width: channels of a character.
        kernel: characters a convolution sees, odd.
        lower_blocks, upper_blocks: convolution blocks before and after the words.
        word_width: channels of a word; word_heads divides it.
        word_blocks, word_heads: attention blocks over words.
        reach: words seen on each side by one attention block.
        vocabulary: word forms with an embedding of their own; id 0 stands for all others.
        form_width: its channels.
        company: word forms, those with an embedding first, of which is known in what company they are used
            (`training.reading.company`); company_width: channels of that; 0 for none.
        expansion: inner width of a feed-forward layer over characters, as a multiple.
        word_expansion: the same over words.
        dropout: probability above the lower blocks, in training.
        form_dropout: probability of hiding a word's form in training, so that its letters suffice;
            company_dropout: the same of its company.
    """

    width: int = 256
    kernel: int = 7
    lower_blocks: int = 2
    upper_blocks: int = 2
    word_width: int = 256
    word_blocks: int = 3
    word_heads: int = 4
    reach: int = 24
    vocabulary: int = 1
    form_width: int = 128
    company: int = 1
    company_width: int = 0
    expansion: int = 3
    word_expansion: int = 4
    dropout: float = 0.1
    form_dropout: float = 0.25
    company_dropout: float = 0.1

    @property
    def horizon(self) -> int:
        """Segments on each side beyond which nothing changes a reading; each has at least one character."""
        blocks = self.lower_blocks + self.upper_blocks
        return self.word_blocks * self.reach + blocks * (self.kernel // 2)


@dataclass(frozen=True)
class TaggerInput:
    """A batch of B texts, padded at the end to T characters and W segments.

    Attributes:
        characters: ids, 0 for padding, (B, T) int64.
        mark_bits: marks typed, (B, T) int64.
        segment: segment of each character, (B, T) int64.
        forms: id of each segment's word form below `company` or `vocabulary`, 0 if unknown, (B, W) int64.
        lengths: number of segments of each text, (B,) int64.
        last: index of the last character of each segment, (B, W) int64.
    """

    characters: Tensor
    mark_bits: Tensor
    segment: Tensor
    forms: Tensor
    lengths: Tensor
    last: Tensor


class GeluLinear(nn.Linear):
    """A linear layer and its GELU, (..., C) -> (..., D), which `engine.reading.half` fuses."""

    def forward(self, input: Tensor) -> Tensor:
        return F.gelu(super().forward(input), approximate="tanh")


class ConvBlock(nn.Module):
    """Depthwise convolution and feed-forward with one residual, (B, T, C) -> (B, T, C)."""

    def __init__(self, width: int, kernel: int, expansion: int, dropout: float) -> None:
        super().__init__()
        self.taps = nn.Parameter(torch.randn(kernel, width) / kernel**0.5)
        self.norm = nn.LayerNorm(width)
        self.rise = GeluLinear(width, expansion * width)
        self.fall = nn.Linear(expansion * width, width)
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor, present: Tensor) -> Tensor:
        """present: 1 where a text has a character and 0 in padding, (B, T, 1)."""
        with torch.autocast(x.device.type, enabled=False):
            y = depthwise(x * present, self.taps.to(x.dtype).t())
        y = self.fall(self.rise(self.norm(y)))
        return torch.add(x, self.dropout(y))


class WordBlock(nn.Module):
    """Local self-attention with learnt relative positions, then feed-forward, (B, W, D) -> (B, W, D)."""

    def __init__(self, width: int, heads: int, reach: int, expansion: int, dropout: float) -> None:
        super().__init__()
        self.heads = heads
        self.norm = nn.LayerNorm(width)
        self.qkv = nn.Linear(width, 3 * width, bias=False)
        self.out = nn.Linear(width, width, bias=False)
        self.distance = nn.Parameter(torch.zeros(heads, 2 * reach + 1))
        self.norm_ff = nn.LayerNorm(width)
        self.rise = GeluLinear(width, expansion * width)
        self.fall = nn.Linear(expansion * width, width)
        self.dropout = Dropout(dropout)

    def forward(self, x: Tensor, bias: Tensor) -> Tensor:
        """x: (B, W, D) -> (B, W, D).

        Args:
            bias: added to the logits of attention, (B, H, W, W).
        """
        b, w, d = x.shape
        qkv = self.qkv(self.norm(x)).to(x.dtype)
        q, k, v = qkv.view(b, w, 3, self.heads, d // self.heads).permute(2, 0, 3, 1, 4)
        y = F.scaled_dot_product_attention(q, k, v, bias)  # (B, H, W, D / H)
        x = x + self.dropout(self.out(y.transpose(1, 2).reshape(b, w, d)))
        y = self.fall(self.rise(self.norm_ff(x)))
        return torch.add(x, self.dropout(y))


class Tagger(nn.Module):
    """Scores every label for every character and ezafe for every segment."""

    def __init__(self, config: TaggerConfig) -> None:
        super().__init__()
        self.config = c = config
        self.character = nn.Embedding(CHARACTER_COUNT, c.width)
        self.mark = nn.Parameter(torch.randn(MARK_COUNT, c.width) * 0.5)
        self.lower = nn.ModuleList(
            ConvBlock(c.width, c.kernel, c.expansion, 0.0) for _ in range(c.lower_blocks)
        )
        self.form = nn.Embedding(c.vocabulary, c.form_width)
        self.to_word = nn.Linear(2 * c.width + c.form_width, c.word_width)
        if c.company_width:
            self.company = nn.Embedding(c.company, c.company_width).requires_grad_(False)
            self.by_company = nn.Linear(c.company_width, c.word_width, bias=False)
        self.words = nn.ModuleList(
            WordBlock(c.word_width, c.word_heads, c.reach, c.word_expansion, c.dropout)
            for _ in range(c.word_blocks)
        )
        self.to_character = nn.Linear(c.word_width, c.width)
        self.upper = nn.ModuleList(
            ConvBlock(c.width, c.kernel, c.expansion, c.dropout) for _ in range(c.upper_blocks)
        )
        self.norm = nn.LayerNorm(c.width)
        self.label = nn.Linear(c.width, len(LABELS))
        self.ezafe = nn.Linear(c.width, 1)

    def forward(self, batch: TaggerInput) -> tuple[Tensor, Tensor]:
        """Returns:
        label logits (B, T, number of labels) and ezafe logits (B, W).
        """
        x, words = self.context(batch)
        present = self._present(batch)
        spread = batch.segment.unsqueeze(-1).expand(-1, -1, self.config.width)
        x = x + self.to_character(words).to(x.dtype).gather(1, spread)
        for block in self.upper:
            x = block(x, present)
        x = self.norm(x)
        ends = x.gather(1, batch.last.unsqueeze(-1).expand(-1, -1, x.shape[-1]))  # (B, W, C)
        return self.label(x), self.ezafe(ends).squeeze(-1)

    def context(self, batch: TaggerInput) -> tuple[Tensor, Tensor]:
        """Characters as the lower blocks see them, (B, T, C), and words in their context, (B, W, D)."""
        x = self.character(batch.characters)
        bits = batch.mark_bits.unsqueeze(-1) >> torch.arange(MARK_COUNT, device=x.device) & 1
        x = x + bits.to(x.dtype) @ self.mark
        present = self._present(batch)
        for block in self.lower:
            x = block(x, present)
        words = self.to_word(torch.cat(self._pooled(x, present, batch), -1)).to(x.dtype)
        if self.config.company_width:
            company = self.company(self._some(batch.forms, self.config.company_dropout))
            words = words + self.by_company(company).to(x.dtype)
        for block, bias in zip(self.words, self._biases(batch), strict=True):
            words = block(words, bias)
        return x, words

    def _biases(self, batch: TaggerInput) -> Iterator[Tensor]:
        """What each block over words adds to its logits for distance, (B, H, W, W); far ones see nothing."""
        number = torch.arange(batch.forms.shape[1], device=batch.forms.device)
        beyond = self.config.reach + 1
        place = (number[None] - number[:, None]).clamp(-beyond, beyond) + beyond  # (W, W)
        known = torch.stack([block.get_parameter("distance") for block in self.words])
        near = F.pad(known, (1, 1), value=_UNSEEN)[:, :, place]  # (blocks, H, W, W)
        padding = (number >= batch.lengths[:, None, None, None]) * known.new_tensor(_UNSEEN)
        return (one + padding for one in near)

    def _present(self, batch: TaggerInput) -> Tensor:
        """1 where a text has a character and 0 in padding, (B, T, 1)."""
        return (batch.characters != 0).unsqueeze(-1).to(self.norm.weight.dtype)

    def _pooled(self, x: Tensor, present: Tensor, batch: TaggerInput) -> tuple[Tensor, Tensor, Tensor]:
        """Per segment: the mean of its characters, its last character, its form."""
        b, w = batch.forms.shape
        index = batch.segment.unsqueeze(-1)
        total = x.new_zeros(b, w, x.shape[-1]).scatter_add(1, index.expand_as(x), x * present)
        count = x.new_zeros(b, w, 1).scatter_add(1, index, present)
        last = x.gather(1, batch.last.unsqueeze(-1).expand(-1, -1, x.shape[-1]))
        embedded = batch.forms * (batch.forms < self.config.vocabulary)
        forms = self.form(self._some(embedded, self.config.form_dropout))
        return total / count.clamp(min=1), last, forms.to(x.dtype)

    def _some(self, forms: Tensor, dropout: float) -> Tensor:
        """The ids, in training some of them hidden."""
        if not self.training:
            return forms
        return forms * (torch.rand(forms.shape, device=forms.device) >= dropout)
