"""Encoded texts to the tagger's padded tensors."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from engine.reading.encoding import Encoded
from engine.reading.forms import FormVocabulary
from engine.reading.model import TaggerInput


def collate(texts: Sequence[Encoded], forms: FormVocabulary) -> TaggerInput:
    """A batch of texts, each with at least one character."""
    width = max(len(e.text) for e in texts)
    words = max(len(e.segments) for e in texts)
    characters = torch.zeros(len(texts), width, dtype=torch.int64)
    bits = torch.zeros_like(characters)
    segment = torch.zeros_like(characters)
    known = torch.zeros(len(texts), words, dtype=torch.int64)
    last = torch.zeros_like(known)
    for row, e in enumerate(texts):
        n, w = len(e.text), len(e.segments)
        characters[row, :n] = torch.from_numpy(e.characters)
        bits[row, :n] = torch.from_numpy(e.mark_bits)
        segment[row, :n] = torch.from_numpy(e.segment)
        known[row, :w] = torch.tensor([forms[s.word] for s in e.segments])
        last[row, :w] = torch.tensor([s.end - 1 for s in e.segments])
    return TaggerInput(
        characters,
        bits,
        segment,
        known,
        torch.tensor([len(e.segments) for e in texts], dtype=torch.int64),
        last,
    )
