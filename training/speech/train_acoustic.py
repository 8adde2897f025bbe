"""Trains the acoustic model, on a CPU or a GPU, until its minutes are spent; run again, it goes on.

python -m training.speech.train_acoustic --set checkpoints/acoustic/set --out checkpoints/acoustic
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch
from torch import Tensor
from torch.nn import functional

from engine import checkpoint
from engine.speech.acoustic import CHANCE, Acoustic, AcousticConfig
from training.speech.acoustic_set import (
    HUMAN,
    KERSTIN,
    MAPPED_HUMAN,
    MAPPED_KERSTIN,
    SPEAKERS,
    AcousticSet,
    Batch,
)
from training.speech.losses import MelEnergy
from training.speech.run import Run, options

PEAK_RATE = 1e-3
_LIKE = {KERSTIN: HUMAN, MAPPED_HUMAN: HUMAN, MAPPED_KERSTIN: KERSTIN}
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
    return AcousticConfig(speakers=len(data.speakers), **columns)


def start_from(model: Acoustic, weights: Path) -> None:
    """Take over what a shipped model has learnt; speakers it does not know begin as `_LIKE` has them."""
    stored = checkpoint.load("acoustic", weights).tensors
    own = model.state_dict()
    for name, value in own.items():
        if name not in stored:
            continue
        known = stored[name].float()
        if name.split(".")[0] in ("manner", "timbre"):
            known = torch.stack([known[_known(row, len(known))] for row in range(len(value))])
        value.copy_(known)


def _known(speaker: int, count: int) -> int:
    """The speaker, or who is most like that among the first `count`."""
    while speaker >= count:
        speaker = _LIKE[speaker]
    return speaker


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
    torch.manual_seed(seed)
    data = AcousticSet(folder, seed)
    config = configured(data)
    model = Acoustic(config, dropout=0.1)
    if start is not None:
        start_from(model, start)
    run = Run(
        out, model, config, minutes=minutes, device=device, peak=PEAK_RATE, betas=(0.9, 0.98), half=half
    )  # fmt: skip
    data.seed(seed + run.step)
    random = torch.Generator().manual_seed(seed + run.step)
    for _ in run:
        with run.precision:
            found = losses(model, data.batch(frames).to(run.device), random)
        run.learn(torch.stack([WEIGHTS[name] * value.float() for name, value in found.items()]).sum(), found)
    return run.end(score(model, data, run.device))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", type=Path, required=True, help="folder made by prepare_acoustic")
    options(parser, 50, ("frames", 1600, "frames in a batch"))
    parser.add_argument("--start", type=Path, help="a weights folder whose acoustic model is trained further")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    train(
        given.set, given.out, minutes=given.minutes, device=given.device, frames=given.frames,
        seed=given.seed, half=given.half, start=given.start,
    )  # fmt: skip
