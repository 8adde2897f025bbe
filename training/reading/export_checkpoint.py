"""Scores and exports the averaged weights of a checkpoint, of a run that is still going too.

    python -m training.reading.export_checkpoint --packed checkpoints/reading/data.npz \\
        --out checkpoints/reading/run --data DATA [--weights weights]
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from engine.reading.forms import FormVocabulary
from engine.reading.model import Tagger, TaggerConfig
from training.reading.batches import Corpus
from training.reading.finish import finish
from training.reading.train import CHECKPOINT


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--packed", type=Path, required=True, help="what prepare wrote")
    parser.add_argument("--out", type=Path, required=True, help="folder of the checkpoint")
    parser.add_argument("--data", type=Path, required=True, help="the data folder, for the dev sets")
    parser.add_argument("--weights", type=Path, help="export there")
    arguments = parser.parse_args()
    saved = torch.load(arguments.out / CHECKPOINT, map_location="cpu", weights_only=True)
    forms = FormVocabulary.load(arguments.out / "forms.txt")
    model = Tagger(TaggerConfig(**saved["config"]))
    model.load_state_dict(saved["averaged"])
    print(f"step {saved['step']}, {saved['seconds'] / 60:.1f} minutes of training")
    corpus = Corpus(arguments.packed)
    finish(model, forms, arguments.out, arguments.data, arguments.weights, saved["command"], corpus)


if __name__ == "__main__":
    main()
