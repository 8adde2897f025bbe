"""Scores and exports the averaged weights of a checkpoint, of a run that is still going too.

    python -m training.reading.export_checkpoint --packed checkpoints/reading/data.npz \\
        --out checkpoints/reading/run --data DATA [--weights weights] [--start weights --share 0.7]

Of a run that started from the weights of a folder, a share of the way from there (Wortsman 2022, robust
fine-tuning) may read better than all of it: it learns the new and forgets less of the old. The run may also
be one that the weights of the folder have behind them, towards whose end they then go once more.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from pathlib import Path

import torch
from torch import Tensor

from engine import checkpoint
from engine.reading.forms import FormVocabulary
from engine.reading.model import Tagger, TaggerConfig
from engine.reading.reader import NAME
from training.growth import WORDS, deepened
from training.reading.batches import Corpus
from training.reading.finish import finish
from training.reading.train import CHECKPOINT


def mean(start: Mapping[str, Tensor], end: Mapping[str, Tensor], share: float) -> dict[str, Tensor]:
    """A tagger before training and this share of the way to what it was after.

    What it saw later only (`company`) began as nothing.
    """
    before = {**end, "by_company.weight": torch.zeros(1), **start}
    return {name: before[name].float().lerp(value, share) for name, value in end.items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--packed", type=Path, required=True, help="what prepare wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--data", type=Path, required=True, help="the data folder, for the dev sets")
    parser.add_argument("--weights", type=Path, help="export there")
    parser.add_argument("--start", type=Path, help="the weights folder from which to go")
    parser.add_argument("--share", type=float, default=0.5, help="of the way from there")
    arguments = parser.parse_args()
    saved = torch.load(arguments.out / CHECKPOINT, map_location="cpu", weights_only=True)
    forms = FormVocabulary.load(arguments.out / "forms.txt")
    model = Tagger(TaggerConfig(**saved["config"]))
    model.load_state_dict(saved["averaged"])
    command = saved["command"]
    if arguments.start is not None:
        began = checkpoint.load(NAME, arguments.start)
        before = deepened(began.tensors, WORDS, began.config["word_blocks"], model.config.word_blocks)
        model.load_state_dict(mean(before, model.state_dict(), arguments.share))
        so_far = str(checkpoint.manifest(arguments.start)[NAME]["command"])
        command = so_far if f"{so_far};".startswith(f"{command};") else command
        command += f"; python -m training.reading.export_checkpoint --out {arguments.out}"
        command += f" --start weights --share {arguments.share:g}"
    print(f"step {saved['step']}, {saved['seconds'] / 60:.1f} minutes of training")
    corpus = Corpus(arguments.packed)
    finish(model, forms, arguments.out, arguments.data, arguments.weights, command, corpus)


if __name__ == "__main__":
    main()
