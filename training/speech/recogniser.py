"""A recogniser of phones that judges what the engine says.

A ConvNeXt over cepstra, trained with connectionist temporal classification (Graves et al. 2006) on the
teacher and the recordings, never on the acoustic model's output. It names the phonemes of Persian only;
phones of other languages count as `heard` has them. A frame hears half a second on either side: that is
enough for a phone, too little to guess it from the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
import torchaudio
from torch import Tensor, nn

from engine.speech.convnext import ConvNeXtBlock
from training.speech.heard import PERSIAN

BLANK = 0  # class k is PERSIAN[k - 1]
STRIDE = 2  # mel frames to one of the output
BANDS = 83  # of the mel, to 7 kHz: as far as every recording reaches
_RANGE = 7.0  # nepers: what is so far under the loudest value is silence
_SPOKEN = 4.5  # nepers: frames so far under the loudest one do not count in the mean


@dataclass(frozen=True)
class RecogniserConfig:
    """Sizes; saved in the checkpoint."""

    cepstra: int = 24
    width: int = 192
    inner: int = 384
    layers: int = 6
    kernel: int = 9
    dropout: float = 0.1


class Recogniser(nn.Module):
    """Log-mel to log probabilities of phonemes."""

    cosines: Tensor

    def __init__(self, config: RecogniserConfig) -> None:
        super().__init__()
        self.config = config
        cosines = torchaudio.functional.create_dct(config.cepstra, BANDS, norm="ortho")
        self.register_buffer("cosines", cosines, persistent=False)
        self.enter = nn.Conv1d(config.cepstra, config.width, 5, stride=STRIDE, padding=2)
        self.enter_norm = nn.LayerNorm(config.width)
        self.blocks = nn.ModuleList(
            ConvNeXtBlock(
                width=config.width, inner=config.inner, kernel=config.kernel, scale=1 / config.layers,
                dropout=config.dropout,
            )
            for _ in range(config.layers)
        )  # fmt: skip
        self.leave_norm = nn.LayerNorm(config.width)
        self.name = nn.Linear(config.width, 1 + len(PERSIAN))

    def cepstra(self, mel: Tensor) -> Tensor:
        """Cepstra of one utterance, of zero mean and unit variance where somebody speaks.

        So it matters neither how loud a recording is, nor its channel, nor what lies over 7 kHz.
        Shape: (N_MELS, F) -> (F, cepstra).
        """
        low = mel[:BANDS].T
        low = low.clamp(min=float(low.max()) - _RANGE)
        loud = low.mean(dim=1)
        spoken = loud > loud.max() - _SPOKEN
        raw = low @ self.cosines
        chosen = raw[spoken]
        return (raw - chosen.mean(dim=0)) / (chosen.std(dim=0, unbiased=False) + 1e-3)

    def forward(self, cepstra: Tensor, frames: Tensor) -> tuple[Tensor, Tensor]:
        """Name them.

        Args:
            cepstra: (B, F, cepstra), zeros beyond the end.
            frames: (B,) how many frames of each are sound.

        Returns:
            (B, F', classes) log probabilities, F' = ceil(F / STRIDE), and (B,) how many of them count.
        """
        lengths = (frames + STRIDE - 1) // STRIDE
        x = self.enter_norm(self.enter(cepstra.transpose(1, 2)).transpose(1, 2))  # (B, F, C) -> (B, F', C)
        sound = (torch.arange(x.shape[1], device=x.device) < lengths[:, None])[..., None]
        for block in self.blocks:
            x = block(x * sound)
        return self.name(self.leave_norm(x)).log_softmax(dim=-1), lengths

    @torch.inference_mode()
    def phonemes(self, mel: Tensor) -> list[str]:
        """What it hears, the likeliest class of each frame taken. (N_MELS, F) -> phonemes of Persian."""
        device = self.name.weight.device
        cepstra = self.cepstra(mel.to(device))[None]
        logits, _ = self(cepstra, torch.tensor([cepstra.shape[1]], device=device))
        classes = torch.unique_consecutive(logits[0].argmax(dim=-1)).tolist()
        return [PERSIAN[number - 1] for number in classes if number != BLANK]


def classes_of(phonemes: Sequence[str]) -> Tensor:
    """Phonemes of Persian as classes of the recogniser. (L,)."""
    return torch.tensor([1 + PERSIAN.index(name) for name in phonemes], dtype=torch.long)


def load(checkpoint: Path) -> tuple[Recogniser, dict[str, float]]:
    """The recogniser of a training run, ready to listen, and its error rates on held-out speech.

    Raises:
        FileNotFoundError: no such checkpoint.
    """
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model = Recogniser(RecogniserConfig(**state["config"]))
    model.load_state_dict(state["model"])
    return model.eval(), state.get("scores", {})
