"""Whether the words are there: phoneme error rates of a recogniser on synthesised Persian.

    python -m training.speech.measure --data DATA --recogniser checkpoints/recogniser/last.pt

Every voice says the same sentences of `sentences.dev.tsv` from their phonemes; the teacher says them too, and
is what the voices are held against. The recogniser is the one of `train_recogniser`.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from numpy.typing import NDArray

from engine.speech.delivery import Manner
from engine.speech.mel import LogMel
from engine.speech.rendering import Renderer
from engine.speech.sections import Section
from engine.speech.voices import Voice, voice_named
from training.speech.espeak import Espeak, teacher
from training.speech.heard import phonemes_of
from training.speech.prepare_acoustic import sentences
from training.speech.recogniser import Recogniser, load
from training.speech.teacher import persian, persian_phrases
from training.speech.train_recogniser import error_rate

Floats = NDArray[np.float32]
BASIC = ("ava", "leyla", "mana", "amir", "kian")
_MEL = LogMel()
_PAUSE = 0.3  # seconds after a phrase


@dataclass(frozen=True)
class Sentence:
    """A sentence to be said.

    Attributes:
        section: As the engine takes it.
        phonemes: What is to be heard.
        teacher: (T,) samples of the teacher saying it.
    """

    section: Section
    phonemes: tuple[str, ...]
    teacher: Floats


def dev_sentences(data: Path, espeak: Espeak, count: int) -> Iterator[Sentence]:
    """So many sentences, spread evenly over the dev set, of those that the teacher says as asked."""
    pairs = list(sentences(data / "reading" / "sentences.dev.tsv"))
    for index in np.linspace(0, len(pairs) - 1, min(count, len(pairs))).astype(int):
        phrases = persian_phrases(*pairs[index])
        said = persian(espeak, phrases)
        if said is not None:
            section = Section(phrases, (_PAUSE,) * len(phrases))
            yield Sentence(section, phonemes_of(phrases), said.audio)


def rendered(renderer: Renderer, sentence: Sentence, voice: Voice) -> Floats:
    """The sentence in a voice, spoken plainly."""
    return renderer.render(sentence.section, voice, Manner(), 1.0)


def listened(recogniser: Recogniser, audio: Floats) -> list[str]:
    """What the recogniser hears in a sound."""
    with torch.inference_mode():
        return recogniser.phones(_MEL(torch.from_numpy(audio)[None])[0])


def measure(
    data: Path, checkpoint: Path, weights: Path | None, voices: Sequence[str], count: int
) -> dict[str, float]:
    """Phoneme error rate of the teacher and of each voice."""
    (recogniser, _), renderer = load(checkpoint), Renderer(weights)
    chosen = list(dev_sentences(data, teacher(), count))
    rates = {"teacher": error_rate((listened(recogniser, one.teacher), one.phonemes) for one in chosen)}
    for name in voices:
        voice = voice_named(name)
        rates[name] = error_rate(
            (listened(recogniser, rendered(renderer, one, voice)), one.phonemes) for one in chosen
        )
    return {name: round(rate, 4) for name, rate in rates.items()}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--recogniser", type=Path, required=True, help="checkpoint of train_recogniser")
    parser.add_argument("--weights", type=Path)
    parser.add_argument("--voices", nargs="+", default=BASIC)
    parser.add_argument("--count", type=int, default=40)
    given = parser.parse_args()
    torch.set_num_threads(1)
    print(measure(given.data, given.recogniser, given.weights, given.voices, given.count))
