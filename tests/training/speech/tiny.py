"""A little world of speech: buzzes and hisses that stand for phones, with known timings."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.speech.mel import HOP_LENGTH, SAMPLE_RATE
from engine.speech.persian import segments
from engine.speech.phrases import Ending, Phrase
from training.speech.teacher import Utterance

FORMANTS = {"æ": 700, "ɒ": 500, "i": 300, "m": 200, "l": 400}  # Hz of a phone's one resonance


def utterance(word: str, seed: int) -> tuple[Utterance, NDArray[np.float32]]:
    """A word of the scheme as buzzes and hisses, and its pitch in Hz per frame."""
    random = np.random.default_rng(seed)
    phrase = Phrase(segments(word), Ending.STATEMENT)
    names = ["_", *(segment.ipa for segment in phrase.segments), "_"]
    durations = np.array([8, *random.integers(6, 14, len(names) - 2), 9])
    hertz = random.uniform(110, 180)
    pieces, pitch = [], []
    for name, frames in zip(names, durations, strict=True):
        time = np.arange(frames * HOP_LENGTH) / SAMPLE_RATE
        if name in FORMANTS:
            weights = [1 / (1 + abs(k * hertz - FORMANTS[name]) / 100) for k in range(1, 20)]
            pieces.append(
                0.1 * sum(w * np.sin(2 * np.pi * k * hertz * time) for k, w in enumerate(weights, 1))
            )
        else:
            pieces.append((0.001 if name == "_" else 0.05) * random.standard_normal(len(time)))
        pitch += [hertz if name in FORMANTS else 0.0] * int(frames)
    audio = np.concatenate(pieces).astype(np.float32)[: (int(durations.sum()) - 1) * HOP_LENGTH + 10]
    return Utterance((phrase,), durations, audio), np.array(pitch, np.float32)


WORDS = ("salAm", "mAl", "sim", "tamAm", "kamAl", "misAl", "salim", "kalAm")


def corpus(data: Path, speaker: str, count: int) -> None:
    """A folder as recordings come: `speech/SPEAKER` with metadata and sound files."""
    folder = data / "speech" / speaker
    (folder / "audio").mkdir(parents=True)
    lines = []
    for number in range(count):
        said, _ = utterance("".join(WORDS[(number + k) % len(WORDS)] for k in range(3)), number)
        soundfile.write(folder / "audio" / f"{speaker}{number}.wav", said.audio, SAMPLE_RATE)
        lines.append(f"{speaker}{number}|words {number}")
    (folder / "metadata.csv").write_text("\n".join(lines), encoding="utf-8")
