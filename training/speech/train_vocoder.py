"""Trains the vocoder, on a CPU or a GPU, until its minutes are spent; run again, it goes on.

python -m training.speech.train_vocoder --set checkpoints/vocoder/set --out checkpoints/vocoder
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

import numpy as np
import torch

from engine import checkpoint
from engine.speech.mel import LogMel
from engine.speech.vocoder import Vocoder, VocoderConfig
from training.speech.budget import Budget
from training.speech.checkpoints import resume, save
from training.speech.losses import EnergyDistance, MelDistance, SpectralDistance
from training.speech.vocoder_set import Pieces

SAVE_EVERY = 3.0  # minutes


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
    mel_l1, stft = sums / len(chosen)
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
    place = torch.device(device)
    torch.manual_seed(seed)
    if start is not None:
        stored = checkpoint.load("vocoder", start)
        config = VocoderConfig(**stored.config)
    model = Vocoder(config).to(place)
    if start is not None:
        model.load_state_dict(stored.tensors)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3, betas=(0.8, 0.99), weight_decay=0.01)
    state = resume(out / "last.pt", place)
    step, budget = 0, Budget(minutes)
    if state:
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        step, budget = state["step"], Budget(minutes, spent=state["spent"])
    pieces = Pieces(folder, seed + step)
    mel, distance = LogMel().to(place), EnergyDistance().to(place)
    saved, average = budget.spent, 0.0
    while not budget.over:
        for group in optimizer.param_groups:
            group["lr"] = 1e-3 * budget.rate(step)
        audio, pitch = (x.to(place) for x in pieces.batch(batch))
        gains = model.gains(mel(audio), pitch)
        loss = distance(model.sound(*gains, pitch), model.sound(*gains, pitch), audio)
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 5.0)
        optimizer.step()
        step += 1
        average = loss.item() if step == 1 or not average else 0.98 * average + 0.02 * loss.item()
        if step % 50 == 0:
            print(f"step {step}  {budget.spent:.1f}/{minutes} min  loss {average:.4f}", flush=True)
        if budget.over or budget.spent - saved > SAVE_EVERY:
            saved = budget.spent
            save(
                out / "last.pt",
                {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step,
                 "spent": budget.spent, "config": asdict(config)},
            )  # fmt: skip
    scores = score(model.eval(), pieces, place)
    print(f"held out: {scores}  steps: {step}", flush=True)
    return scores


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--set", type=Path, required=True, help="folder made by prepare_vocoder")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=40)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--batch", type=int, default=8)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=Path, help="a weights folder whose vocoder is trained further")
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    train(
        arguments.set, arguments.out, minutes=arguments.minutes, device=arguments.device,
        batch=arguments.batch, seed=arguments.seed, config=VocoderConfig(), start=arguments.start,
    )  # fmt: skip
