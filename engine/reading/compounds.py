"""Arabic compounds that their writer parted with a space: حسب الامر is read as حسب‌الامر.

Nearly all of them are known as one word; its reading is parted where the space stands, so that the vowel
between the two stands before the article, as it does in the set phrases.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Final

from engine.reading.encoding import Encoded
from engine.reading.fixed import Fixed
from engine.reading.known import KnownReadings
from engine.reading.labels import LABEL_IDS, LABELS, SILENT
from engine.reading.scheme import SHORT_VOWELS
from engine.text.chars import VOWEL_MARKS, ZWNJ

_ARTICLE: Final = "ال"
_GLIDE: Final = "iy"  # ایرانی‌الاصل; parted, its ی is a vowel
_LONG_A: Final = "A"  # no article begins so: کان ال is not کانال


def parted_compounds(encoded: Encoded, known: KnownReadings) -> Iterator[tuple[int, Fixed]]:
    """What is settled, by segment; where the writer typed vowels, these say enough."""
    for number, (head, tail) in enumerate(pairwise(encoded.segments), start=1):
        first, second = head.word.replace(ZWNJ, ""), tail.word.replace(ZWNJ, "")
        if len(first) < 2 or not second.startswith(_ARTICLE):
            continue
        if VOWEL_MARKS.isdisjoint("".join(encoded.marks[head.start : tail.end])):
            for labels in known.readings(first + second)[:1]:
                before, after = _parted(labels[: len(first)], labels[len(first) :])
                if LABELS[after[0]].nucleus != _LONG_A:
                    yield number - 1, Fixed(before, ezafe=False)
                    yield number, Fixed(after)


def _parted(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The labels of the two words, with the vowel that ends the first at the silent alef of the second."""
    last = LABELS[before[-1]]
    if after[0] != SILENT or not last.onset or last.nucleus not in tuple(SHORT_VOWELS):
        return before, after
    bare = LABEL_IDS["", "i"] if last.onset == _GLIDE else LABEL_IDS[last.onset, ""]
    return (*before[:-1], bare), (LABEL_IDS["", last.nucleus], *after[1:])
