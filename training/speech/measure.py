"""Whether the phones are there: frame accuracy of a phone recogniser on synthesised Persian.

    python -m training.speech.measure --data DATA --set checkpoints/acoustic/set

Beside it the same recogniser on held-out speech that it should know: the teacher's Persian, the human's
English. Timings of synthesised phones are those that the model planned.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import torch

from engine.speech.delivery import Manner
from engine.speech.mel import LogMel
from engine.speech.phrases import matrix
from engine.speech.rendering import Renderer
from engine.speech.sections import Section
from engine.speech.voices import voice_named
from training.speech.acoustic_set import HUMAN, TEACHER, AcousticSet
from training.speech.prepare_acoustic import sentences
from training.speech.recogniser import accuracy, example, heard, labels, trained
from training.speech.teacher import persian_phrases


def spoken(renderer: Renderer, section: Section, name: str) -> tuple[torch.Tensor, torch.Tensor]:
    """Cepstra and phones of a section in a voice."""
    voice, manner = voice_named(name), Manner()
    samples = renderer.render(section, voice, manner, 1.0)
    rows = matrix(section.phrases)
    with torch.inference_mode():
        encoded = torch.from_numpy(rows)[None]
        phones = renderer.acoustic.encode(encoded, torch.ones_like(encoded[..., 0]))
        durations = renderer.planned(phones, section, voice, manner, 1.0).durations
    frames = heard(LogMel()(torch.from_numpy(samples)[None])[0].numpy())
    named = labels(rows, durations)
    shared = min(frames.shape[2], named.shape[1])
    return frames[..., :shared], named[:, :shared]


def measure(
    data: Path, folder: Path, weights: Path | None, voices: list[str], count: int, steps: int
) -> dict[str, float]:
    """Frame accuracies, by what was listened to."""
    prepared = AcousticSet(folder, 0)
    model = trained(prepared, steps)
    found = {}
    for name, speaker in (("teacher, held out", TEACHER), ("human English, held out", HUMAN)):
        chosen = [
            entry for entry in prepared.held_out if entry["speaker"] == speaker and entry["formants"] == 1.0
        ]
        found[name] = accuracy(model, [example(prepared, entry) for entry in chosen])
    renderer = Renderer(weights)
    pairs = list(sentences(data / "reading" / "sentences.dev.tsv"))[:count]
    planned = [persian_phrases(*pair) for pair in pairs]
    sections = [Section(phrases, (0.3,) * len(phrases)) for phrases in planned]
    for name in voices:
        found[name] = accuracy(model, [spoken(renderer, section, name) for section in sections])
    return {name: round(value, 3) for name, value in found.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--set", type=Path, required=True, help="folder made by prepare_acoustic")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--voices", nargs="+", default=["ava", "leyla", "mana", "amir", "kian"])
    parser.add_argument("--count", type=int, default=20)
    parser.add_argument("--steps", type=int, default=1500)
    given = parser.parse_args()
    torch.set_num_threads(1)
    print(measure(given.data, given.set, given.weights, given.voices, given.count, given.steps))
