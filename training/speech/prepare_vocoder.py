"""Makes the vocoder's training set: waveforms and their pitch, levelled, in two arrays and an index.

python -m training.speech.prepare_vocoder --data DATA --out checkpoints/vocoder/set
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path

import numpy as np
from tqdm import tqdm

from training.speech.pitch import pitch_of
from training.speech.recordings import cut, recordings, samples_of

SPEAKERS = ("kathleen", "matthes")  # the two whose recordings reach 12 kHz
HELD_OUT = 40  # every so many-th recording is never trained on


def prepare(data: Path, out: Path, limit: int | None = None) -> None:
    """Read `data/speech/SPEAKER` for each speaker and write `waves.npy`, `pitch.npy` and `index.json`."""
    out.mkdir(parents=True, exist_ok=True)
    waves, pitches, index = [], [], []
    sample = frame = 0
    for speaker in SPEAKERS:
        for number, recording in enumerate(tqdm(recordings(data / "speech" / speaker)[:limit], desc=speaker)):
            audio = cut(samples_of(recording.path))
            pitch = pitch_of(audio)
            held_out = number % HELD_OUT == HELD_OUT // 2
            index.append(
                {"name": recording.name, "speaker": speaker, "held_out": held_out, "sample": sample,
                 "samples": len(audio), "frame": frame, "frames": len(pitch)}
            )  # fmt: skip
            waves.append(np.round(audio * 32767).astype(np.int16))
            pitches.append(pitch)
            sample, frame = sample + len(audio), frame + len(pitch)
    np.save(out / "waves.npy", np.concatenate(waves))
    np.save(out / "pitch.npy", np.concatenate(pitches))
    (out / "index.json").write_text(json.dumps(index))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--limit", type=int, help="so many recordings of each speaker only")
    arguments = parser.parse_args()
    prepare(arguments.data, arguments.out, arguments.limit)
