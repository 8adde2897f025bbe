"""The code points of Persian text, as tables.

Everything that asks "is this a letter, a mark, a joiner, a digit?" asks here, so that words, normalisation
and alignment always agree. Source: the Unicode Character Database as shipped with Python.
"""

from __future__ import annotations

import unicodedata
from typing import Final

FATHATAN: Final = "\u064b"
DAMMATAN: Final = "\u064c"
KASRATAN: Final = "\u064d"
FATHA: Final = "\u064e"
DAMMA: Final = "\u064f"
KASRA: Final = "\u0650"
SHADDA: Final = "\u0651"
SUKUN: Final = "\u0652"
MADDAH_ABOVE: Final = "\u0653"
HAMZA_ABOVE: Final = "\u0654"
HAMZA_BELOW: Final = "\u0655"
SUPERSCRIPT_ALEF: Final = "\u0670"
ZWNJ: Final = "\u200c"
ZWJ: Final = "\u200d"
TATWEEL: Final = "\u0640"

PERSIAN_LETTERS: Final = "آابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی" + "ءأإؤئ"
"""The 32 letters with alef madda, then the seats of hamza: what `normalize` leaves of the alphabet."""

BIDI_CONTROLS: Final = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
"""Direction marks, embeddings, overrides and isolates; invisible and never part of what is read."""

INVISIBLES: Final = BIDI_CONTROLS | frozenset((ZWJ, "\u00ad", "\u2060", "\ufeff", "\u180e"))
"""Invisible code points without meaning for reading, shape joiners (ZWJ) and line-break hints among them."""

NON_JOINERS: Final = frozenset((ZWNJ, "\u200b"))
"""Zero width non-joiner, and the zero width space that many keyboards produce in its place."""

INNER_JOINERS: Final = INVISIBLES | NON_JOINERS
"""Code points that may stand between two letters of one word."""

PERSIAN_DIGITS: Final = "۰۱۲۳۴۵۶۷۸۹"
ARABIC_DIGITS: Final = "٠١٢٣٤٥٦٧٨٩"
LATIN_DIGITS: Final = "0123456789"
DIGITS: Final = frozenset(PERSIAN_DIGITS + ARABIC_DIGITS + LATIN_DIGITS)
DIGIT_SCRIPTS: Final = (PERSIAN_DIGITS, ARABIC_DIGITS, LATIN_DIGITS)
DIGIT_VALUE: Final = {digit: value for script in DIGIT_SCRIPTS for value, digit in enumerate(script)}

_ARABIC_BLOCKS: Final = (
    (0x0600, 0x06FF),  # Arabic
    (0x0750, 0x077F),  # Arabic Supplement
    (0x0870, 0x08FF),  # Arabic Extended-B and -A
    (0xFB50, 0xFDFF),  # Arabic Presentation Forms-A
    (0xFE70, 0xFEFF),  # Arabic Presentation Forms-B
)
_GENERIC_MARKS: Final = (0x0300, 0x036F)


def _of_category(*categories: str) -> frozenset[str]:
    """The code points of the Arabic blocks that have one of the given general categories."""
    return frozenset(
        char
        for first, last in _ARABIC_BLOCKS
        for char in map(chr, range(first, last + 1))
        if unicodedata.category(char) in categories
    )


def _shows_letter(char: str) -> bool:
    """False for the presentation forms that Unicode calls letters but that show a bare vowel mark."""
    plain = unicodedata.normalize("NFKC", char).replace(TATWEEL, "")
    return any(unicodedata.category(part)[0] == "L" for part in plain)


LETTERS: Final = frozenset(filter(_shows_letter, _of_category("Lo", "Lm")))
"""Every letter of the Arabic script: Persian, Arabic, Urdu, Kurdish, Pashto and presentation forms."""

_SHAPED_MARKS: Final = _of_category("Lo") - LETTERS
MARKS: Final = (
    _of_category("Mn") | _SHAPED_MARKS | frozenset(map(chr, range(_GENERIC_MARKS[0], _GENERIC_MARKS[1] + 1)))
)
"""Combining marks: vowel signs, tashdid, tanvin, hamza and madda above, Quranic signs, generic accents.

The shaped forms of bare marks, letters to Unicode, are among them.
"""

VOWEL_MARKS: Final = frozenset((FATHA, KASRA, DAMMA, FATHATAN, KASRATAN, DAMMATAN, SUKUN, SUPERSCRIPT_ALEF))
"""Marks that say which vowel, or that none, follows a letter."""


def is_letter(char: str) -> bool:
    """Whether one code point is a letter of the Arabic script (kashida is not)."""
    return char in LETTERS


def is_mark(char: str) -> bool:
    """Whether one code point is a combining mark that may stand on a letter."""
    return char in MARKS


def char_class(chars: frozenset[str] | str) -> str:
    """The inside of a regular-expression character class, without its brackets, for these code points."""
    points = sorted(map(ord, chars))
    ranges: list[list[int]] = []
    for point in points:
        if ranges and point == ranges[-1][1] + 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return "".join(f"\\U{first:08x}-\\U{last:08x}" for first, last in ranges)
