"""The names of English text, counted: what tells Shakespeare from Sheksper."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import Final

_LEAST: Final = 2
"""Names seen less often may be slips."""

_CAPITALISED: Final = re.compile(r"(?<![A-Za-z'’.-])[A-Z][a-zA-Z]*[a-z][a-zA-Z]*(?![A-Za-z-])")
_INSIDE: Final = re.compile(r"(?<=[a-z0-9,] )[A-Z][A-Za-z]*[a-z][A-Za-z]*(?![A-Za-z-])")
_LOWER: Final = re.compile(r"(?<![A-Za-z'’-])[a-z]{2,}(?![A-Za-z])")


def count_names(lines: Iterable[str]) -> dict[str, int]:
    """How often each word stands with a capital, in lower case.

    Words that stand without one more often are left out, and words that have one only where sentences begin.
    """
    capitalised: Counter[str] = Counter()
    lower: Counter[str] = Counter()
    inside: set[str] = set()
    for line in lines:
        capitalised.update(word.lower() for word in _CAPITALISED.findall(line))
        lower.update(_LOWER.findall(line))
        inside.update(word.lower() for word in _INSIDE.findall(line))
    return {
        word: count
        for word, count in capitalised.items()
        if count >= _LEAST and len(word) > 2 and lower[word] <= count and (word in inside or not lower[word])
    }
