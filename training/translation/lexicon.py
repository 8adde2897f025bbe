"""The English words that the translator may spell: those that somebody wrote twice in the data.

    python -m training.translation.lexicon --data DATA

writes `words.npz` beside the prepared pairs, which `training.translation.export` ships
(`engine.translation.lexicon`). Counted are words in lower case of the English text in `DATA` and of the
pairs' English sides.
"""

import argparse
import lzma
import re
from argparse import RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterable
from itertools import chain
from pathlib import Path

from engine.translation.form import target_form
from engine.translation.lexicon import LOWER, Lexicon
from engine.translation.vocabulary import Vocabulary
from training.translation.batches import Pairs

_WORD = re.compile(rf"(?<![\w'-])[{LOWER}]+(?!\w)")
_WRITTEN = 2
"""A word written once may be a slip."""


def written(lines: Iterable[str]) -> set[str]:
    """The words in lower case that occur often enough."""
    count: Counter[str] = Counter()
    for line in lines:
        count.update(_WORD.findall(target_form(line)))
    return {word for word, times in count.items() if times >= _WRITTEN}


def _english(data: Path) -> Iterable[str]:
    for path in sorted((data / "mono" / "en").glob("*.txt.xz")):
        with lzma.open(path, "rt", encoding="utf-8") as lines:
            yield from lines


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--prepared", type=Path, default=Path("checkpoints/translation"))
    arguments = parser.parse_args()
    vocabulary = Vocabulary(arguments.prepared / "vocabulary.model")
    pairs = Pairs.load(arguments.prepared / "pairs.npz")
    targets = (vocabulary.decode(pairs[row][1].tolist()) for row in range(len(pairs)))
    words = written(chain(_english(arguments.data), targets))
    Lexicon.of(vocabulary.encode_many(sorted(words)), vocabulary.pieces).save(
        arguments.prepared / "words.npz"
    )
    print(f"{len(words):,} words")


if __name__ == "__main__":
    main()
