"""What is settled about a word before the model is asked: by the user's lexicon, or by a set phrase."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fixed:
    """A word's reading; marks that the writer typed still go before it.

    Attributes:
        labels: one label id a letter; none leaves the letters to the model.
        ezafe: whether the word has an ezafe; None leaves that to the model.
        lexicon: whether the user's lexicon says so.
    """

    labels: tuple[int, ...]
    ezafe: bool | None = None
    lexicon: bool = False
