"""Self-training: unlabelled lines with the labels that trained taggers agree on, as one more source.

    python -m training.reading.selftrain --packed checkpoints/reading/data.npz --teacher weights \\
        [--teacher FOLDER] --characters 3e6 --out checkpoints/reading/more.npz

Several teachers are averaged (of different sizes or runs: what they have in common is right more often than
either). A letter is labelled where its best candidate is likelier than `SURE`, a word's ezafe where it or its
absence is; elsewhere nothing is said. With `--judged` the lines of `judged.tsv` are one more source: what
readers decided in them stands, and the teachers label the rest. With `--sounds articles` they label letters
of which that source says nothing. Training on the result is the usual command.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from engine import checkpoint
from engine.reading.candidates import CANDIDATES, candidate_logits
from engine.reading.encoding import encode
from engine.reading.forms import FormVocabulary
from engine.reading.inputs import collate
from engine.reading.labels import ALLOWED
from engine.reading.model import Tagger, TaggerConfig
from engine.reading.reader import NAME
from training.digest import digest
from training.reading.batches import Corpus
from training.reading.judged import decided, judged
from training.reading.packing import packed
from training.reading.sources import JUDGED, SELF
from training.reading.targets import Example

SURE: Final = 0.98  # a teacher is right about as often as it says (`training.reading.calibrate`)
_LINES: Final = 64  # labelled at once


class Teacher:
    """A tagger of a weights folder."""

    def __init__(self, weights: Path) -> None:
        stored = checkpoint.load(NAME, weights)
        self._model = Tagger(TaggerConfig(**stored.config)).eval()
        self._model.load_state_dict({name: tensor.float() for name, tensor in stored.tensors.items()})
        self._forms = FormVocabulary.load(stored.assets["forms"])

    @torch.inference_mode()
    def __call__(self, texts: list[str]) -> tuple[Tensor, Tensor]:
        """Probabilities of each character's candidates (B, T, K) and of each segment's ezafe (B, W)."""
        batch = collate([encode(text) for text in texts], self._forms)
        labels, ezafe = self._model(batch)
        return candidate_logits(labels, batch.characters).softmax(-1), ezafe.sigmoid()


def labelled(texts: Iterable[str], teachers: list[Teacher]) -> Iterator[Example]:
    """Examples of normalised texts without marks."""
    lines = sorted(texts, key=len)
    for start in range(0, len(lines), _LINES):
        some = lines[start : start + _LINES]
        found = [teacher(some) for teacher in teachers]
        labels, ezafe = (torch.stack(each).mean(0).numpy() for each in zip(*found, strict=True))
        for text, letters, words in zip(some, labels, ezafe, strict=True):
            yield _example(text, letters, words)


def _example(text: str, letters: NDArray[np.float32], words: NDArray[np.float32]) -> Example:
    encoded = encode(text)
    best = letters[: len(text)].argmax(-1)
    sure = letters[np.arange(len(text)), best] >= SURE
    chosen = CANDIDATES[encoded.characters, best]
    targets = [
        1 + int(label) if known and char in ALLOWED else 0
        for char, label, known in zip(text, chosen, sure, strict=True)
    ]
    ezafe = [-1] * len(text)
    for segment, chance in zip(encoded.segments, words, strict=False):
        if not segment.word or max(chance, 1.0 - chance) >= SURE:
            ezafe[segment.end - 1] = int(chance > 0.5 and segment.word != "")
    return Example(text, [0] * len(text), targets, ezafe, SELF.name)


def sounded(corpus: Corpus, source: str, teachers: list[Teacher]) -> Iterator[tuple[slice, list[int]]]:
    """Where in the arrays of the corpus each text of a source lies, and the targets that it is to have there.

    What the source says of a letter stands; of the others the teachers say what they are sure of.
    """
    spans = corpus.spans(source)
    for example in labelled(spans, teachers):
        said = zip(corpus.targets[spans[example.text]].tolist(), example.targets, strict=True)
        yield spans[example.text], [own or theirs for own, theirs in said]


def with_decisions(texts: Iterable[str], teachers: list[Teacher]) -> Iterator[Example]:
    """Examples of those of the texts in which readers decided something."""
    made = judged()
    for example in labelled((text for text in texts if digest(text) in made), teachers):
        yield replace(decided(example, made[digest(example.text)]), source=JUDGED.name)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--packed", type=Path, required=True, help="what prepare wrote")
    parser.add_argument("--teacher", type=Path, action="append", required=True, help="a weights folder")
    parser.add_argument("--characters", type=float, default=3e6, help="how many to label")
    parser.add_argument("--judged", action="store_true", help="the lines that readers decided about as well")
    parser.add_argument("--sounds", action="append", default=[], metavar="SOURCE", help="label its letters")
    parser.add_argument("--out", type=Path, required=True, help="the .npz to write")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    corpus = Corpus(arguments.packed)
    teachers = [Teacher(folder) for folder in arguments.teacher]
    rng = random.Random(arguments.seed)
    examples = list(labelled(corpus.lines(rng, arguments.characters), teachers))
    if arguments.judged:
        examples += with_decisions(corpus.lines(rng, float("inf")), teachers)
    with np.load(arguments.packed) as stored:
        arrays = dict(stored)
    for source in arguments.sounds:
        for span, targets in sounded(corpus, source, teachers):
            arrays["targets"][span] = targets
    more = {name: np.concatenate((arrays[name], new)) for name, new in packed(examples).items()}
    np.savez_compressed(arguments.out, **(arrays | more))
    letters = sum(sum(t > 0 for t in e.targets) for e in examples)
    print(
        f"{len(examples)} lines, {sum(len(e.text) for e in examples)} characters, {letters} letters labelled"
    )


if __name__ == "__main__":
    main()
