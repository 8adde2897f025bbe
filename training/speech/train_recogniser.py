"""Trains the recogniser of phones until its minutes are spent; run again, it goes on.

python -m training.speech.train_recogniser --set checkpoints/recogniser/set --out checkpoints/recogniser
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from pathlib import Path

import torch
from torch import Tensor, nn
from torch.nn.utils.rnn import pad_sequence

from training.reading.score import aligned
from training.speech.budget import Budget
from training.speech.checkpoints import resume, save
from training.speech.heard import heard
from training.speech.heard_set import Heard, HeardSet, read
from training.speech.recogniser import BLANK, Recogniser, RecogniserConfig, classes_of

SAVE_EVERY = 2.0  # minutes
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
    place = torch.device(device)
    torch.manual_seed(seed)
    config = RecogniserConfig()
    model = Recogniser(config).to(place)
    optimizer = torch.optim.AdamW(model.parameters(), lr=PEAK, weight_decay=0.01)
    state = resume(out / "last.pt", place)
    step, budget = 0, Budget(minutes)
    if state:
        model.load_state_dict(state["model"])
        optimizer.load_state_dict(state["optimizer"])
        step, budget = state["step"], Budget(minutes, spent=state["spent"])
    utterances = read(folder)
    data = HeardSet(utterances, seed + step)
    saved, average = budget.spent, 0.0
    model.train()
    while not budget.over:
        for group in optimizer.param_groups:
            group["lr"] = PEAK * budget.rate(step)
        with torch.autocast(place.type, dtype=torch.bfloat16, enabled=half):
            loss = loss_of(model, data.batch(frames))
        optimizer.zero_grad(set_to_none=True)
        loss.backward()
        nn.utils.clip_grad_norm_(model.parameters(), 2.0)
        optimizer.step()
        step += 1
        average = loss.item() if not average else 0.98 * average + 0.02 * loss.item()
        if step % 50 == 0:
            print(f"step {step}  {budget.spent:.1f}/{minutes} min  loss {average:.4f}", flush=True)
        if budget.over or budget.spent - saved > SAVE_EVERY:
            saved = budget.spent
            state = {
                "model": model.state_dict(), "optimizer": optimizer.state_dict(), "step": step,
                "spent": budget.spent, "config": asdict(config),
            }  # fmt: skip
            save(out / "last.pt", state)
    scores = score(model, utterances)
    if state:
        save(out / "last.pt", state | {"scores": scores})
    print(f"held out: {scores}  steps: {step}", flush=True)
    return scores


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--set", type=Path, required=True, help="folder made by prepare_recogniser")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--minutes", type=float, default=12)
    parser.add_argument("--device", default="cpu")
    parser.add_argument("--frames", type=int, default=6000, help="mel frames in a batch")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--half", action="store_true", help="compute in bfloat16 where the device is fast at it"
    )
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    train(
        given.set, given.out, minutes=given.minutes, device=given.device, frames=given.frames,
        seed=given.seed, half=given.half,
    )  # fmt: skip
