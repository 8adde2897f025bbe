"""Trains the recogniser of phones until its minutes are spent; run again, it goes on.

python -m training.speech.train_recogniser --set checkpoints/recogniser/set --out checkpoints/recogniser
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from training.reading.score import aligned
from training.speech.heard import heard
from training.speech.heard_set import Heard, HeardSet, read
from training.speech.recogniser import BLANK, Recogniser, RecogniserConfig, classes_of
from training.speech.run import Run, options

PEAK = 3e-3  # learning rate


def loss_of(model: Recogniser, batch: Sequence[Heard]) -> Tensor:
    """Mean CTC loss of a phone."""
    device = model.name.weight.device
    cepstra = [model.cepstra(one.mel.to(device)) for one in batch]
    targets = [classes_of(one.phones) for one in batch]
    frames = torch.tensor([len(one) for one in cepstra], device=device)
    languages = [one.language for one in batch]
    logits, lengths = model(pad_sequence(cepstra, batch_first=True), frames, languages)
    return nn.functional.ctc_loss(
        logits.transpose(0, 1),  # (B, F', classes) -> (F', B, classes)
        torch.cat(targets).to(device),
        lengths,
        torch.tensor([len(one) for one in targets], device=device),
        blank=BLANK,
        zero_infinity=True,
    )


def error_rate(pairs: Iterable[tuple[Sequence[str], Sequence[str]]]) -> float:
    """Phoneme errors for each phoneme meant, by Levenshtein distance, of (got, meant)."""
    errors = total = 0
    for got, meant in pairs:
        errors += sum(a != b for a, b in aligned(got, meant))
        total += len(meant)
    return errors / max(total, 1)


def score(model: Recogniser, utterances: Sequence[Heard], count: int = 60) -> dict[str, float]:
    """Phoneme error rate on held-out utterances of each speaker, as Persian hears them."""
    speakers: dict[str, list[Heard]] = {}
    for one in utterances:
        if one.held_out:
            speakers.setdefault(one.speaker, []).append(one)
    model.eval()
    return {
        name: round(error_rate(_heard(model, one) for one in chosen[:count]), 4)
        for name, chosen in speakers.items()
    }


def _heard(model: Recogniser, one: Heard) -> tuple[list[str], list[str]]:
    """What is heard and what was meant, with the ears of its language, then as Persian has it."""
    said = model.phones(one.mel.float(), one.language), one.phones
    got, meant = ([name for phone in phones for name in heard(phone)] for phones in said)
    return got, meant


def train(
    folder: Path, out: Path, *, minutes: float, device: str, frames: int, seed: int, half: bool = False
) -> dict[str, float]:
    """Train from the last checkpoint in `out`, if any; returns the held-out scores."""
    torch.manual_seed(seed)
    model = Recogniser(RecogniserConfig())
    run = Run(
        out, model, model.config, minutes=minutes, device=device, peak=PEAK, clip=2.0, half=half
    )  # fmt: skip
    utterances = read(folder)
    data = HeardSet(utterances, seed + run.step)
    model.train()
    for _ in run:
        with run.precision:
            loss = loss_of(model, data.batch(frames))
        run.learn(loss, {"loss": loss})
    return run.end(score(model, utterances))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", type=Path, required=True, help="folder made by prepare_recogniser")
    options(parser, 40, ("frames", 6000, "mel frames in a batch"))
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    train(
        given.set, given.out, minutes=given.minutes, device=given.device, frames=given.frames,
        seed=given.seed, half=given.half,
    )  # fmt: skip
