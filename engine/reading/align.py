"""Letters to phonemes: the cheapest way to split a word's phonemes among its letters.

Dynamic programming over `engine.reading.labels`: every letter takes one of its labels, the labels in order
spell the phonemes. Costs prefer what the spelling suggests: a long vowel on its mater, a short one on the
consonant before, no silent letter. A word that cannot be split this way is rejected, nearly always because
its phonemes are wrong or belong to another word.
"""

from __future__ import annotations

from functools import cache
from typing import Final

from engine.reading.labels import ALLOWED, LABELS

_SILENT_COST: Final = {"ا": 0.5, "و": 1.0, "ی": 1.5, "ه": 0.6, "ع": 1.5, "ء": 0.5, "ئ": 1.0, "ل": 2.0}
_UNLIKELY: Final = {("ن", "m"): 1.0, ("ه", "t"): 1.5, ("ئ", "y"): 0.5}
_ARTICLE: Final = "الد"
_IN_ARTICLE: Final = 0.1
"""So much more likely it is that the article of جلال‌الدین is silent than the like letters before it."""
_SHORT: Final = frozenset("aeo")
_LONG: Final = frozenset("Aiu")
_OWN_LONG: Final = {"ا": "A", "آ": "A", "و": "u", "ی": "i"}
_VOWEL_SEATS: Final = frozenset("اآأإئؤء")
_HIATUS_SEATS: Final = frozenset("اآوی")  # may stand after an unwritten glottal stop: خانه‌ای xAne?i


def _cost(letter: str, onset: str, nucleus: str) -> float:
    cost = 0.0
    if onset == "" and nucleus == "":
        return _SILENT_COST.get(letter, 1.0)
    if len(onset) > 1:
        cost += 0.1 if onset[0] != "i" else 0.3
    cost += _UNLIKELY.get((letter, onset), 0.0)
    if onset == "" and letter not in _VOWEL_SEATS:
        cost += 0.0 if nucleus == _OWN_LONG.get(letter) else 1.0 if (letter, nucleus) == ("ی", "A") else 3.0
    if nucleus in _LONG and not (onset == "" and nucleus == _OWN_LONG.get(letter)):
        cost += 0.5 if onset == "" and letter in _VOWEL_SEATS else 2.0
    if len(nucleus) == 2:
        cost += 0.2 if letter == "ا" else 2.5
    return cost


@cache
def _chunks(letter: str, first: bool, last: bool) -> tuple[tuple[str, int, float], ...]:
    """(phonemes, label, cost) for everything a letter may stand for at its place in a word."""
    chunks: dict[tuple[str, int], float] = {}
    for i in ALLOWED[letter]:
        label = LABELS[i]
        cost = _cost(letter, label.onset, label.nucleus)
        if len(label.nucleus) == 2 and not last:
            continue
        if letter == "ا" and not first and label.onset == "" and label.nucleus in _SHORT:
            cost += 2.0
        chunks[label.sound, i] = cost
        if (
            letter in ("اآ" if first else _HIATUS_SEATS)
            and label.onset == ""
            and (letter, label.nucleus) != ("ی", "")
        ):
            chunks["?" + label.sound, i] = cost + 0.1
        if letter == "ی" and label.sound == "y":
            chunks["?", i] = cost + 0.2
    return tuple((sound, i, cost) for (sound, i), cost in chunks.items())


@cache
def align(letters: str, phonemes: str) -> tuple[int, ...] | None:
    """The label of each letter, or None if the phonemes cannot be split among the letters.

    Args:
        letters: a normalised word without marks and non-joiners.
        phonemes: its phonemes without ezafe.
    """
    if any(letter not in ALLOWED for letter in letters):
        return None
    alef = letters.find(_ARTICLE, 1)
    article = (alef, alef + 1) if alef > 0 else ()
    best: dict[int, float] = {0: 0.0}
    back: list[dict[int, tuple[int, int]]] = []
    for n, letter in enumerate(letters):
        chunks = _chunks(letter, n == 0, n == len(letters) - 1)
        reached: dict[int, float] = {}
        came: dict[int, tuple[int, int]] = {}
        for at, so_far in best.items():
            for sound, label, cost in chunks:
                if phonemes.startswith(sound, at):
                    to = at + len(sound)
                    total = so_far + cost - (_IN_ARTICLE if n in article and not sound else 0.0)
                    if total < reached.get(to, 1e9):
                        reached[to] = total
                        came[to] = (at, label)
        back.append(came)
        best = reached
    at = len(phonemes)
    if at not in best:
        return None
    labels: list[int] = []
    for came in reversed(back):
        at, label = came[at]
        labels.append(label)
    return tuple(reversed(labels))
