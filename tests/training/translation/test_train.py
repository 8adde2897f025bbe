"""The whole way on a few pairs: prepare, train, be killed, go on, export, translate."""

import json
import lzma
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
import torch

from engine.translation.model import ModelConfig
from engine.translation.translator import Translator
from training.translation.config import RunConfig, named
from training.translation.export import export
from training.translation.prepare import prepare
from training.translation.train import CHECKPOINT, train

PEOPLE = {"علی": "Ali", "مریم": "Maryam", "رضا": "Reza", "زهرا": "Zahra", "حسن": "Hassan"}
THINGS = {"نان": "bread", "شیر": "milk", "کتاب": "a book", "سیب": "an apple", "گل": "flowers", "آب": "water"}
PAIRS = [
    (f"{fa} {what} خرید.", f"{en} bought {thing}.")
    for fa, en in PEOPLE.items()
    for what, thing in THINGS.items()
]
DEVELOPMENT = [("بهرام در باران دوید.", "Bahram ran in the rain."), ("باد تند بود.", "The wind was strong.")]
CONFIG = RunConfig(
    model=ModelConfig(width=32, heads=2, feed_forward=64, encoder_layers=1, decoder_layers=1, dropout=0.0),
    batch_tokens=128,
    warmup_steps=20,
    matrix_learning_rate=2e-2,
    learning_rate=1e-2,
    average=0.9,
)
KILLED = """
from pathlib import Path
import sys
import torch
from tests.training.translation.test_train import CONFIG
from training.translation.train import train
torch.set_num_threads(1)
train(Path(sys.argv[1]), Path(sys.argv[2]), CONFIG, 10.0, torch.device("cpu"), save_minutes=0.001)
"""


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A data folder with one file of pairs and two held-out ones, one of which also is in the file."""
    root = tmp_path_factory.mktemp("data")
    folder = root / "translation"
    (folder / "gold").mkdir(parents=True)
    (folder / "flores-dev").mkdir()
    lines = "".join(f"{fa}\t{en}\n" for fa, en in [*PAIRS, DEVELOPMENT[0], PAIRS[0]])
    (folder / "gold" / "press.tsv.xz").write_bytes(lzma.compress(lines.encode()))
    (folder / "SOURCES.tsv").write_text(
        "file\tpairs\tlicence\torigin\ngold/press.tsv.xz\t32\tours\there\n", encoding="utf-8"
    )
    (folder / "flores-dev" / "dev.fa-en.tsv").write_text(
        "".join(f"{fa}\t{en}\n" for fa, en in DEVELOPMENT), encoding="utf-8"
    )
    return root


@pytest.fixture(scope="module")
def prepared(data: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("prepared")
    prepare(data, folder, vocabulary_size=400)
    return folder


def test_preparation_drops_held_out_pairs_and_duplicates_and_says_so(prepared: Path) -> None:
    (entry,) = json.loads((prepared / "data.json").read_text(encoding="utf-8"))
    assert entry["pairs"] == len(PAIRS)
    assert entry["dropped"] == {"held out": 1, "duplicate": 1}


def test_a_killed_run_goes_on_and_what_it_learnt_translates(
    data: Path, prepared: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run = tmp_path / "run"
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[3])}
    process = subprocess.Popen([sys.executable, "-c", KILLED, prepared, run], env=environment)
    try:
        for _ in range(1200):
            if (run / CHECKPOINT).exists():
                break
            assert process.poll() is None
            time.sleep(0.1)
    finally:
        process.send_signal(signal.SIGKILL)
        process.wait()
    before = torch.load(run / CHECKPOINT, weights_only=True)

    minutes = before["elapsed"] / 60 + 0.1
    train(prepared, run, CONFIG, minutes, torch.device("cpu"))
    assert f"resumed at step {before['step']}" in capsys.readouterr().out
    assert torch.load(run / CHECKPOINT, weights_only=True)["step"] > before["step"]

    weights = tmp_path / "weights"
    measured = export(data, prepared, run, weights, "the command")
    assert 0 <= measured.scores.bleu <= 100
    entry = json.loads((weights / "manifest.json").read_text(encoding="utf-8"))["translation"]
    assert entry["data"] == [{"name": "translation/gold/press", "licence": "ours"}]
    assert "| gold/press | 30 | 1 | ours | here |" in (weights / "translation.md").read_text(encoding="utf-8")
    translator = Translator(weights, device="cpu")
    right = sum(translator.candidates([fa])[fa].text == en for fa, en in PAIRS)
    assert right > len(PAIRS) / 2


@pytest.mark.parametrize("name", ["cpu", "full"])
def test_shipped_configurations_fit_the_bundle(name: str) -> None:
    from engine.translation.model import Transformer

    parameters = sum(p.numel() for p in Transformer(named(name).model).parameters())
    assert 2 * parameters < 60 * 2**20
