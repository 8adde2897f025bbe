"""The labels of the tagger: what a letter can sound like, and what the marks on it say.

A label is the sound of one letter, its consonant and the vowel after it: ``mo`` on the م of مردم. It is built
from an onset (a consonant, doubled under tashdid, or nothing) and a nucleus (a vowel, a tanvin, or nothing).
The marks of a letter follow from its label, so sounds and marks cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from engine.text.chars import (
    DAMMA,
    DAMMATAN,
    FATHA,
    FATHATAN,
    HAMZA_BELOW,
    KASRA,
    KASRATAN,
    SHADDA,
    SUKUN,
    SUPERSCRIPT_ALEF,
)

NUCLEI: Final = ("", "a", "e", "o", "A", "i", "u", "an", "en", "on")

_PLAIN: Final = {
    "ب": "b", "پ": "p", "ت": "t", "ث": "s", "ج": "j", "چ": "C", "ح": "h", "خ": "x", "د": "d", "ذ": "z",
    "ر": "r", "ز": "z", "ژ": "Z", "س": "s", "ش": "S", "ص": "s", "ض": "z", "ط": "t", "ظ": "z", "غ": "q",
    "ف": "f", "ق": "q", "ک": "k", "گ": "g", "م": "m",
}  # fmt: skip

ONSETS: Final[dict[str, tuple[str, ...]]] = {letter: (c, c + c) for letter, c in _PLAIN.items()} | {
    "ل": ("l", "ll", ""),  # silent in the Arabic article before a sun letter
    "ن": ("n", "nn", "m"),
    "ه": ("h", "hh", "", "t"),  # t where it stands for the Arabic ة of دائرة‌المعارف
    "ع": ("?", "??", ""),
    "و": ("v", "vv", "w", ""),
    "ی": ("y", "yy", "iy", "iyy", ""),
    "ا": ("",),
    "آ": ("",),
    "أ": ("?", ""),
    "إ": ("?", ""),
    "ؤ": ("?", "v", ""),
    "ئ": ("?", "y", "yy", ""),
    "ء": ("?", ""),
}
"""The onsets each letter of normalised Persian can stand for."""

MATERS: Final = {"ا": "A", "و": "u", "ی": "i"}
"""Letters that write the long vowel after the letter before them."""

_GLIDES: Final = {("w", n) for n in NUCLEI if n}  # w is the end of a diphthong: nothing follows it


@dataclass(frozen=True, slots=True)
class Label:
    """One label: its sound is ``onset + nucleus``."""

    onset: str
    nucleus: str

    @property
    def sound(self) -> str:
        return self.onset + self.nucleus

    @property
    def doubled(self) -> bool:
        """Whether the consonant carries tashdid."""
        return len(self.onset) > 1 and self.onset[-1] == self.onset[-2]


LABELS: Final = tuple(
    Label(onset, nucleus)
    for onset in dict.fromkeys(o for onsets in ONSETS.values() for o in onsets)
    for nucleus in NUCLEI
    if (onset, nucleus) not in _GLIDES
)
"""Every label; a label's id is its place here."""

LABEL_IDS: Final = {(label.onset, label.nucleus): i for i, label in enumerate(LABELS)}
SILENT: Final = LABEL_IDS["", ""]

ALLOWED: Final[dict[str, tuple[int, ...]]] = {
    letter: tuple(LABEL_IDS[o, n] for o in onsets for n in NUCLEI if (o, n) in LABEL_IDS)
    for letter, onsets in ONSETS.items()
}
"""The labels of each letter; a letter that is not here is silent."""

NUCLEUS_MARK: Final = {
    "a": FATHA, "e": KASRA, "o": DAMMA, "an": FATHATAN, "en": KASRATAN, "on": DAMMATAN,
    "A": SUPERSCRIPT_ALEF, "i": KASRA, "u": DAMMA,
}  # fmt: skip
"""The mark that writes a nucleus on a letter which does not write it itself."""

_SELF_WRITTEN: Final = {("ا", "A"), ("آ", "A"), ("ی", "i"), ("و", "u")}
_SAID_BY: Final = {
    FATHA: {"a"}, KASRA: {"e", "i"}, DAMMA: {"o", "u"}, FATHATAN: {"an"}, KASRATAN: {"en"}, DAMMATAN: {"on"},
    SUKUN: {""}, SUPERSCRIPT_ALEF: {"A"}, HAMZA_BELOW: {"e", "i"},
}  # fmt: skip
_SAID_ON_ALEF: Final = {KASRA: {"e"}, DAMMA: {"o"}}
"""What a mark says there: a long vowel that begins a word has its own letter behind the alef."""
_BEFORE_MATER: Final = {(FATHA, "ا"): {""}, (KASRA, "ی"): {""}, (DAMMA, "و"): {""},
                        (FATHA, "و"): {"o"}, (FATHA, "ی"): {"e", ""}, (HAMZA_BELOW, "ی"): {""}}  # fmt: skip
"""What else a mark says before a mater: بِی may be bi, إی i; the old fatha of دَولت, پَیدا is o and e today."""


def marks_of(letter: str, label: Label) -> str:
    """The marks that write a label on its letter, tashdid before vowel; "" where the letter alone says it."""
    shadda = SHADDA if label.doubled else ""
    if not label.nucleus or (label.onset == "" and (letter, label.nucleus) in _SELF_WRITTEN):
        return shadda
    return shadda + NUCLEUS_MARK[label.nucleus]


@lru_cache(maxsize=4096)
def permitted(letter: str, marks: str, following: str) -> tuple[int, ...]:
    """The labels of a letter that agree with the marks written on it.

    Args:
        letter: one letter.
        marks: the marks on it, in any order; marks that say nothing about its sound are passed over.
        following: the next letter of the word, "" at its end.

    Returns:
        label ids, never empty: a mark that no label of the letter can honour is passed over.
    """
    candidates = ALLOWED.get(letter, (SILENT,))
    if SUPERSCRIPT_ALEF in marks:
        marks = marks.replace(FATHA, "")  # رَحْمَٰن: the two together are the long vowel
    for mark in marks:
        kept = tuple(i for i in candidates if _honours(LABELS[i], letter, mark, following))
        candidates = kept or candidates
    return candidates


def _honours(label: Label, letter: str, mark: str, following: str) -> bool:
    if mark == SHADDA:
        return label.doubled
    said = _SAID_ON_ALEF.get(mark, _SAID_BY.get(mark)) if letter == "ا" else _SAID_BY.get(mark)
    if said is None:
        return True
    if mark == FATHATAN and following == "ا":  # written before the alef that carries its sound
        return label.nucleus in ("", "an")
    if mark == SUKUN and letter in MATERS and label.onset == "":
        return label.nucleus in ("", MATERS[letter])
    return label.nucleus in said | _BEFORE_MATER.get((mark, following), set())
