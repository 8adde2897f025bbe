"""The key under which a name is looked up: its letters in normal spelling, whatever joins or marks them."""

from __future__ import annotations

from engine.text.chars import is_letter
from engine.text.normalize import normalize


def key_of(text: str) -> str:
    """The letters of a word or of several, without marks, non-joiners, kashida and spaces."""
    return "".join(filter(is_letter, normalize(text).text))
