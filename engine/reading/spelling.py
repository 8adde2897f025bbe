"""Which labels may follow each other within a word, and the best ones that may where the best may not."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.reading.candidates import CANDIDATES
from engine.reading.encoding import CHARACTER_IDS
from engine.reading.labels import LABEL_IDS, LABELS, SILENT

_PAIR_OPTIONS: Final = 6  # labels of a letter that are tried
_VAV, _YE = CHARACTER_IDS["و"], CHARACTER_IDS["ی"]
_SOUNDS: Final = np.array([*(label.sound for label in LABELS), ""])  # the last fills up candidates
_NUCLEI: Final = np.array([*(label.nucleus for label in LABELS), ""])
_GLIDE: Final = _SOUNDS == "w"
_BARE_VOWEL: Final = np.isin(_SOUNDS, ["u", "i", "o", "e"])
_SHORT: Final = np.isin(_NUCLEI, ["a", "e", "o"])
_ROUNDED: Final = _NUCLEI == "o"
_L: Final = LABEL_IDS["l", ""]

Ids = NDArray[np.int64]


def misspelled(characters: Ids, before: Ids, labels: Ids) -> NDArray[np.bool_]:
    """Whether labels may not follow: و and ی write no vowel right after a short one, a w stands only after o.

    Args:
        characters: character ids of some letters.
        before: labels of the letters before them.
        labels: their own labels.
    """
    mater = (characters == _VAV) | (characters == _YE)
    after_vowel = mater & _BARE_VOWEL[labels] & _SHORT[before]
    return np.where(_GLIDE[labels], ~_ROUNDED[before], after_vowel)


def respelled(
    labels: Sequence[int], places: Sequence[int], characters: Ids, probabilities: NDArray[np.float32]
) -> tuple[int, ...]:
    """The labels of a word's N letters; where two in a row spell no Persian, the best two that do.

    Args:
        labels: the best of each letter.
        places: where the letters stand; those that a non-joiner parts may follow each other anyhow.
        characters: character ids, (N,).
        probabilities: of each letter's candidates, (N, K).
    """
    spelled = np.array(labels)
    for n in range(1, len(spelled)):
        here = slice(n, n + 1)
        if places[n] != places[n - 1] + 1 or not misspelled(
            characters[here], spelled[n - 1 : n], spelled[here]
        ):
            continue
        likeliest = np.argsort(probabilities[n - 1 : n + 1])[:, -_PAIR_OPTIONS:]
        first, second = (a.ravel() for a in np.meshgrid(*likeliest, indexing="ij"))
        before, after = CANDIDATES[characters[n - 1], first], CANDIDATES[characters[n], second]
        likelihoods = probabilities[n - 1, first] * probabilities[n, second]
        likelihoods[misspelled(characters[here], before, after)] = 0.0
        chosen = likelihoods.argmax()
        if likelihoods[chosen] > 0.0:
            spelled[n - 1 : n + 1] = before[chosen], after[chosen]
    return tuple(spelled.tolist())


def assimilated(labels: tuple[int, ...]) -> tuple[int, ...]:
    """The same sounds with the l of the article silent before another, which is doubled: اللّه."""
    found = list(labels)
    for n in range(1, len(found)):
        if found[n - 1] == _L and LABELS[found[n]].onset == "l":
            found[n - 1 : n + 1] = SILENT, LABEL_IDS["ll", LABELS[found[n]].nucleus]
    return tuple(found)
