"""Sheets of what the tagger doubts, for readers to decide: active learning (Lewis and Gale 1994).

    python -m training.reading.doubts --data DATA --out checkpoints/reading/doubts

A line of the press, or of another unlabelled `--source`, without decisions is on a sheet if the reader, the
one in `weights/` or of other `--weights`, is unsure of a word in it:

    17<TAB>کتاب{1} علی را{r|karam|kerm} دیدم

`{1}` asks whether the word before it carries the ezafe, `{r|...|...}` which of the readings it has. An answer
is the number of the line and one character a question: `1`, `0`, or for readings `a`, `b`, `c`, `x` if none
fits; `?` if it cannot be told. `training.reading.judged` takes the answers up.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import torch

from engine.reading.reader import Reader
from engine.reading.types import Reading, WordReading
from training.digest import digest
from training.reading.judged import judged
from training.reading.unlabelled import UNLABELLED, unlabelled

SURE_EZAFE: Final = 0.97
SURE_READING: Final = 0.85
"""A decision likelier than these is not asked for."""
_LIKELY: Final = 0.1  # a reading less likely than this is not offered
_OPTIONS: Final = 3
_WORDS: Final = range(5, 41)  # of a line; shorter ones tell too little


@dataclass(frozen=True)
class Question:
    """A word of a line, by its place among the words, and its possible readings; none asks for the ezafe."""

    word: int
    readings: tuple[str, ...] = ()


def questions(reading: Reading) -> Iterator[Question]:
    """What is doubtful about a line, word by word."""
    for number, word in enumerate(reading.words):
        options = _options(word)
        if len(options) > 1 and word.confidence < SURE_READING:
            yield Question(number, options)
        if word.ezafe_confidence < SURE_EZAFE:
            yield Question(number)


def _options(word: WordReading) -> tuple[str, ...]:
    likely = [a.phonemes for a in word.alternatives if a.probability > _LIKELY]
    return tuple(dict.fromkeys((word.phonemes, *likely)))[:_OPTIONS]


def asked(text: str, reading: Reading, found: list[Question]) -> str:
    """The line with its questions, each after its word."""
    parts, at = [], 0
    for question in found:
        end = reading.words[question.word].end
        mark = "|".join(("r", *question.readings)) if question.readings else "1"
        parts.append(f"{text[at:end]}{{{mark}}}")
        at = end
    return "".join(parts) + text[at:]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--out", type=Path, required=True, help="folder of the sheets")
    parser.add_argument("--source", default="press", choices=[plain.name for plain in UNLABELLED])
    parser.add_argument("--weights", type=Path, help="of the reader that doubts")
    parser.add_argument("--lines", type=int, default=30_000, help="lines that are read")
    parser.add_argument("--sheet", type=int, default=300, help="lines on a sheet")
    parser.add_argument("--threads", type=int, default=1)
    arguments = parser.parse_args()
    torch.set_num_threads(arguments.threads)
    source = [plain.name for plain in UNLABELLED].index(arguments.source)
    decided = judged()
    texts = {
        number: plain.text
        for number, plain in enumerate(unlabelled(arguments.data, open_only=False))
        if plain.source == source and digest(plain.text) not in decided
    }
    chosen = sorted(random.Random(0).sample(list(texts), min(arguments.lines, len(texts))))
    reader = Reader(arguments.weights)
    lines = []
    for number, reading in zip(chosen, reader.read_many([texts[n] for n in chosen]), strict=True):
        found = list(questions(reading))
        if found and len(reading.words) in _WORDS:
            lines.append(f"{number}\t{asked(texts[number], reading, found)}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    for sheet in range(0, len(lines), arguments.sheet):
        path = arguments.out / f"{sheet // arguments.sheet:03}.tsv"
        path.write_text("\n".join(lines[sheet : sheet + arguments.sheet]) + "\n", encoding="utf-8")
    print(f"{len(lines)} lines of {len(chosen)}, {sum(line.count('{') for line in lines)} questions")


if __name__ == "__main__":
    main()
