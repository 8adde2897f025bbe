"""What each source brings: a small tagger trained without it, beside one trained on everything.

    python -m training.reading.ablate --packed checkpoints/reading/more.npz --data DATA \\
        --company checkpoints/reading/company.npz --steps 400 --out checkpoints/reading/ablation

Every variant takes the same number of labelled steps with the same seed; it ends with a Markdown table of the
dev scores. A variant that was interrupted goes on when the command is given again, a finished one is not
repeated.
"""

from __future__ import annotations

import argparse
import json
import math
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import torch

from engine.reading.model import TaggerConfig
from engine.reading.reader import Reader
from training.reading.batches import Corpus
from training.reading.company import Company
from training.reading.evaluate import evaluate
from training.reading.known import known_readings
from training.reading.schedule import TrainConfig
from training.reading.train import Run

SMALL: Final = TaggerConfig(width=96, word_width=160, word_blocks=2, word_heads=4, form_width=64)


@dataclass(frozen=True)
class Variant:
    """One training.

    Attributes:
        name: its row.
        without: the sources it lacks; by default what `selftrain` labelled.
        unlabelled: the share of its first steps that guess hidden words.
        company: whether it sees in what company words are used.
    """

    name: str
    without: tuple[str, ...] = ("self",)
    unlabelled: float = 0.0
    company: bool = False


VARIANTS: Final = (
    Variant("all labelled sources"),
    Variant("and the company of words", company=True),
    Variant("and unlabelled text", unlabelled=0.75),
    Variant("and self-labelled text", ()),
    Variant("without Bijankhan", ("self", "bijankhan")),
    Variant("without Uppsala", ("self", "updt")),
    Variant("without FARSDAT", ("self", "farsdat")),
    Variant("without homograph files", ("self", "homographs_human", "homographs_llm")),
    Variant("without word lists", ("self", "zaya", "wiktionary")),
    Variant("open licences only", ("self", "judged", "bijankhan", "zaya")),
    Variant("without our sentences", ("self", "sentences")),
)
COLUMNS: Final = {
    "phoneme_error_rate": "Phoneme error rate",
    "ezafe_f1": "Ezafe F1",
    "homograph_accuracy": "Homographs",
    "diacritic_error_rate": "Diacritic error rate",
}


def scores(
    variant: Variant, packed: Path, data: Path, company: Path, out: Path, steps: int
) -> dict[str, float]:
    """Trains one variant and scores it, or reads the scores of an earlier call."""
    folder = out / variant.name.replace(" ", "-")
    done = folder / "scores.json"
    if not done.exists():
        corpus = Corpus(packed, variant.without)
        config = TrainConfig(minutes=math.inf, unlabelled=variant.unlabelled)
        guessed = variant.unlabelled * (config.settle + config.settled) / 2  # share of all steps
        config = replace(config, steps=round(steps / (1.0 - guessed)))
        seen = Company.load(company) if variant.company else None
        run = Run(config, corpus, folder, torch.device("cpu"), False, "", SMALL, company=seen)
        run.train(corpus)
        found = evaluate(Reader.of(run.averaged, run.forms, known_readings(corpus)), data)
        done.write_text(json.dumps(found), encoding="utf-8")
    read: dict[str, float] = json.loads(done.read_text(encoding="utf-8"))
    return read


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--packed", type=Path, required=True, help="what selftrain wrote")
    parser.add_argument("--data", type=Path, required=True, help="the data folder, for the dev sets")
    parser.add_argument(
        "--company", type=Path, required=True, help="what company wrote, for these data's forms"
    )
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoints")
    parser.add_argument("--steps", type=int, default=900, help="labelled steps of 4,096 characters")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    rows = []
    for variant in VARIANTS:
        found = scores(
            variant, arguments.packed, arguments.data, arguments.company, arguments.out, arguments.steps
        )
        rows.append(f"| {variant.name} | " + " | ".join(f"{found[name]:.2%}" for name in COLUMNS) + " |")
        print(rows[-1], flush=True)
    print("", "| Trained on | " + " | ".join(COLUMNS.values()) + " |", "|---" * 5 + "|", *rows, sep="\n")


if __name__ == "__main__":
    main()
