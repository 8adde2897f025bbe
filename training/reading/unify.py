"""One convention where the sources have several: doubled or single consonant, و as `va` or `o`.

The sources disagree on word-final tashdid (mohem, mohemm), on -iyat beside -iyyat, and now and then on a
doubled consonant inside a word. For each written word the readings that differ in doubling only are
counted together and the most frequent one is taken for all; a final consonant is counted apart with and
without ezafe.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Final

from engine.reading.encoding import encode
from engine.reading.labels import LABEL_IDS, LABELS
from engine.text.chars import ZWNJ
from training.reading.targets import Example

_AND: Final = "و"
_VA: Final = LABEL_IDS["v", "a"]
_O: Final = LABEL_IDS["", "o"]

Key = tuple[str, tuple[str, ...], int]


def _single(label: int) -> str:
    sound = LABELS[label].onset
    return (sound[:-1] if LABELS[label].doubled else sound) + LABELS[label].nucleus


def _words(example: Example) -> list[tuple[list[int], tuple[int, ...], Key]]:
    """(places, labels, key) of each word whose letters all have one known label."""
    found = []
    for segment in encode(example.text).segments:
        places = [i for i in range(segment.start, segment.end) if example.text[i] != ZWNJ]
        if not segment.word or not all(0 < example.targets[i] <= len(LABELS) for i in places):
            continue
        labels = tuple(example.targets[i] - 1 for i in places)
        bare = "".join(example.text[i] for i in places)
        key = (bare, tuple(map(_single, labels)), max(0, example.ezafe[segment.end - 1]))
        found.append((places, labels, key))
    return found


def unify(examples: list[Example]) -> int:
    """Rewrites the targets in place.

    Returns:
        the number of words changed.
    """
    counts: dict[Key, Counter[tuple[int, ...]]] = defaultdict(Counter)
    for example in examples:
        weight = 1 if example.source in ("zaya", "wiktionary") else 2
        for _, labels, key in _words(example):
            counts[key][labels] += weight
    chosen = {key: count.most_common(1)[0][0] for key, count in counts.items()}
    changed = 0
    for example in examples:
        for places, labels, key in _words(example):
            wanted = (_VA,) if key[0] == _AND and labels == (_O,) else chosen[key]
            if wanted != labels:
                changed += 1
                for i, label in zip(places, wanted, strict=True):
                    example.targets[i] = 1 + label
    return changed
