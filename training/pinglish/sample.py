"""Prints words of running text that are spelled as foreign names, for a person to judge.

    python -m training.pinglish.sample --text DATA/mono/fa/modern.txt.xz --sentences 1000

Ends with the counts that turn judgements into rates.
"""

from __future__ import annotations

import argparse
import lzma
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from engine.pinglish.names import Names
from engine.pinglish.romanize import romanize
from engine.reading.reader import Reader

_AROUND: Final = 30
"""Code points of context on each side."""


def hits(sentences: list[str], reader: Reader, names: Names) -> Iterator[tuple[str, str]]:
    """The name's warning and the text around it, in order."""
    for sentence, reading in zip(sentences, reader.read_many(sentences), strict=True):
        found = names.spell(reading)
        said = [
            line for line in romanize(reading, "readable", "double_a", found).warnings if " name at " in line
        ]
        for start, line in zip(sorted(found), said, strict=True):
            yield line, sentence[max(0, start - _AROUND) : start + _AROUND]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--text", type=Path, required=True, help="a sentence a line, .xz")
    parser.add_argument("--sentences", type=int, default=1000, help="how many are drawn")
    parser.add_argument("--weights", type=Path, help="folder of the weights")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    with lzma.open(arguments.text, "rt", encoding="utf-8") as file:
        lines = [line.strip() for line in file if line.strip()]
    drawn = random.Random(arguments.seed).sample(lines, arguments.sentences)
    reader, names = Reader(arguments.weights, "cpu"), Names.load(arguments.weights)
    found = list(hits(drawn, reader, names))
    for line, around in found:
        print(f"{line}\t{around}")
    words = sum(len(sentence.split()) for sentence in drawn)
    print(f"{len(found)} words spelled as names among {words} of {len(drawn)} sentences")


if __name__ == "__main__":
    main()
