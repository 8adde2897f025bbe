"""Training of the translator for a given time, on a CPU or one GPU, resumable.

    python -m training.translation.train --data checkpoints/translation --out checkpoints/translation/run \\
        --config cpu --minutes 75 [--device cuda]

`--data` is what `training.translation.prepare` wrote. With `--start weights` the shipped weights are
trained further, with all their layers; the data is prepared with their vocabulary then, and `--config
further` suits. A run that was stopped goes on from its last checkpoint when the same command is given
again. The learning rate falls to zero at the end of the time; the last checkpoint is `last.pt`, and the
averaged weights in it are the ones that are scored and exported.
"""

import argparse
import json
import time
from argparse import RawDescriptionHelpFormatter
from collections.abc import Mapping
from dataclasses import asdict, replace
from pathlib import Path

import numpy as np
import torch
from torch import Tensor

from engine.checkpoint import load
from engine.translation.model import ModelConfig, Transformer
from engine.translation.vocabulary import PAD, Vocabulary
from training.growth import ENCODER, deepened
from training.translation.batches import Batch, Change, Pairs, passes, unchanged
from training.translation.config import RunConfig, named
from training.translation.embeddings import starting_embeddings
from training.translation.evaluate import Scores, development_batches, development_loss, development_scores
from training.translation.loss import smoothed_cross_entropy
from training.translation.segmentation import Segmenter
from training.translation.widening import widened

CHECKPOINT = "last.pt"
SUBSET = 100
"""Dev sentences translated in between; all of them at the end."""


class Run:
    """A model in training with everything that a checkpoint holds."""

    def __init__(self, config: RunConfig, device: torch.device) -> None:
        torch.manual_seed(config.seed)
        self.config = config
        self.device = device
        self.model = Transformer(config.model).to(device)
        self.average = [p.detach().clone() for p in self.model.parameters()]
        self.optimizers = self._optimizers()
        self.step = 0
        self.elapsed = 0.0
        self.position = (0, 0)

    def begin(self, known: Mapping[str, Tensor]) -> None:
        """Start from these parameters; the others keep their random values."""
        with torch.no_grad():
            for (name, parameter), average in zip(self.model.named_parameters(), self.average, strict=True):
                parameter.copy_(known.get(name, parameter))
                average.copy_(parameter)

    def _optimizers(self) -> tuple[torch.optim.Optimizer, ...]:
        """Muon (Jordan 2024) for the matrices of the layers, AdamW for embeddings, norms and biases."""
        matrices = [p for name, p in self.model.named_parameters() if p.ndim == 2 and "embedding" not in name]
        chosen = {id(p) for p in matrices}
        rest = [p for p in self.model.parameters() if id(p) not in chosen]
        decay = self.config.weight_decay
        return (
            torch.optim.Muon(matrices, lr=0.0, weight_decay=decay, adjust_lr_fn="match_rms_adamw"),
            torch.optim.AdamW(rest, lr=0.0, betas=self.config.betas, weight_decay=0.0, fused=True),
        )

    def rate(self, share: float) -> float:
        """Share of the peak learning rates at this share of the time, both 0 to 1."""
        return min(1.0, (self.step + 1) / self.config.warmup_steps) * max(0.0, 1.0 - share)

    def update(self, batch: Batch, share: float) -> float:
        """One step on a batch; returns its loss per piece."""
        self.model.train()
        peaks = self.config.matrix_learning_rate, self.config.learning_rate
        for optimizer, peak in zip(self.optimizers, peaks, strict=True):
            optimizer.param_groups[0]["lr"] = peak * self.rate(share)
        loss = self.loss(batch)
        self.model.zero_grad(set_to_none=True)
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.model.parameters(), 1.0)
        for optimizer in self.optimizers:
            optimizer.step()
        self.step += 1
        # A young average must not remember the start.
        keep = min(self.config.average, self.step / (self.step + 10))
        torch._foreach_lerp_(self.average, [p.detach() for p in self.model.parameters()], 1 - keep)
        return loss.item()

    def loss(self, batch: Batch) -> Tensor:
        """Mean cross-entropy of the expected pieces, in nats; its gradient is smoothed."""
        source, target, expected = (t.to(self.device) for t in (batch.source, batch.target, batch.expected))
        with torch.autocast(self.device.type, dtype=torch.bfloat16):
            decoded = self.model.decode(target, self.model.encode(source))
            real = expected != PAD  # the output layer, the dearest one, runs on real pieces only
            scores = self.model.score(decoded[real])
        return smoothed_cross_entropy(scores, expected[real], self.config.label_smoothing)

    def save(self, path: Path) -> None:
        """Write a checkpoint; a kill meanwhile leaves the one before."""
        state = {
            "config": asdict(self.config.model),
            "model": self.model.state_dict(),
            "average": dict(zip(dict(self.model.named_parameters()), self.average, strict=True)),
            "optimizers": [optimizer.state_dict() for optimizer in self.optimizers],
            "step": self.step,
            "elapsed": self.elapsed,
            "position": self.position,
        }
        torch.save(state, path.with_suffix(".part"))
        path.with_suffix(".part").replace(path)

    def load(self, path: Path) -> None:
        """Go on from a checkpoint of the same configuration."""
        state = torch.load(path, map_location=self.device, weights_only=True)
        self.model.load_state_dict(state["model"])
        self.average = [state["average"][name] for name, _ in self.model.named_parameters()]
        for optimizer, stored in zip(self.optimizers, state["optimizers"], strict=True):
            optimizer.load_state_dict(stored)
        self.step, self.elapsed, self.position = state["step"], state["elapsed"], tuple(state["position"])

    def averaged(self) -> Transformer:
        """A copy of the model with the averaged weights, ready to translate."""
        model = Transformer(self.config.model).to(self.device)
        with torch.no_grad():
            for parameter, value in zip(model.parameters(), self.average, strict=True):
                parameter.copy_(value)
        return model.eval()


def train(
    data: Path,
    out: Path,
    config: RunConfig,
    minutes: float,
    device: torch.device,
    *,
    start: Path | None = None,
    reverse: bool = False,
    report_minutes: float = 10.0,
    save_minutes: float = 3.0,
) -> Scores:
    """Train until `minutes` of training are spent, all runs together; returns the scores on FLORES dev.

    Args:
        start: a weights folder whose translator is trained further; trained from nothing if None.
        reverse: train English to Persian, without what a model of that kind wrote itself.
    """
    vocabulary = Vocabulary(data / "vocabulary.model")
    config = replace(config, model=replace(config.model, vocabulary=len(vocabulary)))
    if start is not None:
        config = replace(config, model=as_large_as(start, config.model))
    pairs = Pairs.load(data / "pairs.npz")
    files = json.loads((data / "data.json").read_text(encoding="utf-8"))
    repeats = np.array([entry["repeats"] for entry in files])
    if reverse:
        pairs = pairs.swapped()
        repeats[[entry["name"].startswith("back/") for entry in files]] = 0.0
    development = development_batches(data / "dev.tsv", vocabulary, reverse)
    out.mkdir(parents=True, exist_ok=True)
    run = Run(config, device)
    if (out / CHECKPOINT).exists():
        run.load(out / CHECKPOINT)
        print(f"resumed at step {run.step}, {run.elapsed / 60:.1f} min", flush=True)
    elif start is not None:
        run.begin(shipped(start, vocabulary, config.model))
    else:
        run.begin({"embedding.weight": co_occurring(pairs, repeats, config)})
    change: Change = unchanged
    if config.resegmented > 0:
        change = Segmenter(data / "vocabulary.model", config.resegmented, config.alpha)
    started = time.monotonic() - run.elapsed
    saved = reported = run.elapsed
    losses: list[float] = []
    for number, at, batch in passes(
        pairs, repeats, config.batch_tokens, config.longest, config.seed, run.position, change
    ):
        run.elapsed = time.monotonic() - started
        if run.elapsed >= minutes * 60:
            break
        losses.append(run.update(batch, run.elapsed / (minutes * 60)))
        run.position = (number, at + 1)
        if run.step % 50 == 0:
            _log(run, f"step {run.step:6}  pass {number}  loss {np.mean(losses):.3f}")
            losses.clear()
        if run.elapsed - saved >= save_minutes * 60:
            run.save(out / CHECKPOINT)
            saved = run.elapsed
        if run.elapsed - reported >= report_minutes * 60:
            averaged = run.averaged()
            _log(run, f"dev loss {development_loss(averaged, development):.3f}")
            _log(run, str(development_scores(averaged, vocabulary, data / "dev.tsv", SUBSET, reverse)))
            reported = run.elapsed
    run.save(out / CHECKPOINT)
    scores = development_scores(run.averaged(), vocabulary, data / "dev.tsv", reverse=reverse)
    print(scores, flush=True)
    return scores


def co_occurring(pairs: Pairs, repeats: np.ndarray, config: RunConfig) -> Tensor:
    """Embeddings to start from; the pairs that are drawn in full say which pieces belong together."""
    always = np.flatnonzero(repeats[pairs.file] >= 0.5)
    return starting_embeddings(pairs, always, config.model.vocabulary, config.model.width, config.seed)


def as_large_as(weights: Path, model: ModelConfig) -> ModelConfig:
    """These dimensions, none of them less than the translator of a weights folder has."""
    known = load("translation", weights).config
    grown = ("width", "heads", "feed_forward", "encoder_layers")
    return replace(model, **{name: max(known[name], getattr(model, name)) for name in grown})


def shipped(weights: Path, vocabulary: Vocabulary, model: ModelConfig) -> dict[str, Tensor]:
    """The translator of a weights folder, to be trained further; the run's may be deeper and wider.

    Raises:
        ValueError: it has other pieces than the run, or dimensions that cannot grow into those of the run.
    """
    stored = load("translation", weights)
    known = ModelConfig(**stored.config)
    if known.decoder_layers != model.decoder_layers:
        raise ValueError(f"{weights} holds a translator of other dimensions: {stored.config}")
    if Vocabulary(stored.assets["vocabulary"]).pieces != vocabulary.pieces:
        raise ValueError(f"the data was not prepared with the vocabulary of {weights}")
    deep = deepened(stored.tensors, ENCODER, known.encoder_layers, model.encoder_layers)
    return widened(deep, known, model)


def _log(run: Run, message: str) -> None:
    print(f"{run.elapsed / 60:6.1f} min  {message}", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=Path("checkpoints/translation"))
    parser.add_argument("--out", type=Path, default=Path("checkpoints/translation/run"))
    parser.add_argument("--config", default="cpu", help="a file of training/translation/config")
    parser.add_argument("--start", type=Path, help="a weights folder whose translator is trained further")
    parser.add_argument("--reverse", action="store_true", help="English to Persian, for back-translation")
    parser.add_argument("--minutes", type=float, default=75.0)
    parser.add_argument("--report", type=float, default=10.0, help="minutes between scores on the dev set")
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    device = torch.device(arguments.device)
    config = named(arguments.config)
    train(
        arguments.data,
        arguments.out,
        config,
        arguments.minutes,
        device,
        start=arguments.start,
        reverse=arguments.reverse,
        report_minutes=arguments.report,
    )


if __name__ == "__main__":
    main()
