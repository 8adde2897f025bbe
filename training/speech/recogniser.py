"""A recogniser of phones that judges what the engine says.

A ConvNeXt over cepstra, trained with connectionist temporal classification (Graves et al. 2006) on the
teacher and the recordings, never on the acoustic model's output. It knows the phones of every language it
learnt from by how they are made, and listens for those of one (Li et al. 2020, "Universal phone recognition
with a multilingual allophone system"). A frame hears a quarter of a second on either side: that is enough
for a phone, too little to guess it from the sentence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import torch
import torchaudio
from torch import Tensor, nn

from engine.speech.convnext import ConvNeXtBlock
from engine.speech.phones import FEATURES, PHONES
from training.speech.heard import FA, INVENTORIES

KNOWN = tuple(name for name in PHONES if any(name in phones for phones in INVENTORIES.values()))
BLANK = 0  # class k is KNOWN[k - 1]
STRIDE = 2  # mel frames to one of the output
BANDS = 83  # of the mel, to 7 kHz: as far as every recording reaches
_NEVER = -1e4  # logit of a phone that the language does not have
_RANGE = 7.0  # nepers: what is so far under the loudest value is silence
_SPOKEN = 4.5  # nepers: frames so far under the loudest one do not count in the mean


@dataclass(frozen=True)
class RecogniserConfig:
    """Sizes; saved in the checkpoint."""

    cepstra: int = 24
    width: int = 256
    inner: int = 512
    layers: int = 6
    kernel: int = 5
    dropout: float = 0.1


class Recogniser(nn.Module):
    """Log-mel to log probabilities of phones."""

    cosines: Tensor
    features: Tensor
    foreign: Tensor

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
        self.name = nn.Linear(config.width, 1 + len(KNOWN))
        self.made = nn.Linear(config.width, len(FEATURES))
        features = torch.tensor([[0.0] * len(FEATURES), *(PHONES[name].vector for name in KNOWN)])
        self.register_buffer("features", features, persistent=False)  # (classes, features)
        foreign = [[False, *(name not in phones for name in KNOWN)] for phones in INVENTORIES.values()]
        self.register_buffer("foreign", torch.tensor(foreign), persistent=False)  # (languages, classes)

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

    def forward(self, cepstra: Tensor, frames: Tensor, languages: Sequence[str]) -> tuple[Tensor, Tensor]:
        """Name them.

        Args:
            cepstra: (B, F, cepstra), zeros beyond the end.
            frames: (B,) how many frames of each are sound.
            languages: Keys of `heard.INVENTORIES`, one for each.

        Returns:
            (B, F', classes) log probabilities, F' = ceil(F / STRIDE), and (B,) how many of them count.
        """
        lengths = (frames + STRIDE - 1) // STRIDE
        x = self.enter_norm(self.enter(cepstra.transpose(1, 2)).transpose(1, 2))  # (B, F, C) -> (B, F', C)
        sound = (torch.arange(x.shape[1], device=x.device) < lengths[:, None])[..., None]
        for block in self.blocks:
            x = block(x * sound)
        x = self.leave_norm(x)
        logits = self.name(x) + self.made(x) @ self.features.T.to(x.dtype)
        foreign = self.foreign[[list(INVENTORIES).index(name) for name in languages]][:, None]
        return logits.float().masked_fill(foreign, _NEVER).log_softmax(dim=-1), lengths

    @torch.inference_mode()
    def phones(self, mel: Tensor, language: str = FA) -> list[str]:
        """What it hears, the likeliest class of each frame taken. (N_MELS, F) -> phones of the language."""
        device = self.name.weight.device
        cepstra = self.cepstra(mel.to(device))[None]
        logits, _ = self(cepstra, torch.tensor([cepstra.shape[1]], device=device), [language])
        classes = torch.unique_consecutive(logits[0].argmax(dim=-1)).tolist()
        return [KNOWN[number - 1] for number in classes if number != BLANK]


def classes_of(phones: Sequence[str]) -> Tensor:
    """Phones as classes of the recogniser. (L,)."""
    return torch.tensor([1 + KNOWN.index(name) for name in phones], dtype=torch.long)


def load(checkpoint: Path) -> tuple[Recogniser, dict[str, float]]:
    """The recogniser of a training run, ready to listen, and its error rates on held-out speech.

    Raises:
        FileNotFoundError: no such checkpoint.
    """
    state = torch.load(checkpoint, map_location="cpu", weights_only=True)
    model = Recogniser(RecogniserConfig(**state["config"]))
    model.load_state_dict(state["model"])
    return model.eval(), state.get("scores", {})
