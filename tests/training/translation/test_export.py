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


def folders(parent: Path) -> list[Path]:
    """The data, what was prepared, the run, and the weights to be."""
    found = [parent / name for name in ("data", "prepared", "run", "weights")]
    for folder in (found[0] / "translation" / "flores-dev", *found[1:3]):
        folder.mkdir(parents=True)
    for asset in ("vocabulary.model", "words.npz"):
        copyfile(default_root() / f"translation.{asset}", found[1] / asset)
    return found


def test_what_is_exported_is_translated_with(tmp_path: Path) -> None:
    data, prepared, run, weights = folders(tmp_path)
    dev = data / "translation" / "flores-dev" / "dev.fa-en.tsv"
    dev.write_text("هوا در نوادا سرد است.\tIt is cold in Nevada.\n", encoding="utf-8")
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
    assert decoder.lexicon is not None
    assert decoder.vocabulary.encode("weather") in decoder.lexicon


def test_a_share_of_the_run_is_mixed_with_the_weights_that_it_started_from(tmp_path: Path) -> None:
    data, prepared, run, weights = folders(tmp_path)
    dev = data / "translation" / "flores-dev" / "dev.fa-en.tsv"
    dev.write_text("هوا سرد است.\tIt is cold.\n", encoding="utf-8")
    NameList({}).save(prepared / "names.txt")
    (prepared / "data.json").write_text(json.dumps([ENTRY]), encoding="utf-8")
    trained = Run(replace(named("cpu"), model=MODEL), torch.device("cpu"))
    trained.save(run / CHECKPOINT)
    export(data, prepared, run, weights, "train --first")
    start = OwnDecoder(weights, "cpu").model.embedding.weight.clone()
    torch._foreach_add_(trained.average, 0.5)
    trained.save(run / CHECKPOINT)

    export(data, prepared, run, weights, "train --then", further=True, share=0.75)

    mean = start.lerp(trained.average[0], 0.75)
    assert torch.equal(OwnDecoder(weights, "cpu").model.embedding.weight, mean.half().float())
