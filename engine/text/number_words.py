"""Numbers in Persian words back to figures: what `engine.text.numerals` says, read again."""

from __future__ import annotations

import re
from typing import Final

from engine.text.numerals import AND, LARGEST_NAMED, POINT, SCALE_WORDS, cardinal, decimal

_SCALES: Final = {word: 1000**power for power, word in enumerate(SCALE_WORDS, start=1)}
_VALUES: Final = {
    cardinal(number): number for number in (*range(20), *range(20, 100, 10), *range(100, 1000, 100))
}
_VARIANTS: Final = {"یکصد": "صد", "هیجده": "هجده", "شیشصد": "ششصد", "یکهزار": "هزار", "یک هزار": "هزار"}
_VARIANT: Final = re.compile(r"(?<!\S)(?:یکصد|هیجده|شیشصد)(?!\S)|\Aیک ?هزار(?!\S)")
_GROUPED: Final = (
    10_000  # from here on figures have commas, below years and house numbers stand beside amounts
)

WORDS: Final = frozenset((*_VALUES, *_SCALES, *_VARIANTS))
"""The words of which cardinal numbers are made."""


def value_of(words: str) -> int | None:
    """The integer that the words are, None if they are not one well-formed number: «هزار و سیصد» is 1300.

    Args:
        words: with single spaces between them.
    """
    spelled = _VARIANT.sub(lambda match: _VARIANTS[match[0]], words)
    total = group = 0
    for word in spelled.replace(AND, " ").split(" "):
        if word in _SCALES:
            total, group = total + (group or 1) * _SCALES[word], 0
        elif word in _VALUES:
            group += _VALUES[word]
        else:
            return None
    value = total + group
    return value if value <= LARGEST_NAMED and cardinal(value) == spelled else None


def figures(words: str) -> str | None:
    """The number that the words are in figures, as English has them; None if they are none.

    1300 stays as it is, since it may be a year; 12,340,000 has commas. «چهل و پنج ممیز هفت» is 45.7.
    """
    whole, _, part = words.partition(f" {POINT} ")
    value = value_of(whole)
    if value is None:
        return None
    written = f"{value:,}" if value >= _GROUPED else str(value)
    if not part:
        return written
    tenths = next((digits for digits in _decimals(part) if decimal(str(value), digits) == words), None)
    return None if tenths is None else f"{written}.{tenths}"


def _decimals(words: str) -> list[str]:
    """What may stand behind the point for these words: of «صفر پنج» 05."""
    values = [value_of(word) for word in words.split(" ")]
    apart = "".join(map(str, values)) if None not in values else ""
    zeros = len(words.split("صفر ")) - 1
    rest = value_of(words[len("صفر ") * zeros :])
    return [apart, "" if rest is None else "0" * zeros + str(rest)]
