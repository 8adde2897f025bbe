"""Trains the acoustic model, on a CPU or a GPU, until its minutes are spent; run again, it goes on.

python -m training.speech.train_acoustic --set checkpoints/acoustic/set --out checkpoints/acoustic
"""

from __future__ import annotations

import argparse
from dataclasses import asdict
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from engine import checkpoint
from engine.speech.acoustic import CHANCE, Acoustic, AcousticConfig
from training.speech.acoustic_set import HUMAN, SPEAKERS, AcousticSet, Batch
from training.speech.budget import Budget
from training.speech.checkpoints import resume, save
from training.speech.losses import MelEnergy

PEAK_RATE = 1e-3
SAVE_EVERY = 3.0  # minutes
WEIGHTS = {"mel": 1.0, "duration": 0.5, "energy": 0.2, "pitch": 0.3, "voicing": 0.3}


def masked(values: Tensor, mask: Tensor) -> Tensor:
    """Mean of the values where the mask is 1."""
    return (values * mask).sum() / mask.sum().clamp(min=1)


def sound(model: Acoustic, phones: Tensor, batch: Batch, chance: Tensor) -> Tensor:
    """The decoder's mel given everything true of the batch, in fp32. (B, N_MELS, F)."""
    shares = functional.one_hot(batch.speaker, model.config.speakers).float()
    shares = shares[:, None].expand(-1, phones.shape[1], -1)
    return model.decode(
        phones, batch.durations, batch.energy, batch.log_pitch, batch.voiced, shares, batch.formants, chance
    ).float()


def losses(model: Acoustic, batch: Batch, random: torch.Generator) -> dict[str, Tensor]:
    """Each loss of a batch, the true durations, energy and pitch given to what comes after them."""
    phones = model.encode(batch.rows, batch.mask)
    prosody = model.prosody(phones, batch.mask, batch.speaker)
    spoken = (batch.durations > 0).float()
    height, voicing = model.pitch(phones, batch.durations, batch.speaker)
    shape = (*batch.frames.shape, CHANCE)
    first, second = (
        sound(model, phones, batch, torch.randn(shape, generator=random).to(phones.device)) for _ in range(2)
    )
    known = batch.bands[..., None] * batch.frames[:, None]
    duration = batch.durations.clamp(min=1).float().log()
    return {
        "mel": MelEnergy()(first, second, batch.mel, known),
        "duration": masked((prosody.duration - duration).abs(), spoken),
        "energy": masked((prosody.energy - batch.energy).abs(), spoken),
        "pitch": masked((height - batch.height).abs(), batch.voiced),
        "voicing": masked(
            functional.binary_cross_entropy_with_logits(voicing, batch.voiced, reduction="none"), batch.frames
        ),
    }


@torch.inference_mode()
def score(model: Acoustic, data: AcousticSet, device: torch.device) -> dict[str, float]:
    """Held-out errors of each speaker, the model being given what it is given in training.

    `plain` is the mean absolute error of the mel without chance, in nepers.
    """
    model.eval()
    scores: dict[str, float] = {}
    random = torch.Generator().manual_seed(0)
    for name, speaker in SPEAKERS.items():
        found = []
        for entry in data.held_out:
            if entry["speaker"] == speaker:
                batch = data.collated([entry]).to(device)
                silent = batch.frames.new_zeros((*batch.frames.shape, CHANCE))
                plain = sound(model, model.encode(batch.rows, batch.mask), batch, silent)
                error = masked((plain - batch.mel).abs(), batch.bands[..., None] * batch.frames[:, None])
                found.append(losses(model, batch, random) | {"plain": error})
        for loss in found[0] if found else ():
            scores[f"{name}_{loss}"] = round(sum(float(one[loss]) for one in found) / len(found), 4)
    model.train()
    return scores


def configured(data: AcousticSet) -> AcousticConfig:
    """The configuration that carries what was measured of the speakers."""
    columns = {
        name: tuple(speaker[name] for speaker in data.speakers)
        for name in ("log_pitch", "pitch_spread", "energy", "energy_spread")
    }
    return AcousticConfig(**columns)


def start_from(model: Acoustic, weights: Path) -> None:
    """Take over what a shipped model has learnt; speakers it does not know begin as the human one."""
    stored = checkpoint.load("acoustic", weights).tensors
    own = model.state_dict()
    for name, value in own.items():
        if name not in stored:
            continue
        known = stored[name].float()
        if name.split(".")[0] in ("manner", "timbre"):
            known = torch.cat([known, known[HUMAN].expand(len(value) - len(known), -1)])
        value.copy_(known)


def train(
    folder: Path,
    out: Path,
    *,
    minutes: float,
    device: str,
    frames: int,
    seed: int,
    half: bool = False,
    start: Path | None = None,
) -> dict[str, float]:
    """Train from the last checkpoint in `out`, if any, else from the weights folder `start`, if given.

    Returns the held-out scores.
    """
    place = torch.device(device)
    torch.manual_seed(seed)
    state = resume(out / "last.pt", place)
    step = state["step"] if state else 0
    data = AcousticSet(folder, seed + step)
    config = configured(data)
    model = Acoustic(config, dropout=0.1).to(place)
    optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK_RATE, betas=(0.9, 0.98), weight_decay=0.01)
    if start is not None:
        start_from(model, start)
    if state:
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
    budget = Budget(minutes, spent=state["spent"] if state else 0.0)
    saved = budget.spent
    averages: dict[str, float] = {}
    random = torch.Generator().manual_seed(seed + step)
    while not budget.over:
        for group in optimizer.param_groups:
            group["lr"] = PEAK_RATE * budget.rate(step)
        batch = data.batch(frames).to(place)
        with torch.autocast(place.type, dtype=torch.bfloat16, enabled=half):
            found = losses(model, batch, random)
        loss = torch.stack([WEIGHTS[name] * value.float() for name, value in found.items()]).sum()
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        step += 1
        for name, value in found.items():
            averages[name] = 0.98 * averages.get(name, value.item()) + 0.02 * value.item()
        if step % 50 == 0:
            shown = "  ".join(f"{name} {value:.3f}" for name, value in averages.items())
            print(f"step {step}  {budget.spent:.1f}/{minutes} min  {shown}", flush=True)
        if budget.over or budget.spent - saved > SAVE_EVERY:
            saved = budget.spent
            save(
                out / "last.pt",
                {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step,
                 "spent": budget.spent, "config": asdict(config)},
            )  # fmt: skip
    scores = score(model, data, place)
    print(f"held out: {scores}  steps: {step}", flush=True)
    return scores


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", type=Path, required=True, help="folder made by prepare_acoustic")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=50)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--frames", type=int, default=1600, help="frames in a batch")
    parser.add_argument(
        "--half", action="store_true", help="compute in bfloat16 where the device is fast at it"
    )
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--start", type=Path, help="a weights folder whose acoustic model is trained further")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    train(
        given.set, given.out, minutes=given.minutes, device=given.device, frames=given.frames,
        seed=given.seed, half=given.half, start=given.start,
    )  # fmt: skip
