"""Exports a trained speech model with its held-out scores.

python -m training.speech.export_models vocoder --set checkpoints/vocoder/set --run checkpoints/vocoder
python -m training.speech.export_models acoustic --set checkpoints/acoustic/set --run checkpoints/acoustic
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from engine.speech.acoustic import Acoustic, AcousticConfig
from engine.speech.vocoder import Vocoder, VocoderConfig
from training.export import export
from training.speech.acoustic_set import AcousticSet
from training.speech.train_acoustic import score as score_acoustic
from training.speech.train_vocoder import score as score_vocoder
from training.speech.vocoder_set import Pieces

KATHLEEN = {"name": "kathleen, English recordings (CMU Arctic prompts)", "licence": "CC0-1.0"}
KERSTIN = {"name": "kerstin, German recordings", "licence": "CC0-1.0"}
MATTHES = {"name": "matthes, English recordings (vocoder only)", "licence": "Apache-2.0 (repository)"}
SENTENCES = {"name": "reading/sentences.train.tsv, phonemes of Persian sentences", "licence": "ours"}
TEACHER = {
    "name": "speech made with eSpeak NG (training only)",
    "licence": "output unrestricted; program GPL-3.0",
}


def export_vocoder(folder: Path, run: Path, weights: Path, command: str) -> dict[str, float]:
    """Score the last checkpoint and write it into the weights folder."""
    state = torch.load(run / "last.pt", map_location="cpu", weights_only=True)
    config = VocoderConfig(**state["config"])
    model = Vocoder(config)
    model.load_state_dict(state["model"])
    scores = score_vocoder(model.eval(), Pieces(folder, 0), torch.device("cpu"))
    scores |= {"steps": state["step"], "minutes": round(state["spent"], 1)}
    export(
        "vocoder", state["model"], config, weights, data=[KATHLEEN, MATTHES], command=command, scores=scores
    )
    return scores


def export_acoustic(folder: Path, run: Path, weights: Path, command: str) -> dict[str, float]:
    """Score the last checkpoint and write it into the weights folder."""
    state = torch.load(run / "last.pt", map_location="cpu", weights_only=True)
    config = AcousticConfig(**state["config"])
    model = Acoustic(config)
    model.load_state_dict(state["model"])
    scores = score_acoustic(model, AcousticSet(folder, 0), torch.device("cpu"))
    scores |= {"steps": state["step"], "minutes": round(state["spent"], 1)}
    data = [KATHLEEN, KERSTIN, SENTENCES, TEACHER]
    export("acoustic", state["model"], config, weights, data=data, command=command, scores=scores)
    return scores


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("model", choices=("acoustic", "vocoder"))
    parser.add_argument("--set", type=Path, required=True)
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=Path("weights"))
    parser.add_argument("--command", help="that trained the run, for the manifest")
    given = parser.parse_args()
    exporters = {"acoustic": export_acoustic, "vocoder": export_vocoder}
    command = given.command or f"python -m training.speech.train_{given.model} --set SET --out RUN"
    print(exporters[given.model](given.set, given.run, given.weights, command))
