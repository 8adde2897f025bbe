"""Spelling as people vary it: non-joiners left out, punctuation left out, some marks written."""

from __future__ import annotations

import random
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.reading.encoding import MARK_BITS, mark_bits
from engine.reading.labels import LABELS, marks_of
from engine.text.chars import HAMZA_ABOVE, KASRA, ZWNJ

_PUNCTUATION: Final = frozenset('.،؛:!؟«»"…')


@dataclass(frozen=True)
class Augmentation:
    """How often, as probabilities for one text.

    Attributes:
        keep_marks: the marks of the source stay.
        write_marks: some of the marks that its targets imply are written.
        join, part: non-joiners are dropped, or become spaces.
        unpunctuated: all punctuation goes.
        unended: the punctuation at the end goes.
        plain_alef: alef madda loses its madda.
    """

    keep_marks: float = 0.6
    write_marks: float = 0.1
    join: float = 0.12
    part: float = 0.12
    unpunctuated: float = 0.1
    unended: float = 0.25
    plain_alef: float = 0.03


@dataclass(frozen=True)
class Text:
    """A training text: one entry for each character, see `training.reading.targets.Example`."""

    text: str
    marks: NDArray[np.int64]
    targets: NDArray[np.int64]
    ezafe: NDArray[np.int64]

    def taking(self, keep: list[int], text: str) -> Text:
        return Text(text, self.marks[keep], self.targets[keep], self.ezafe[keep])


def joined(texts: list[Text], separator: str) -> Text:
    """Texts one after another."""
    gap = np.zeros(len(separator), dtype=np.int64)
    parts: list[tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]] = []
    for n, text in enumerate(texts):
        if n:
            parts.append((gap, gap, gap - 1))
        parts.append((text.marks, text.targets, text.ezafe))
    marks, targets, ezafe = (np.concatenate(column) for column in zip(*parts, strict=True))
    return Text(separator.join(t.text for t in texts), marks, targets, ezafe)


def augmented(text: Text, how: Augmentation, rng: random.Random) -> Text:
    """One random variant of a text."""
    marks = text.marks if rng.random() < how.keep_marks else np.zeros_like(text.marks)
    if rng.random() < how.write_marks:
        marks = _written(text, marks, rng.random(), rng)
    text = Text(text.text, marks, text.targets, text.ezafe)
    roll = rng.random()
    if roll < how.join + how.part and ZWNJ in text.text:
        text = _without_joiners(text, "" if roll < how.join else " ", rng)
    roll = rng.random()
    if roll < how.unpunctuated:
        keep = [i for i, c in enumerate(text.text) if c not in _PUNCTUATION]
        text = text.taking(keep, "".join(text.text[i] for i in keep)) if keep else text
    elif roll < how.unpunctuated + how.unended:
        end = len(text.text.rstrip("".join(_PUNCTUATION)))
        text = text.taking(list(range(end)), text.text[:end]) if end else text
    if rng.random() < how.plain_alef:
        text = Text(text.text.replace("آ", "ا"), text.marks, text.targets, text.ezafe)
    return text


def _without_joiners(text: Text, instead: str, rng: random.Random) -> Text:
    """Each non-joiner, more often than not, gone or become a space; the word it parts has no ezafe inside."""
    keep: list[int] = []
    out: list[str] = []
    ezafe = text.ezafe.copy()
    for i, char in enumerate(text.text):
        if char == ZWNJ and rng.random() < 0.7:
            if not instead:
                continue
            if i:
                ezafe[i - 1] = 0
            char = instead
        keep.append(i)
        out.append(char)
    return Text(text.text, text.marks, text.targets, ezafe).taking(keep, "".join(out))


def _written(text: Text, marks: NDArray[np.int64], share: float, rng: random.Random) -> NDArray[np.int64]:
    marks = marks.copy()
    for i, char in enumerate(text.text):
        target = int(text.targets[i])
        if 0 < target <= len(LABELS) and rng.random() < share:
            marks[i] |= _implied(char, target - 1)
        if text.ezafe[i] == 1 and rng.random() < share:
            marks[i] |= MARK_BITS[HAMZA_ABOVE if char == "ه" and marks[i] == 0 else KASRA]
    return marks


@cache
def _implied(letter: str, label: int) -> int:
    return mark_bits(marks_of(letter, LABELS[label]))
