"""Trains the model of names.

    python -m training.pinglish.train --prepared checkpoints/pinglish --out checkpoints/pinglish/run \\
        --weights weights

An epoch sees foreign names several times and a part of the common words, which would drown them. An
interrupted run goes on from its last epoch when the command is given again. It ends by printing the scores
and exporting the weights.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import torch
import torch.nn.functional as F
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from engine.pinglish.name_model import NameModel, NameModelConfig
from training.pinglish.batches import NO_CHUNK, Batch, batches, vocabulary
from training.pinglish.finish import finish
from training.pinglish.prepare import Example, examples, part_of

CHECKPOINT: Final = "last.pt"


@dataclass(frozen=True)
class TrainConfig:
    """Settings of a run.

    Attributes:
        epochs: passes over the data.
        batch: words in a step.
        learning_rate: highest, after which it falls to zero along a line.
        repeats: times a foreign name is seen in an epoch.
        words: common words seen in an epoch, drawn anew each time.
        smoothing: share of the probability that the loss gives to all chunks alike.
        clip: largest norm of the gradient.
        seed: of initialisation and order.
    """

    epochs: int = 14
    batch: int = 128
    learning_rate: float = 2e-3
    repeats: int = 3
    words: int = 6_000
    smoothing: float = 0.1
    clip: float = 1.0
    seed: int = 1


def loss(model: NameModel, one: Batch, smoothing: float) -> tuple[torch.Tensor, torch.Tensor]:
    """Losses of the origins and of the chunks, the latter zero where no word has a spelling."""
    spelled = (one.targets != NO_CHUNK).any(1)
    states, origins = model.encode(one.letters, one.sounds)
    origin = F.cross_entropy(origins, one.origins)
    if not spelled.any():
        return origin, origin.new_zeros(())
    logits = model.spell_chunks(states[spelled], one.chunks[spelled])
    return origin, F.cross_entropy(
        logits.flatten(0, 1),
        one.targets[spelled].flatten(),
        ignore_index=NO_CHUNK,
        label_smoothing=smoothing,
    )


def train(
    found: Sequence[Example], config: TrainConfig, out: Path, device: torch.device
) -> tuple[NameModel, tuple[str, ...]]:
    """Trains on the "train" part, or goes on with what `out` holds.

    Returns:
        The model, and the chunks by id.
    """
    out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(config.seed)
    learnt = [example for example in found if part_of(example.key) == "train"]
    saved = _saved(out / CHECKPOINT, device)
    chunks = tuple(saved["chunks"]) if saved else vocabulary(learnt)
    chunk_ids = {chunk: number for number, chunk in enumerate(chunks)}
    model = NameModel(NameModelConfig(chunks=len(chunks))).to(device)
    optimizer = torch.optim.AdamW(model.parameters(), lr=config.learning_rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda epoch: 1.0 - epoch / config.epochs)
    if saved:
        model.load_state_dict(saved["model"])
        optimizer.load_state_dict(saved["optimizer"])
        schedule.load_state_dict(saved["schedule"])
    first = saved.get("epoch", 0)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, disable=not sys.stdout.isatty()) as bar:
        task = bar.add_task("training", total=config.epochs, completed=first)
        for epoch in range(first, config.epochs):
            totals = [0.0, 0.0, 0.0]
            model.train()
            seed = config.seed * 1000 + epoch
            for one in batches(_epoch(learnt, config, seed), chunk_ids, config.batch, seed):
                one = Batch(**{name: value.to(device) for name, value in vars(one).items()})
                origin, spelling = loss(model, one, config.smoothing)
                optimizer.zero_grad()
                (origin + spelling).backward()  # type: ignore[no-untyped-call]
                torch.nn.utils.clip_grad_norm_(model.parameters(), config.clip)
                optimizer.step()
                totals = [t + v for t, v in zip(totals, (1.0, origin.item(), spelling.item()), strict=True)]
            schedule.step()
            print(
                f"epoch {epoch + 1} origin {totals[1] / totals[0]:.4f} chunks {totals[2] / totals[0]:.4f}",
                flush=True,
            )
            state = {
                "model": model.state_dict(),
                "optimizer": optimizer.state_dict(),
                "schedule": schedule.state_dict(),
                "epoch": epoch + 1,
                "chunks": chunks,
            }
            torch.save(state, out / f"{CHECKPOINT}.part")
            (out / f"{CHECKPOINT}.part").replace(out / CHECKPOINT)
            bar.update(task, completed=epoch + 1)
    return model.cpu().eval(), chunks


def _epoch(learnt: Sequence[Example], config: TrainConfig, seed: int) -> list[Example]:
    """What one epoch sees."""
    words = [example for example in learnt if example.origin == "word"]
    foreign = [example for example in learnt if example.origin == "foreign"]
    persian = [example for example in learnt if example.origin == "persian"]
    drawn = random.Random(seed).sample(words, min(config.words, len(words)))
    return drawn + persian + foreign * config.repeats


def _saved(path: Path, device: torch.device) -> dict[str, Any]:
    """What an interrupted run left; empty if none did."""
    return dict(torch.load(path, map_location=device, weights_only=True)) if path.exists() else {}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--prepared", type=Path, required=True, help="what prepare wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--weights", type=Path, help="export there when done")
    parser.add_argument("--epochs", type=int, default=TrainConfig.epochs)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    config = TrainConfig(epochs=arguments.epochs, seed=arguments.seed)
    found = list(examples(arguments.prepared))
    model, chunks = train(found, config, arguments.out, torch.device(arguments.device))
    command = (
        "python -m training.pinglish.train --prepared checkpoints/pinglish --out checkpoints/pinglish/run "
        f"--epochs {config.epochs} --device {arguments.device} --seed {config.seed}"
    )
    finish(model, chunks, found, arguments.prepared, arguments.weights, command)


if __name__ == "__main__":
    main()
