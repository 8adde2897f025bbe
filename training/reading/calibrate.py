"""How sure a tagger may be: a temperature for each head (Guo 2017), fitted on the dev sentences.

Trained on the same sentences again and again, a tagger is surer than it is right: of the dev words that it
gave an ezafe with 0.95 to 0.99 it erred in one of six. Scores divided by one number change no order among
labels, only the probabilities, which alternatives, doubts and what a teacher may tell depend on.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import torch
import torch.nn.functional as F
from torch import Tensor

from engine.reading.forms import FormVocabulary
from engine.reading.labels import LABELS
from engine.reading.model import Tagger
from training.reading.augment import Text
from training.reading.batches import batch, moved
from training.reading.sources import Report, transcribed
from training.reading.targets import LabelSets

_TEXTS: Final = 32  # scored at once
_TEMPERATURES: Final = tuple(step / 20 for step in range(10, 81))  # 0.5 to 4


@dataclass(frozen=True)
class Scored:
    """What a tagger says of the dev sentences, beside what is right.

    Attributes:
        labels: logits of letters (N, number of labels); wanted: their labels (N,).
        ezafe: logits of words (W,); linked: 1 where there is an ezafe (W,).
    """

    labels: Tensor
    wanted: Tensor
    ezafe: Tensor
    linked: Tensor


def scored(model: Tagger, forms: FormVocabulary, data: Path) -> Scored:
    """The dev sentences' letters and words with a known label."""
    path = data / "reading" / "sentences.dev.tsv"
    examples = sorted(transcribed(path, "sentences", LabelSets(), Report()), key=lambda e: len(e.text))
    device = next(model.parameters()).device
    found: list[tuple[Tensor, ...]] = []
    for start in range(0, len(examples), _TEXTS):
        some = examples[start : start + _TEXTS]
        texts = [Text(e.text, *(np.array(v) for v in (e.marks, e.targets, e.ezafe))) for e in some]
        made = batch(texts, forms)
        with torch.inference_mode():
            labels, ezafe = (logits.float().cpu() for logits in model(moved(made.input, device)))
        letters = (made.targets > 0) & (made.targets <= len(LABELS))
        words = made.ezafe >= 0
        found.append((labels[letters], made.targets[letters] - 1, ezafe[words], made.ezafe[words].float()))
    return Scored(*(torch.cat(column).clone() for column in zip(*found, strict=True)))


def calibrate(model: Tagger, forms: FormVocabulary, data: Path) -> dict[str, float]:
    """Divides the scores of both heads by the temperature that makes the dev sentences likeliest.

    Returns:
        The temperatures by the head's name; above 1 the tagger was too sure.
    """
    dev = scored(model, forms, data)
    found = {
        "label": min(_TEMPERATURES, key=lambda t: F.cross_entropy(dev.labels / t, dev.wanted).item()),
        "ezafe": min(
            _TEMPERATURES,
            key=lambda t: F.binary_cross_entropy_with_logits(dev.ezafe / t, dev.linked).item(),
        ),
    }
    with torch.no_grad():
        for head, temperature in found.items():
            for parameter in model.get_submodule(head).parameters():
                parameter.div_(temperature)
    return found
