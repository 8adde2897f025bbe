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
import math
import random
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import asdict, replace
from pathlib import Path
from typing import Final

import torch
import torch.nn.functional as F
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from torch import Tensor, nn

from engine import checkpoint
from engine.reading.forms import FormVocabulary
from engine.reading.model import Tagger, TaggerConfig
from engine.reading.reader import NAME
from training.growth import WORDS, deepened
from training.reading.augment import Augmentation
from training.reading.batches import Corpus, TaggerBatch, batches, moved, unlabelled_batches
from training.reading.company import Company, untouched
from training.reading.finish import finish
from training.reading.loss import losses
from training.reading.masked import WordGuesser, masked
from training.reading.schedule import TrainConfig, rate, unlabelled_share

CHECKPOINT: Final = "last.pt"
DROPOUTS: Final = ("dropout", "form_dropout", "company_dropout")
"""Probabilities of `TaggerConfig` that a run may change."""
WORD_WEIGHT: Final = 0.2  # a hidden word costs twenty times what a letter does
_LOG_EVERY: Final = 50


class Run:
    """A training run: model, its average, optimiser and clock, kept in one checkpoint file.

    Args:
        compiled: compile the blocks, which takes a minute and then saves a third of the time.
        model: dimensions; the default ones if not given.
        start: a weights folder whose tagger, dimensions and word forms included, is trained further.
        word_blocks: so many instead; those above the blocks of that tagger change nothing at first.
        company: of the forms of that tagger and others, which it is to see.
        dropouts: probabilities by their names in `TaggerConfig`, instead of those of the dimensions.

    Raises:
        ValueError: the company is of the forms of another tagger, or that tagger sees company already;
            it has more than `word_blocks`, or less than half as many.
    """

    def __init__(
        self,
        config: TrainConfig,
        corpus: Corpus,
        out: Path,
        device: torch.device,
        compiled: bool,
        command: str,
        model: TaggerConfig | None = None,
        start: Path | None = None,
        word_blocks: int | None = None,
        company: Company | None = None,
        dropouts: Mapping[str, float] | None = None,
    ) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        self.device = device
        self.command = command
        self.path = out / CHECKPOINT
        self.forms = FormVocabulary(corpus.vocabulary)
        sized = replace(model or TaggerConfig(), vocabulary=len(self.forms))
        trained: dict[str, Tensor] = {}
        if start is not None:
            stored = checkpoint.load(NAME, start)
            self.forms = FormVocabulary.load(stored.assets["forms"])
            sized, trained = TaggerConfig(**stored.config), stored.tensors
        if word_blocks is not None:
            trained = deepened(trained, WORDS, sized.word_blocks, word_blocks)
            sized = replace(sized, word_blocks=word_blocks)
        if company is not None:
            if sized.company_width or company.forms[: len(self.forms) - 1] != list(self.forms):
                raise ValueError("the company is not of the forms of this tagger, or it sees some already")
            self.forms = FormVocabulary(company.forms)
            sized = replace(sized, company=len(self.forms), company_width=company.vectors.shape[1])
            trained = {**trained, **untouched(company, sized)}
        self.model = Tagger(TaggerConfig(**{**asdict(sized), **(dropouts or {})})).to(device)
        self.model.load_state_dict(trained, strict=start is not None)
        self.guesser = WordGuesser(sized).to(device)
        self.averaged = copy.deepcopy(self.model).requires_grad_(False).eval()
        if compiled:
            for block in (*self.model.lower, *self.model.words, *self.model.upper):
                block.compile(dynamic=True)
        parameters = (*self.model.parameters(), *self.guesser.parameters())
        self.learnt = [p for p in parameters if p.requires_grad]
        decayed = [p for p in self.learnt if p.ndim > 1]
        others = [p for p in self.learnt if p.ndim <= 1]
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
        self.generator = torch.Generator().manual_seed(config.seed)
        self.step = 0
        self.seconds = 0.0
        out.mkdir(parents=True, exist_ok=True)
        if self.path.exists():
            self._resume()
        self.forms.save(out / "forms.txt")

    def _resume(self) -> None:
        saved = torch.load(self.path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(saved["model"])
        self.guesser.load_state_dict(saved["guesser"])
        self.averaged.load_state_dict(saved["averaged"])
        self.optimizer.load_state_dict(saved["optimizer"])
        self.step, self.seconds = int(saved["step"]), float(saved["seconds"])

    def save(self) -> None:
        """Writes the checkpoint; a kill while writing leaves the one before."""
        fresh = self.path.with_suffix(".new")
        torch.save(
            {
                "config": asdict(self.model.config),
                "model": self.model.state_dict(),
                "guesser": self.guesser.state_dict(),
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

    def learn(self, batch: TaggerBatch) -> dict[str, float]:
        """One step on labelled text; returns the mean losses of labels and ezafe."""
        with self._timed():
            given = moved(batch.input, self.device)
            targets, linked = batch.targets.to(self.device), batch.ezafe.to(self.device)
            with torch.autocast(self.device.type, dtype=torch.bfloat16):
                labels, ezafe = self.model(given)
            found = losses(labels, ezafe, TaggerBatch(given, targets, linked), self.sets)
            self._descend(found.total)
        return {"label": found.label, "ezafe": found.ezafe}

    def guess(self, batch: TaggerBatch) -> dict[str, float]:
        """One step on unlabelled text; returns the mean loss of the hidden words."""
        with self._timed():
            hidden = masked(batch.input, self.config.hidden, self.model.config.vocabulary, self.generator)
            places, wanted = hidden.places.to(self.device), hidden.wanted.to(self.device)
            with torch.autocast(self.device.type, dtype=torch.bfloat16):
                _, words = self.model.context(moved(hidden.input, self.device))
                scores = self.guesser(words.flatten(0, 1)[places], self.model.form.weight)
            loss = F.cross_entropy(scores.float(), wanted, reduction="sum") / max(1, len(wanted))
            self._descend(WORD_WEIGHT * loss)
        return {"word": loss.item()}

    @contextmanager
    def _timed(self) -> Iterator[None]:
        started = time.monotonic()
        yield
        self.seconds += time.monotonic() - started

    def _descend(self, loss: Tensor) -> None:
        for group in self.optimizer.param_groups:
            group["lr"] = rate(self.config, self.progress)
        self.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.learnt, self.config.clip)
        self.optimizer.step()
        self.step += 1
        self._average()

    def _average(self) -> None:
        decay = min(self.config.average, (1 + self.step) / (10 + self.step))
        averaged: list[Tensor] = list(self.averaged.parameters())
        current: list[Tensor] = [p.detach() for p in self.model.parameters()]
        torch._foreach_lerp_(averaged, current, 1.0 - decay)

    def train(self, corpus: Corpus) -> None:
        """Runs to the end of the schedule."""
        saved_at = self.seconds
        log = Log()
        self.model.train()
        columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
        with Progress(*columns, disable=not sys.stdout.isatty()) as bar:
            task = bar.add_task("training", total=1.0)
            for losses_found in self._steps(corpus):
                log.add(losses_found)
                bar.update(task, completed=min(1.0, self.progress))
                if self.step % _LOG_EVERY == 0:
                    print(
                        f"step {self.step} {self.seconds / 60:.1f} min {log} "
                        f"rate {rate(self.config, self.progress):.2e}",
                        flush=True,
                    )
                    log = Log()
                if self.seconds - saved_at > self.config.save_every:
                    self.save()
                    saved_at = self.seconds
        self.save()

    def _steps(self, corpus: Corpus) -> Iterator[dict[str, float]]:
        """Steps on labelled and unlabelled batches, mixed as the schedule says, until it ends."""
        seed, size, how = self.config.seed + self.step, self.config.characters, Augmentation()
        labelled = batches(
            corpus, self.forms, size, how, seed, late=lambda: self.progress >= self.config.late
        )
        unlabelled = unlabelled_batches(corpus, self.forms, size, how, seed)
        rng = random.Random(seed)
        while self.progress < 1.0:
            chosen = rng.random() < unlabelled_share(self.config, self.progress)
            batch = next(unlabelled, None) if chosen else None
            yield self.learn(next(labelled)) if batch is None else self.guess(batch)


class Log:
    """Means of the losses since the last line of the log."""

    def __init__(self) -> None:
        self._found: dict[str, list[float]] = defaultdict(list)

    def add(self, losses_found: dict[str, float]) -> None:
        for name, value in losses_found.items():
            self._found[name].append(value)

    def __str__(self) -> str:
        return " ".join(f"{name} {sum(v) / len(v):.4f}" for name, v in sorted(self._found.items()))


def dropouts(arguments: argparse.Namespace) -> dict[str, float]:
    """Those that were given."""
    return {name: vars(arguments)[name] for name in DROPOUTS if vars(arguments)[name] is not None}


def command(arguments: argparse.Namespace) -> str:
    """The commands that repeat this training and those before it, for the manifest; the data are in DATA."""
    line = f"python -m training.reading.train --packed {arguments.packed} --data DATA --out {arguments.out}"
    line += f" --minutes {arguments.minutes:g} --characters {arguments.characters}"
    line += f" --steps {arguments.steps:g}" if arguments.steps < math.inf else ""
    line += f" --unlabelled {arguments.unlabelled:g} --learning-rate {arguments.learning_rate:g}"
    line += f" --start {arguments.start}" if arguments.start else ""
    line += f" --word-blocks {arguments.word_blocks}" if arguments.word_blocks else ""
    line += f" --company {arguments.company}" if arguments.company else ""
    line += "".join(f" --{name.replace('_', '-')} {value:g}" for name, value in dropouts(arguments).items())
    line += "".join(f" --without {name}" for name in arguments.without)
    begun = f"{checkpoint.manifest(arguments.start)[NAME]['command']}; " if arguments.start else ""
    return f"{begun}{line} --device {arguments.device} --seed {arguments.seed}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--packed", type=Path, required=True, help="what prepare wrote")
    parser.add_argument("--data", type=Path, required=True, help="the data folder, for the dev sets")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--weights", type=Path, help="export there when done")
    parser.add_argument("--minutes", type=float, default=60.0)
    parser.add_argument("--steps", type=float, default=math.inf)
    parser.add_argument("--without", action="append", default=[], metavar="SOURCE", help="leave a source out")
    parser.add_argument("--unlabelled", type=float, default=0.0, help="share guessing hidden words, at first")
    parser.add_argument("--characters", type=int, default=4096, help="in a batch; 32768 suits a GPU")
    parser.add_argument("--learning-rate", type=float, default=2e-3)
    parser.add_argument("--start", type=Path, help="a weights folder to train further; 6e-4 suits it")
    parser.add_argument("--word-blocks", type=int, help="deeper than the tagger of --start")
    parser.add_argument("--company", type=Path, help="what training.reading.company wrote for that tagger")
    for name in DROPOUTS:
        parser.add_argument(f"--{name.replace('_', '-')}", type=float, help="instead of the tagger's own")
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
        unlabelled=arguments.unlabelled,
        seed=arguments.seed,
    )
    device, line = torch.device(arguments.device), command(arguments)
    company = Company.load(arguments.company) if arguments.company else None
    run = Run(
        config,
        corpus,
        arguments.out,
        device,
        arguments.compile,
        line,
        start=arguments.start,
        word_blocks=arguments.word_blocks,
        company=company,
        dropouts=dropouts(arguments),
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
