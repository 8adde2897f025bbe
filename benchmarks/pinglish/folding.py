"""Latin spellings of Persian compared as people mean them: one folding table, and the character error rate.

People type one word in many ways (khaaneye, khane-ye, khuneh; oo, ou, u). Before two texts are compared each
goes through `FOLDS`, in order, so that only what is no matter of taste counts: which sounds stand there.
"""

from __future__ import annotations

import re
import statistics
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from engine.text.chars import DIGIT_VALUE

# what is found (a regular expression), what it becomes, why
FOLDS: Final = (
    (r"['’‘`´ʿʾʻʼ]", "", "apostrophes: ba'd, bad; jame'e, jamee"),
    (r"eh\b", "e", "the silent he at a word's end: khaneh, khane"),
    (r"kh", "x", "kh, x"),
    (r"gh", "q", "gh, q"),
    (r"ph", "f", "ph, f"),
    (r"ck|c(?!h)", "k", "c, ck, k, where a foreign name keeps its spelling: cafe"),
    (r"ou|oo", "u", "u, ou, oo"),
    (r"ow", "o", "ow, o: nowruz, noruz"),
    (r"w", "v", "w, v"),
    (r"ee|y", "i", "i, ee, y: shirin, shireen; ey, ei; siyasi, siasi"),
    (r"[\W_]+", "", "spaces, hyphens, punctuation: mi ravam, ketab-e"),
    (r"(.)\1+", r"\1", "aa, a; tashdid or none: avval, aval"),
)
"""Applied to a text in lower case without accents (ā, â, á are a; š is s) and with Latin digits."""

_DIGITS: Final = str.maketrans({digit: str(value) for digit, value in DIGIT_VALUE.items()})
_COMPILED: Final = tuple((re.compile(pattern), replacement) for pattern, replacement, _ in FOLDS)


def fold(text: str) -> str:
    """A Latin text as `FOLDS` leaves it."""
    plain = unicodedata.normalize("NFKD", text.translate(_DIGITS)).casefold()
    folded = "".join(char for char in plain if not unicodedata.combining(char))
    for pattern, replacement in _COMPILED:
        folded = pattern.sub(replacement, folded)
    return folded


def edit_distance(a: str, b: str) -> int:
    """Levenshtein distance, by bit-parallel dynamic programming (Hyyrö 2003, the algorithm of Myers 1999)."""
    if not a:
        return len(b)
    full, last = (1 << len(a)) - 1, 1 << (len(a) - 1)
    matches: dict[str, int] = {}
    for at, char in enumerate(a):
        matches[char] = matches.get(char, 0) | 1 << at
    positive, negative, distance = full, 0, len(a)
    for char in b:
        match = matches.get(char, 0)
        diagonal = ((((match & positive) + positive) ^ positive) | match | negative) & full
        more, less = negative | (full & ~(diagonal | positive)), positive & diagonal
        distance += bool(more & last) - bool(less & last)
        more, less = (more << 1 | 1) & full, (less << 1) & full
        positive, negative = less | (full & ~(diagonal | more)), more & diagonal
    return distance


@dataclass(frozen=True)
class ErrorRate:
    """Character error rates of hypotheses against references, 0 and up.

    Attributes:
        total: all edits over all characters of the references.
        mean, median: of the sentences' own rates.
    """

    total: float
    mean: float
    median: float


def error_rate(hypotheses: Sequence[str], references: Sequence[str]) -> ErrorRate:
    """The character error rate; references that are empty are left out."""
    pairs = [(h, r) for h, r in zip(hypotheses, references, strict=True) if r]
    edits = [edit_distance(hypothesis, reference) for hypothesis, reference in pairs]
    lengths = [len(reference) for _, reference in pairs]
    rates = [edit / length for edit, length in zip(edits, lengths, strict=True)]
    return ErrorRate(sum(edits) / sum(lengths), statistics.fmean(rates), statistics.median(rates))
