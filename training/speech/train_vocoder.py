"""Trains the vocoder, on a CPU or a GPU, until its minutes are spent; run again, it goes on.

python -m training.speech.train_vocoder --set checkpoints/vocoder/set --out checkpoints/vocoder
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np
import torch

from engine import checkpoint
from engine.speech.mel import LogMel
from engine.speech.vocoder import Vocoder, VocoderConfig
from training.speech.losses import EnergyDistance, MelDistance, SpectralDistance
from training.speech.run import Run, options
from training.speech.vocoder_set import Pieces

PEAK_RATE = 1e-3


@torch.inference_mode()
def score(model: Vocoder, pieces: Pieces, device: torch.device, count: int = 24) -> dict[str, float]:
    """Copy-synthesis of held-out recordings: log-mel L1 and multi-resolution STFT distance."""
    mel, spectral, distance = LogMel().to(device), SpectralDistance().to(device), MelDistance().to(device)
    torch.manual_seed(0)
    sums = np.zeros(2)
    chosen = pieces.held_out[:: max(1, len(pieces.held_out) // count)]
    for entry in chosen:
        audio, pitch = (x.to(device) for x in pieces.whole(entry))
        made = model(mel(audio), pitch)
        real = audio[:, : made.shape[1]]
        sums += (float(distance(made, real)), float(spectral(made, real)))
    mel_l1, stft = (sums / len(chosen)).tolist()
    return {"mel_l1": round(mel_l1, 4), "multi_resolution_stft": round(stft, 4), "recordings": len(chosen)}


def train(
    folder: Path,
    out: Path,
    *,
    minutes: float,
    device: str,
    batch: int,
    seed: int,
    config: VocoderConfig,
    start: Path | None = None,
) -> dict[str, float]:
    """Train from the last checkpoint in `out`, if any, else from the weights folder `start`, if given.

    Returns the held-out scores.
    """
    torch.manual_seed(seed)
    stored = checkpoint.load("vocoder", start) if start is not None else None
    config = VocoderConfig(**stored.config) if stored else config
    model = Vocoder(config)
    if stored:
        model.load_state_dict(stored.tensors)
    run = Run(
        out, model, config, minutes=minutes, device=device, peak=PEAK_RATE, betas=(0.8, 0.99), clip=5.0
    )  # fmt: skip
    pieces = Pieces(folder, seed + run.step)
    mel, distance = LogMel().to(run.device), EnergyDistance().to(run.device)
    for _ in run:
        audio, pitch = (x.to(run.device) for x in pieces.batch(batch))
        gains = model.gains(mel(audio), pitch)
        loss = distance(model.sound(*gains, pitch), model.sound(*gains, pitch), audio)
        run.learn(loss, {"loss": loss})
    return run.end(score(model.eval(), pieces, run.device))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", type=Path, required=True, help="folder made by prepare_vocoder")
    options(parser, 40, ("batch", 8, "pieces in a batch"), half=False)
    parser.add_argument("--start", type=Path, help="a weights folder whose vocoder is trained further")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    train(
        given.set, given.out, minutes=given.minutes, device=given.device, batch=given.batch,
        seed=given.seed, config=VocoderConfig(), start=given.start,
    )  # fmt: skip
