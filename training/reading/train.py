"""Trains the reading tagger.

    python -m training.reading.train --packed checkpoints/reading/data.npz --out checkpoints/reading/run \\
        --data DATA --minutes 60 [--device cuda]

The schedule goes by the clock: the learning rate warms up, holds and falls to zero over `--minutes` of
training, interruptions not counted, so the same command is right for two CPU cores and for a GPU; with
`--steps` it ends after so many steps, which makes runs comparable. Started again with the same `--out` it
goes on from its last checkpoint. It ends by printing the dev scores;
with `--weights` it exports the averaged weights with them.
"""

from __future__ import annotations

import argparse
import copy
import itertools
import math
import sys
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import torch
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from torch import Tensor, nn

from engine.reading.forms import FormVocabulary
from engine.reading.model import Tagger, TaggerConfig, TaggerInput
from training.reading.augment import Augmentation
from training.reading.batches import Corpus, TaggerBatch, batches
from training.reading.finish import finish
from training.reading.loss import losses

CHECKPOINT: Final = "last.pt"
_LOG_EVERY: Final = 50


@dataclass(frozen=True)
class TrainConfig:
    """How to train.

    Attributes:
        minutes: length of the schedule in minutes of training.
        steps: length of the schedule in steps, whichever ends first.
        characters: characters in a batch.
        learning_rate: at the peak; warmup and decay are shares of the schedule.
        late: share of the schedule from which the sources' late weights hold.
        average: decay of the exponential moving average of the weights, per step.
        save_every: seconds between checkpoints.
    """

    minutes: float
    steps: float = math.inf
    characters: int = 4096
    learning_rate: float = 2e-3
    weight_decay: float = 0.05
    warmup: float = 0.03
    decay: float = 0.7
    clip: float = 1.0
    late: float = 0.45
    average: float = 0.998
    save_every: float = 120.0
    seed: int = 1


def rate(config: TrainConfig, progress: float) -> float:
    """The learning rate at a share of the schedule, 0 to 1: warm up, hold, fall linearly to zero."""
    rising = min(1.0, (progress + 1e-3) / config.warmup)
    falling = min(1.0, max(0.0, 1.0 - progress) / config.decay)
    return config.learning_rate * rising * falling


def moved(batch: TaggerBatch, device: torch.device) -> TaggerBatch:
    """The batch on another device."""
    fields = {name: value.to(device, non_blocking=True) for name, value in vars(batch.input).items()}
    return TaggerBatch(TaggerInput(**fields), batch.targets.to(device), batch.ezafe.to(device))


class Run:
    """A training run: model, its average, optimiser and clock, kept in one checkpoint file."""

    def __init__(
        self,
        config: TrainConfig,
        corpus: Corpus,
        out: Path,
        device: torch.device,
        compiled: bool,
        command: str,
        model: TaggerConfig | None = None,
    ) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        self.device = device
        self.command = command
        self.path = out / CHECKPOINT
        self.forms = FormVocabulary(corpus.vocabulary)
        out.mkdir(parents=True, exist_ok=True)
        self.forms.save(out / "forms.txt")
        sized = replace(model or TaggerConfig(), vocabulary=len(self.forms))
        self.model = Tagger(sized).to(device)
        self.averaged = copy.deepcopy(self.model).requires_grad_(False).eval()
        self.forward: nn.Module | Any = torch.compile(self.model, dynamic=True) if compiled else self.model
        decayed = [p for p in self.model.parameters() if p.ndim > 1]
        others = [p for p in self.model.parameters() if p.ndim <= 1]
        self.optimizer = torch.optim.AdamW(
            [
                {"params": decayed, "weight_decay": config.weight_decay},
                {"params": others, "weight_decay": 0.0},
            ],
            lr=config.learning_rate,
            betas=(0.9, 0.98),
            fused=True,
        )
        self.sets = torch.from_numpy(corpus.sets).to(device)
        self.step = 0
        self.seconds = 0.0
        if self.path.exists():
            self._resume()

    def _resume(self) -> None:
        saved = torch.load(self.path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(saved["model"])
        self.averaged.load_state_dict(saved["averaged"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.step, self.seconds = int(saved["step"]), float(saved["seconds"])

    def save(self) -> None:
        """Writes the checkpoint; a kill while writing leaves the one before."""
        fresh = self.path.with_suffix(".new")
        torch.save(
            {
                "model": self.model.state_dict(),
                "averaged": self.averaged.state_dict(),
                "optimizer": self.optimizer.state_dict(),
                "step": self.step,
                "seconds": self.seconds,
                "command": self.command,
            },
            fresh,
        )
        fresh.replace(self.path)

    @property
    def progress(self) -> float:
        """The share of the schedule that is over, 0 to 1."""
        return max(self.seconds / (60.0 * self.config.minutes), self.step / self.config.steps)

    def learn(self, batch: TaggerBatch) -> tuple[float, float]:
        """One step; returns the mean label and ezafe losses."""
        started = time.monotonic()
        for group in self.optimizer.param_groups:
            group["lr"] = rate(self.config, self.progress)
        batch = moved(batch, self.device)
        self.model.train()
        with torch.autocast(self.device.type, dtype=torch.bfloat16):
            labels, ezafe = self.forward(batch.input)
        found = losses(labels, ezafe, batch, self.sets)
        self.optimizer.zero_grad(set_to_none=True)
        found.total.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.model.parameters(), self.config.clip)
        self.optimizer.step()
        self.step += 1
        self._average()
        self.seconds += time.monotonic() - started
        return found.label, found.ezafe

    def _average(self) -> None:
        decay = min(self.config.average, (1 + self.step) / (10 + self.step))
        averaged: list[Tensor] = list(self.averaged.parameters())
        current: list[Tensor] = [p.detach() for p in self.model.parameters()]
        torch._foreach_lerp_(averaged, current, 1.0 - decay)

    def train(self, corpus: Corpus) -> None:
        """Runs to the end of the schedule."""
        saved_at = self.seconds
        label = ezafe = 0.0
        stream = batches(
            corpus,
            self.forms,
            self.config.characters,
            Augmentation(),
            self.config.seed + self.step,
            late=lambda: self.progress >= self.config.late,
        )
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, disable=not sys.stdout.isatty()) as bar:
            task = bar.add_task("training", total=1.0)
            for batch in itertools.takewhile(lambda _: self.progress < 1.0, stream):
                found = self.learn(batch)
                label += found[0]
                ezafe += found[1]
                bar.update(task, completed=min(1.0, self.progress))
                if self.step % _LOG_EVERY == 0:
                    print(
                        f"step {self.step} {self.seconds / 60:.1f} min label {label / _LOG_EVERY:.4f} "
                        f"ezafe {ezafe / _LOG_EVERY:.4f} rate {rate(self.config, self.progress):.2e}",
                        flush=True,
                    )
                    label = ezafe = 0.0
                if self.seconds - saved_at > self.config.save_every:
                    self.save()
                    saved_at = self.seconds
        self.save()


def command(arguments: argparse.Namespace) -> str:
    """The command line that repeats this training, for the manifest; the data folder is DATA."""
    line = f"python -m training.reading.train --packed {arguments.packed} --data DATA --out {arguments.out}"
    line += f" --minutes {arguments.minutes:g} --characters {arguments.characters}"
    line += f" --steps {arguments.steps:g}" if arguments.steps < math.inf else ""
    line += "".join(f" --without {name}" for name in arguments.without)
    return f"{line} --device {arguments.device} --seed {arguments.seed}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--packed", type=Path, required=True, help="what prepare wrote")
    parser.add_argument("--data", type=Path, required=True, help="the data folder, for the dev sets")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--weights", type=Path, help="export there when done")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--steps", type=float, default=math.inf)
    parser.add_argument("--without", action="append", default=[], metavar="SOURCE", help="leave a source out")
    parser.add_argument("--characters", type=int, default=4096, help="in a batch; 32768 suits a GPU")
    parser.add_argument("--learning-rate", type=float, default=2e-3)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--compile", action="store_true")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    corpus = Corpus(arguments.packed, arguments.without)
    config = TrainConfig(
        minutes=arguments.minutes,
        steps=arguments.steps,
        characters=arguments.characters,
        learning_rate=arguments.learning_rate,
        seed=arguments.seed,
    )
    run = Run(
        config, corpus, arguments.out, torch.device(arguments.device), arguments.compile, command(arguments)
    )
    run.train(corpus)

    finish(
        run.averaged,
        run.forms,
        arguments.out,
        arguments.data,
        arguments.weights,
        command(arguments),
        corpus,
    )


if __name__ == "__main__":
    main()
