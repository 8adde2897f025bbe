"""A training run: begun or gone on with, stepped until its minutes are spent, saved on the way."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import asdict
from pathlib import Path
from typing import Any

import torch
from torch import Tensor, nn

from training.speech.budget import Budget
from training.speech.checkpoints import resume, save

SAVE_EVERY = 3.0  # minutes
SHOW_EVERY = 50  # steps
_KEPT = 0.98  # of a running mean at each step


class Run:
    """A model on its way; iterating over it gives the steps that are left.

    Attributes:
        step: How many steps were made, those of earlier runs in this folder too.
        device: Where the model is.
    """

    def __init__(
        self, out: Path, model: nn.Module, config: Any, *, minutes: float, device: str, peak: float,
        betas: tuple[float, float] = (0.9, 0.999), clip: float = 1.0, half: bool = False,
    ) -> None:  # fmt: skip
        """Take up the last checkpoint in `out`, if any.

        Args:
            model: is moved to the device, and changed.
            config: a dataclass, saved with the model.
            minutes: of training in all.
            peak: learning rate, the highest.
            clip: norm that gradients are brought down to.
            half: whether `precision` computes in bfloat16.
        """
        self.device = torch.device(device)
        self._path, self._model, self._config = out / "last.pt", model.to(self.device), config
        self._peak, self._clip, self._half = peak, clip, half
        self._optimizer = torch.optim.AdamW(model.parameters(), lr=peak, betas=betas, weight_decay=0.01)
        state = resume(self._path, self.device)
        self.step, spent = 0, 0.0
        if state:
            model.load_state_dict(state["model"])
            self._optimizer.load_state_dict(state["optimizer"])
            self.step, spent = state["step"], state["spent"]
        self._budget = Budget(minutes, spent=spent)
        self._spent = self._saved = spent
        self._means: dict[str, float] = {}

    @property
    def precision(self) -> AbstractContextManager[None]:
        """What the losses are computed in."""
        return torch.autocast(self.device.type, dtype=torch.bfloat16, enabled=self._half)

    def __iter__(self) -> Iterator[int]:
        """The number of each step; `learn` belongs in each."""
        while not self._budget.over:
            for group in self._optimizer.param_groups:
                group["lr"] = self._peak * self._budget.rate(self.step)
            yield self.step
        self.save()

    def learn(self, loss: Tensor, shown: Mapping[str, Tensor]) -> None:
        """Take a step against this loss; the running means of what is shown are printed now and then."""
        self._optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(self._model.parameters(), self._clip)
        self._optimizer.step()
        self.step += 1
        for name, value in shown.items():
            new = value.item()
            self._means[name] = _KEPT * self._means.get(name, new) + (1 - _KEPT) * new
        self._spent = self._budget.spent
        if self.step % SHOW_EVERY == 0:
            means = "  ".join(f"{name} {value:.3f}" for name, value in self._means.items())
            print(f"step {self.step}  {self._spent:.1f}/{self._budget.minutes} min  {means}", flush=True)
        if self._spent - self._saved > SAVE_EVERY:
            self.save()

    def save(self, **more: Any) -> None:
        """Write a checkpoint with whatever else belongs in it."""
        self._saved = self._spent
        state = {
            "model": self._model.state_dict(), "optimizer": self._optimizer.state_dict(), "step": self.step,
            "spent": self._spent, "config": asdict(self._config),
        }  # fmt: skip
        save(self._path, state | more)

    def end(self, scores: dict[str, float]) -> dict[str, float]:
        """Write the held-out scores into the last checkpoint, and say them."""
        self.save(scores=scores)
        print(f"held out: {scores}  steps: {self.step}", flush=True)
        return scores


def options(
    parser: argparse.ArgumentParser, minutes: float, size: tuple[str, int, str], *, half: bool = True
) -> None:
    """Give a training command what all of them take.

    Args:
        minutes: by default.
        size: name, default and meaning of what makes a batch.
        half: whether it can compute in bfloat16.
    """
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=minutes, help="of training")
    parser.add_argument("--device", default="cpu")
    name, default, meaning = size
    parser.add_argument(f"--{name}", type=int, default=default, help=meaning)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    if half:
        parser.add_argument(
            "--half", action="store_true", help="compute in bfloat16 where the device is fast at it"
        )
