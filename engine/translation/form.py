"""The two written forms the translator works in, the same in training and at inference.

Source: Persian as `engine.text.normalize` leaves it, without vowel marks, with digits and punctuation that
both languages share written the Latin way. A digit is then one symbol on both sides, so the model copies it
instead of translating it. The zero-width non-joiner becomes a space: writers leave it out or type a space
as often as not, and the vocabulary should not learn every suffix three times.

Target: English with straight quotes and plain spaces, as the press writes it.
"""

import re

from engine.text.chars import MARKS, ZWNJ
from engine.text.normalize import normalize

_SHARED_SYMBOLS = {
    **{chr(0x06F0 + i): str(i) for i in range(10)},
    **{chr(0x0660 + i): str(i) for i in range(10)},
    "،": ",",
    "؛": ";",
    "؟": "?",
    "٪": "%",
    "٫": ".",
    "٬": ",",
    "«": '"',
    "»": '"',
    "“": '"',
    "”": '"',
    "„": '"',
    "‘": "'",
    "’": "'",
    "…": "...",
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "-",
    "–": "-",
    "\u2015": "—",
    "−": "-",
    "\u00a0": " ",
    "\u202f": " ",
    "\u200b": "",
    "\ufeff": "",
    "\u00ad": "",
}

_LATIN_DIGITS = {symbol: latin for symbol, latin in _SHARED_SYMBOLS.items() if latin.isdigit()}

_SOURCE = str.maketrans({**_SHARED_SYMBOLS, ZWNJ: " ", **dict.fromkeys(MARKS, "")})
_NATURAL = str.maketrans({**_LATIN_DIGITS, **dict.fromkeys(MARKS, "")})
_TARGET = str.maketrans(_SHARED_SYMBOLS)
_SPACES = re.compile(r"\s+")


def source_form(text: str) -> str:
    """Persian of one sentence as the vocabulary sees it: one line, single spaces, stripped."""
    return _SPACES.sub(" ", normalize(text).text.translate(_SOURCE)).strip()


def natural_form(text: str) -> str:
    """Persian of one sentence for models that were trained on it as people write it.

    Standard spelling without vowel marks, on one line; digits are Latin, since such models copy those.
    """
    return _SPACES.sub(" ", normalize(text).text.translate(_NATURAL)).strip()


def target_form(text: str) -> str:
    """English of one sentence as the vocabulary sees it: one line, single spaces, stripped."""
    return _SPACES.sub(" ", text.translate(_TARGET)).strip()
