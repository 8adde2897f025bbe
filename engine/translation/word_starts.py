"""Every word begins with a space inside of the model, also after a quotation mark, a bracket or a hyphen.

The vocabulary has pieces for the beginnings of words and others for what follows inside of one. A word glued
to the mark before it would be spelled with the latter, as if it were another word.
"""

import re

from engine.text.chars import PERSIAN_LETTERS

_GLUED = re.compile(
    rf"(?<=[^\w\s⟧])(?=[{PERSIAN_LETTERS}])"  # Persian after any mark; a slot's end is none
    r"|(?:(?<=[(\[])|(?<=\s\")|(?<=[(\[]\")|(?<=^\"))(?=[A-Za-z])"  # English after what opens
)
_OPENED = re.compile(r"(?<![^\s(\[])(\"|[(\[]+\"?) +(?=\S)")


def parted(text: str) -> str:
    """A form of `engine.translation.form` with a space before each of its words."""
    return _GLUED.sub(" ", text)


def joined(text: str) -> str:
    """Text as it is written: no space after what opens a quotation or a bracket."""
    return _OPENED.sub(r"\1", text)
