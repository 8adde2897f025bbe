"""A Persian voice of a folder of recordings, with one command; run again, it goes on.

    python -m training.speech.voice --corpus FOLDER --out checkpoints/voice --minutes 600 --device cuda --half
    persian-engine weights use speech:ava checkpoints/voice/weights

The acoustic model that ships is trained further with the new speaker in the human's place, beginning with the
human's timbre and the teacher's Persian rhythm. What is exported knows this one speaker only.
"""

from __future__ import annotations

import argparse
import json
import shutil
from pathlib import Path
from typing import Any

import torch

from engine import checkpoint
from engine.checkpoint import MANIFEST, default_root, manifest
from engine.reading.reader import Reader
from training.export import export
from training.speech.acoustic_set import HUMAN, TEACHER
from training.speech.corpus import prepare
from training.speech.espeak import Espeak, teacher
from training.speech.run import options
from training.speech.train_acoustic import train

_OF_SPEAKERS = ("manner.weight", "timbre.weight")  # a row for each speaker
_MEASURED = ("log_pitch", "pitch_spread", "energy", "energy_spread")  # of each speaker, in the configuration


def make(
    corpus: Path, out: Path, *, minutes: float, hours: float, start: Path, licence: str, device: str,
    frames: int, half: bool, seed: int, reader: Reader | None = None, espeak: Espeak | None = None,
) -> dict[str, float]:  # fmt: skip
    """Prepares the corpus unless that is done, trains from the last checkpoint, and exports.

    Args:
        out: `set`, `start`, `last.pt` and `weights` are written there.
        start: weights folder whose acoustic model is trained further and whose vocoder is kept.
        licence: of the recordings, for the record.
        reader: reads the texts; the shipped one by default.
        espeak: helps with the alignment where it is there.

    Returns:
        The held-out scores.

    Raises:
        FileNotFoundError, ValueError: the corpus cannot be used.
        WeightsError: `start` is missing or damaged.
    """
    if not (out / "set" / "index.json").exists():
        count = prepare(corpus, out / "set", reader or Reader(), espeak, hours)
        print(f"prepared {count} recordings", flush=True)
    if not (out / "start" / MANIFEST).exists():
        begin(start, out / "start")
    scores = train(
        out / "set", out, minutes=minutes, device=device, frames=frames, seed=seed, half=half,
        start=out / "start",
    )  # fmt: skip
    export_voice(out, start, {"name": corpus.name, "licence": licence}, scores)
    return scores


def begin(start: Path, folder: Path) -> None:
    """Writes the shipped acoustic model with the teacher's manner for the human."""
    stored = checkpoint.load("acoustic", start)
    tensors = {name: value.clone() for name, value in stored.tensors.items()}
    tensors["manner.weight"][HUMAN] = tensors["manner.weight"][TEACHER]
    export("acoustic", tensors, stored.config, folder, data=[], command="", scores={})


def export_voice(out: Path, start: Path, data: dict[str, str], scores: dict[str, float]) -> None:
    """Writes the trained model, every speaker of which is the new one, and the vocoder that ships."""
    state = torch.load(out / "last.pt", map_location="cpu", weights_only=True)
    tensors, config = dict(state["model"]), dict(state["config"])
    for name in _OF_SPEAKERS:
        tensors[name] = tensors[name][HUMAN].expand_as(tensors[name])
    for name in _MEASURED:
        config[name] = [config[name][HUMAN]] * len(config[name])
    own = {name: value for name, value in scores.items() if name.startswith("human_")}
    measured: dict[str, Any] = own | {"steps": state["step"], "minutes": round(state["spent"], 1)}
    weights, earlier = out / "weights", manifest(start)["acoustic"]["data"]
    export(
        "acoustic", tensors, config, weights, data=[data, *earlier],
        command="python -m training.speech.voice --corpus CORPUS --out OUT", scores=measured,
    )  # fmt: skip
    vocoder = manifest(start)["vocoder"]
    for file in vocoder["files"]:
        shutil.copyfile(start / file["name"], weights / file["name"])
    entries = manifest(weights) | {"vocoder": vocoder}
    (weights / MANIFEST).write_text(json.dumps(entries, ensure_ascii=False, indent=1, sort_keys=True) + "\n")


def _teacher() -> Espeak | None:
    try:
        return teacher()
    except (OSError, RuntimeError):  # no such library: a flat start will do
        return None


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--corpus", type=Path, required=True, help="metadata.csv beside wavs/ or audio/")
    options(parser, 60, ("frames", 1600, "frames in a batch"))
    parser.add_argument("--hours", type=float, default=20, help="of recordings to take at most")
    parser.add_argument("--start", type=Path, default=default_root(), help="weights folder to begin with")
    parser.add_argument("--licence", default="not stated", help="of the recordings")
    given = parser.parse_args()
    torch.set_num_threads(given.threads)
    make(
        given.corpus, given.out, minutes=given.minutes, hours=given.hours, start=given.start,
        licence=given.licence, device=given.device, frames=given.frames, half=given.half, seed=given.seed,
        espeak=_teacher(),
    )  # fmt: skip
