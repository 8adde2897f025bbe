"""Whether a reader is right as often as it says: `python -m training.reading.reliability --data DATA`.

Words of the dev sentences whose text and transcription have as many words, by the confidence of their
reading; right is a word whose phonemes are the reference's, glottal stops and ezafe aside.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Final

from engine.reading.reader import Reader
from training.reading.evaluate import paired_words
from training.reading.score import tokens
from training.reading.sources import letters_of, lines

_EZAFE: Final = re.compile(r"-y?e$")
_BOUNDS: Final = (0.0, 0.5, 0.7, 0.9, 0.98, 1.01)


def judged_words(reader: Reader, data: Path) -> Iterator[tuple[float, bool]]:
    """Confidence of each word's reading, and whether it is right."""
    for text, transcription, *_ in lines(data / "reading" / "sentences.dev.tsv"):
        wanted = paired_words(text, transcription)
        words = reader.read(text).words
        if [letters_of(word.text) for word in words] == [letters for letters, _ in wanted]:
            for word, (_, phonemes) in zip(words, wanted, strict=True):
                yield word.confidence, tokens(word.phonemes) == tokens(_EZAFE.sub("", phonemes))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--weights", type=Path, help="folder of the weights; the package's own if not given")
    arguments = parser.parse_args()
    found = list(judged_words(Reader(arguments.weights), arguments.data))
    print(f"{len(found)} words")
    for low, high in pairwise(_BOUNDS):
        right = [is_right for confidence, is_right in found if low <= confidence < high]
        share = sum(right) / max(1, len(right))
        print(f"{low:.2f} to {min(high, 1):.2f}: {len(right):5} words, {share:.1%} right")


if __name__ == "__main__":
    main()
