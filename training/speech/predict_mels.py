"""Mels as the acoustic model would make them of the vocoder's own recordings.

    python -m training.speech.predict_mels --run checkpoints/acoustic --set checkpoints/acoustic/set \\
        --vocoder-set checkpoints/vocoder/set

The acoustic model's mels are smoother than real ones. A vocoder that has also been trained to make the
recording from the smooth mel puts the lost detail back. Timings, pitch and energy are the recording's,
so each predicted frame belongs to the sound at its place. Writes `predicted.npy` into the vocoder's
set: one row for each frame, NaN where there is no prediction.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
import torch

from engine.speech.acoustic import CHANCE, Acoustic, AcousticConfig
from engine.speech.mel import N_MELS
from training.speech.acoustic_set import AcousticSet
from training.speech.train_acoustic import sound


@torch.inference_mode()
def predict(run: Path, folder: Path, vocoder_set: Path) -> int:
    """Predict every recording that both sets hold; returns how many."""
    state = torch.load(run / "last.pt", map_location="cpu", weights_only=True)
    model = Acoustic(AcousticConfig(**state["config"]))
    model.load_state_dict(state["model"])
    model.eval()
    data = AcousticSet(folder, 0)
    aligned = {entry["name"]: entry for entry in data.train if entry.get("name")}
    index = json.loads((vocoder_set / "index.json").read_text())
    predicted = np.full((sum(entry["frames"] for entry in index), N_MELS), np.nan, np.float16)
    count, random = 0, torch.Generator().manual_seed(0)
    for entry in index:
        other = aligned.get(entry["name"])
        if other is None or other["frames"] != entry["frames"]:
            continue
        batch = data.collated([other])
        phones = model.encode(batch.rows, batch.mask)
        chance = torch.randn((*batch.frames.shape, CHANCE), generator=random)
        mel = sound(model, phones, batch, chance)
        predicted[entry["frame"] : entry["frame"] + entry["frames"]] = mel[0].T.numpy()
        count += 1
    np.save(vocoder_set / "predicted.npy", predicted)
    return count


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--run", type=Path, required=True)
    parser.add_argument("--set", type=Path, required=True)
    parser.add_argument("--vocoder-set", type=Path, required=True)
    given = parser.parse_args()
    torch.set_num_threads(1)
    print(f"predicted {predict(given.run, given.set, given.vocoder_set)} recordings")
