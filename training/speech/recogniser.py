"""A small recogniser of phones, frame by frame, that judges what the acoustic model says.

It learns from the teacher and the human recordings, never from the acoustic model's output.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from engine.speech.phones import FEATURES, PHONES
from training.speech.acoustic_set import AcousticSet
from training.speech.align import cepstra

HEARD_AS = {
    "ɪ": "e", "ɛ": "e", "eɪ": "e", "ɛɚ": "e", "ɪɚ": "e", "ə": "e", "ɑ": "ɒ", "ɔ": "ɒ", "ɑɚ": "ɒ", "aʊ": "ɒ",
    "ʌ": "æ", "aɪ": "æ", "oʊ": "o", "ɔɚ": "o", "ɔɪ": "o", "ʊ": "o", "ʊɚ": "o", "ɹ": "ɾ", "ɚ": "ɾ", "ɜ": "ɾ",
    "j": "i", "ɣ": "ɢ", "θ": "s", "ð": "z", "ŋ": "n", "w": "v",
}  # fmt: skip  # English phones as the Persian ones nearest to them: who only spoke English is heard so
_NAMES = {phone.vector: index for index, phone in enumerate(PHONES.values())}
_AROUND = 7  # frames on either side that it hears
_DIMENSIONS = 32


class Recogniser(nn.Module):
    """Cepstra of a frame and its neighbours to phones."""

    def __init__(self) -> None:
        super().__init__()
        self.hear = nn.Conv1d(_DIMENSIONS, 256, 2 * _AROUND + 1, padding=_AROUND)
        self.think = nn.Conv1d(256, 256, 1)
        self.name = nn.Conv1d(256, len(PHONES), 1)

    def forward(self, frames: Tensor) -> Tensor:
        """(B, _DIMENSIONS, F) -> (B, len(PHONES), F) logits."""
        out: Tensor = self.name(torch.relu(self.think(torch.relu(self.hear(frames)))))
        return out


def example(data: AcousticSet, entry: dict[str, Any]) -> tuple[Tensor, Tensor]:
    """Cepstra (1, _DIMENSIONS, F) and phones (1, F) of one utterance of the set."""
    batch = data.collated([entry])
    return heard(batch.mel[0].numpy()), labels(batch.rows[0].numpy(), batch.durations[0].numpy())


def heard(mel: NDArray[np.float32]) -> Tensor:
    """(N_MELS, F) -> (1, _DIMENSIONS, F)."""
    return torch.from_numpy(cepstra(mel).T.copy())[None]


def labels(rows: NDArray[np.float32], durations: NDArray[np.int64]) -> Tensor:
    """Which phone each frame belongs to. (N, N_FEATURES), (N,) -> (1, F)."""
    vectors = np.round(rows[:, : len(FEATURES)].astype(np.float64), 4)
    table = np.array(list(_NAMES))
    index = np.abs(vectors[:, None] - table[None]).sum(axis=2).argmin(axis=1)
    return torch.from_numpy(np.repeat(index, durations))[None]


def trained(data: AcousticSet, steps: int, seed: int = 0) -> Recogniser:
    """A recogniser after so many utterances."""
    torch.manual_seed(seed)
    random = np.random.default_rng(seed)
    model = Recogniser()
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, 2e-3, total_steps=steps)
    for _ in range(steps):
        frames, phones = example(data, data.train[random.integers(len(data.train))])
        loss = nn.functional.cross_entropy(model(frames), phones)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        optimizer.step()
        schedule.step()
    return model.eval()


@torch.inference_mode()
def accuracy(model: Recogniser, examples: Sequence[tuple[Tensor, Tensor]]) -> float:
    """Share of the frames of phones, silences left out, that it names right, up to HEARD_AS."""
    order = list(PHONES)
    persian = torch.tensor([order.index(HEARD_AS.get(name, name)) for name in order])
    right = total = 0
    for frames, phones in examples:
        sounding = phones != 0
        right += int(((persian[model(frames).argmax(dim=1)] == persian[phones]) & sounding).sum())
        total += int(sounding.sum())
    return right / max(total, 1)
