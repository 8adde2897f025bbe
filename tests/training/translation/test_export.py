import json
from dataclasses import replace
from pathlib import Path
from shutil import copyfile

import torch

from engine.checkpoint import default_root, manifest
from engine.translation.model import ModelConfig
from engine.translation.names import NameList
from engine.translation.own import OwnDecoder
from training.translation.config import named
from training.translation.export import export
from training.translation.train import CHECKPOINT, Run

MODEL = ModelConfig(width=16, heads=2, feed_forward=32, encoder_layers=1, decoder_layers=1)
ENTRY = {"name": "gold/press", "pairs": 12_345, "repeats": 1.0, "licence": "ours", "origin": "us"}


def test_what_is_exported_is_translated_with(tmp_path: Path) -> None:
    data, prepared, run, weights = (tmp_path / name for name in ("data", "prepared", "run", "weights"))
    for folder in (data / "translation" / "flores-dev", prepared, run):
        folder.mkdir(parents=True)
    dev = data / "translation" / "flores-dev" / "dev.fa-en.tsv"
    dev.write_text("هوا در نوادا سرد است.\tIt is cold in Nevada.\n", encoding="utf-8")
    copyfile(default_root() / "translation.vocabulary.model", prepared / "vocabulary.model")
    NameList({"نوادا": "Nevada"}).save(prepared / "names.txt")
    back = ENTRY | {"name": "back/modern", "licence": "none stated"}
    (prepared / "data.json").write_text(json.dumps([ENTRY, back]), encoding="utf-8")
    trained = Run(replace(named("cpu"), model=MODEL), torch.device("cpu"))
    trained.step, trained.elapsed = 77, 120.0
    trained.save(run / CHECKPOINT)

    export(data, prepared, run, weights, "train --first")
    (prepared / "data.json").write_text(json.dumps([ENTRY]), encoding="utf-8")
    measured = export(data, prepared, run, weights, "train --then", further=True)

    assert measured.scores.sentences == 1
    entry = manifest(weights)["translation"]
    assert entry["command"] == "train --first; train --then"
    assert entry["data"] == [
        {"name": "translation/gold/press", "licence": "ours"},
        {"name": "translation/back/modern", "licence": "none stated"},
    ]
    card = (weights / "translation.md").read_text(encoding="utf-8")
    assert "77 steps, 2 minutes" in card
    assert "    train --first\n    train --then\n" in card
    assert "| gold/press | 12,345 | 1 | ours | us |\n" in card
    assert "| translation/back/modern | earlier only | | none stated | |\n" in card
    decoder = OwnDecoder(weights, "cpu")
    assert torch.equal(decoder.model.embedding.weight, trained.average[0].half().float())
    assert [name.english for name in decoder.names.find("هوا در نوادا")] == ["Nevada"]
