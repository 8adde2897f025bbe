"""The model of names: is an unseen word a foreign name, and how is it spelled in Latin letters?

    letters and their sounds -> two-way GRU -> origin of the word
                                            -> for each letter its share of the Latin spelling

A letter's share (its chunk) is none, one or several Latin letters, and is chosen knowing the chunks before
it, so that a whole spelling has a probability.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor, nn

from engine.reading.labels import LABELS
from engine.text.chars import PERSIAN_LETTERS

ORIGINS: Final = ("word", "persian", "foreign")
"""What a word may be: no name, a name Persian spells by itself, a foreign name."""

LETTER_IDS: Final = {letter: number for number, letter in enumerate(PERSIAN_LETTERS, 1)}
SOUND_IDS: Final = {
    sound: number for number, sound in enumerate(dict.fromkeys(label.sound for label in LABELS), 1)
}
BEAM: Final = 64
"""Spellings that the beam search keeps."""

UNKNOWN: Final = 0
"""Id of padding and of letters and sounds that training never saw."""


@dataclass(frozen=True)
class NameModelConfig:
    """Dimensions of the model.

    Attributes:
        chunks: size of the chunk vocabulary; id 0 begins a word.
        embedding: channels of a letter, of a sound and of a chunk.
        width: channels of each direction of the encoder.
        layers: layers of the encoder.
        decoder_width: channels of the decoder.
        dropout: probability in training.
    """

    chunks: int
    embedding: int = 48
    width: int = 96
    layers: int = 2
    decoder_width: int = 128
    dropout: float = 0.45


Continuations = Callable[[str], tuple[Sequence[int], Sequence[str]]]
"""Chunk ids that may follow the beginning of a spelling, and the longer beginnings that they make."""


class NameModel(nn.Module):
    """Words of N letters at most, padded with zeros."""

    def __init__(self, config: NameModelConfig) -> None:
        super().__init__()
        self.config = config
        self.letters = nn.Embedding(len(LETTER_IDS) + 1, config.embedding)
        self.sounds = nn.Embedding(len(SOUND_IDS) + 1, config.embedding)
        self.chunks = nn.Embedding(config.chunks, config.embedding)
        self.encoder = nn.GRU(
            2 * config.embedding,
            config.width,
            config.layers,
            batch_first=True,
            bidirectional=True,
            dropout=config.dropout,
        )
        self.dropout = nn.Dropout(config.dropout)
        self.origin = nn.Linear(4 * config.width, len(ORIGINS))
        self.decoder = nn.GRUCell(2 * config.width + config.embedding, config.decoder_width)
        self.spell = nn.Linear(config.decoder_width + 2 * config.width, config.chunks)

    def encode(self, letters: Tensor, sounds: Tensor) -> tuple[Tensor, Tensor]:
        """Letters (B, N) and sounds (B, N) to states (B, N, 2 width) and origin logits (B, 3)."""
        embedded = self.dropout(torch.cat((self.letters(letters), self.sounds(sounds)), dim=-1))
        lengths = (letters > 0).sum(1).clamp(min=1)
        packed = nn.utils.rnn.pack_padded_sequence(
            embedded, lengths.cpu(), batch_first=True, enforce_sorted=False
        )
        states, _ = nn.utils.rnn.pad_packed_sequence(
            self.encoder(packed)[0], batch_first=True, total_length=letters.shape[1]
        )
        present = (letters > 0)[..., None]
        mean = (states * present).sum(1) / present.sum(1).clamp(min=1)
        highest = states.masked_fill(~present, -1.0).amax(1)
        return states, self.origin(self.dropout(torch.cat((mean, highest), dim=-1)))

    def spell_chunks(self, states: Tensor, chunks: Tensor) -> Tensor:
        """Chunk logits (B, N, chunks) from states (B, N, 2 width), given the right chunks (B, N)."""
        before = torch.cat((torch.zeros_like(chunks[:, :1]), chunks[:, :-1]), dim=1)
        hidden = states.new_zeros(len(states), self.config.decoder_width)
        logits = []
        for at in range(states.shape[1]):
            hidden, scores = self._step(states[:, at], before[:, at], hidden)
            logits.append(scores)
        return torch.stack(logits, dim=1)

    def _step(self, state: Tensor, before: Tensor, hidden: Tensor) -> tuple[Tensor, Tensor]:
        hidden = self.decoder(torch.cat((state, self.chunks(before)), dim=-1), hidden)
        return hidden, self.spell(self.dropout(torch.cat((hidden, state), dim=-1)))

    @torch.inference_mode()
    def guess(
        self,
        letters: Sequence[int],
        sounds: Sequence[int],
        continuations: Continuations,
        least_foreign: float = 0.0,
        beam: int = BEAM,
    ) -> tuple[float, dict[str, float]]:
        """What one word of N letters is, by beam search over the spellings that `continuations` allows.

        Returns:
            The probability that the word is a foreign name, and log probabilities of its likeliest spellings
            or their beginnings; none for a word less likely to be foreign than `least_foreign`.
        """
        states, origin = self.encode(torch.tensor([letters]), torch.tensor([sounds]))
        foreign = float(origin.softmax(-1)[0, ORIGINS.index("foreign")])
        if foreign < least_foreign:
            return foreign, {}
        beams, chunks = [""], [0]
        scores, hidden = torch.zeros(1), states.new_zeros(1, self.config.decoder_width)
        for at in range(len(letters)):
            hidden, logits = self._step(states[:, at].expand(len(beams), -1), torch.tensor(chunks), hidden)
            totals = scores[:, None] + logits.float().log_softmax(-1)
            following = [continuations(beginning) for beginning in beams]
            rows = torch.tensor([row for row, (ids, _) in enumerate(following) for _ in ids])
            ids = torch.tensor([number for ids, _ in following for number in ids])
            longer = [beginning for _, beginnings in following for beginning in beginnings]
            if not longer:
                return foreign, {}
            scores, best = totals[rows, ids].topk(min(beam, len(longer)))
            beams = [longer[number] for number in best.tolist()]
            chunks, hidden = ids[best].tolist(), hidden[rows[best]]
        found: dict[str, float] = {}
        for latin, score in zip(beams, scores.tolist(), strict=True):
            found[latin] = math.log(math.exp(found.get(latin, -math.inf)) + math.exp(score))
        return foreign, found
