"""Which Latin letters write which Persian letter: alignment of a name in two scripts, by dynamic programming.

The cost of an alignment says whether two spellings are the same name (نیویورک, New York: 0.04 a letter) or a
translation (آلمان, Germany: 0.6).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Final

CONSONANTS: Final[dict[str, tuple[str, ...]]] = {
    "ب": ("b", "bb"), "پ": ("p", "pp"), "ت": ("t", "tt", "th", "d"), "ث": ("s", "th"),
    "ج": ("j", "g", "dg", "gg", "dj", "zh", "dsch"), "چ": ("ch", "tch", "c", "cz", "tsch", "cc", "q"),
    "ح": ("h",), "خ": ("kh", "ch", "h", "j", "x", "g"), "د": ("d", "dd", "dh"), "ذ": ("z", "dh"),
    "ر": ("r", "rr", "rh", "wr"), "ز": ("z", "s", "zz", "x"), "ژ": ("j", "g", "zh", "z", "dj"),
    "س": ("s", "ss", "c", "sc", "z", "ps", "sz", "ce", "zz"),
    "ش": ("sh", "ch", "sch", "s", "sz", "x", "ssi", "ti", "ci"),
    "ص": ("s",), "ض": ("z", "d", "dh"), "ط": ("t", "th"), "ظ": ("z", "dh"), "ع": ("a", "o", "i", "'"),
    "غ": ("gh", "g"), "ف": ("f", "ff", "ph", "v", "pf"), "ق": ("q", "gh", "k", "c", "g"),
    "ک": ("k", "c", "ck", "ch", "q", "qu", "kk", "cc", "x", "kh"), "گ": ("g", "gg", "gu", "gh", "gue"),
    "ل": ("l", "ll"), "م": ("m", "mm"), "ن": ("n", "nn", "kn", "ng", "gn"), "و": ("v", "w", "wh", "vv"),
    "ه": ("h",), "ی": ("y", "j", "ll"), "ئ": ("y", "'"), "ء": ("'",), "أ": ("a",), "ؤ": ("o",),
}  # fmt: skip
"""Latin spellings of the consonants that a letter may stand for."""

VOWELS: Final = "aeiouy"
VOWEL_LETTERS: Final = "اآویهعئءأؤ"
"""Letters that may write a vowel, or nothing."""

LONGEST_CHUNK: Final = 6
SAME_NAME: Final = 0.16
"""Spellings whose alignment costs no more than this for each letter are the same name."""

_SHORT_NAME: Final = 1.0
"""... or no more than this in all, for the silent letters of short names (کن, Cannes)."""

_DROPPED: Final = {"ا": 0.5, "آ": 0.7, "و": 0.3, "ی": 0.3, "ه": 0.3, "ع": 0.2, "ئ": 0.1, "ء": 0.1}
_SILENT: Final = {"h": 0.3, "w": 0.3, "r": 0.7, "'": 0.0, "-": 0.0, " ": 0.0, ".": 0.0, "’": 0.0}


@lru_cache(maxsize=1_000_000)
def chunk_cost(letter: str, chunk: str) -> float:
    """The cost of one Persian letter for a few lower-case Latin ones, "" for a silent letter."""
    chunk = chunk.strip(" -.'’")
    if not chunk:
        return _DROPPED.get(letter, 1.0)
    best = math.inf
    for spelling in CONSONANTS.get(letter, ()):
        if chunk.startswith(spelling):
            rarity = 0.02 * CONSONANTS[letter].index(spelling)
            best = min(best, rarity + _rest_cost(chunk[len(spelling) :]))
    if letter in VOWEL_LETTERS and chunk[0] in VOWELS + "w":
        best = min(best, _rest_cost(chunk))
    return best if best < math.inf else 1.0 + _rest_cost(chunk)


def _rest_cost(rest: str) -> float:
    cost = 0.0
    for at, char in enumerate(rest):
        cost += 0.05 * (1 + at) if char in VOWELS else _SILENT.get(char, 0.8)
    return cost


def align(persian: str, latin: str) -> tuple[float, tuple[str, ...]]:
    """The cheapest way to give each Persian letter its share of a Latin spelling.

    Args:
        persian: letters without marks, non-joiners and spaces, not empty.
        latin: the spelling, with its capitals.

    Returns:
        Cost for each Persian letter, and the share of each; joined they are `latin`.
    """
    lower = latin.lower()
    n = len(lower)
    costs = [0.0] + [math.inf] * n
    steps: list[list[int]] = []
    for letter in persian:
        after = [math.inf] * (n + 1)
        came = [0] * (n + 1)
        for start, cost in enumerate(costs):
            if cost == math.inf:
                continue
            for end in range(start, min(n, start + LONGEST_CHUNK) + 1):
                total = cost + chunk_cost(letter, lower[start:end])
                if total < after[end]:
                    after[end], came[end] = total, start
        costs = after
        steps.append(came)
    chunks: list[str] = []
    end = n
    for came in reversed(steps):
        chunks.append(latin[came[end] : end])
        end = came[end]
    return costs[n] / max(len(persian), 1), tuple(reversed(chunks))


def is_same_name(persian: str, latin: str) -> bool:
    """Whether one spelling is the other in letters of the other script, and no translation."""
    cost = align(persian, latin)[0]
    return cost <= SAME_NAME or cost * len(persian) <= _SHORT_NAME


def same_ending(persian: str, latin: str) -> bool:
    """Whether both spellings end alike, a vowel in a like vowel, as Albania and آلبانی do not."""
    share = "".join(filter(str.isalpha, align(persian, latin)[1][-1].lower()))
    last = persian[-1]
    spoken = share.removesuffix("e") if len(share) > 1 else share
    if last in "اآ":
        return share[-1:] in ("a", "h", "o")
    if last == "ی":
        return (share[-1:] != "" and share[-1] in "iyeéj") or share.endswith("igh")
    if last == "و":
        return (share[-1:] != "" and share[-1] in "ouvwe") or share.endswith(("ot", "eau", "aux"))
    if last == "ه":
        return share[-1:] in ("a", "e", "h", "y", "t")
    return spoken[-1:] not in tuple("aoiy")
