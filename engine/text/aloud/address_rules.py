"""Web and e-mail addresses, hashtags and handles."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from typing import Final

from engine.text.aloud.latin import say_latin
from engine.text.aloud.latin_words import LATIN_LETTERS
from engine.text.aloud.rule import L
from engine.text.aloud.signs import ADDRESS_ENDINGS, ADDRESS_SIGNS
from engine.text.mapped import Edit
from engine.text.numerals import digits, integer
from engine.text.words import WordKind, words

_SCHEME: Final = re.compile(r"\A[A-Za-z]+://")
_PIECE: Final = re.compile(rf"[A-Za-z]+|[0-9]+|[{L}]+|[^A-Za-z0-9]")


def addresses(text: str) -> Iterator[Edit]:
    """Every address piece by piece, its signs by name, without the scheme; emoji pass in silence."""
    for word in words(text):
        if word.kind is WordKind.ADDRESS:
            pieces = _PIECE.findall(_SCHEME.sub("", word.text))
            yield Edit(word.start, word.end, " ".join(map(_say_piece, pieces)))
        elif word.kind is WordKind.SYMBOL and _is_picture(word.text):
            yield Edit(word.start, word.end, "")


def _is_picture(symbol: str) -> bool:
    return len(symbol) > 1 or (symbol > "\u2fff" and unicodedata.category(symbol) == "So")


def _say_piece(piece: str) -> str:
    if piece.isdigit():
        return integer(piece) if len(piece) <= 4 else digits(piece)
    if piece.isascii() and piece.isalpha():
        known = ADDRESS_ENDINGS.get(piece.lower()) or LATIN_LETTERS.get(piece.lower())
        return known or say_latin(piece)
    return ADDRESS_SIGNS.get(piece, piece)
