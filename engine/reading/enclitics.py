"""Readings of colloquial forms that no table holds: a known noun and what people join to it.

لباستو is لباس and -eto ("your clothes", as an object), رنگو is رنگ and -o. Letter by letter the vowel between
the two, which nothing shows, is easily lost, and a final و falls silent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from typing import Final

from engine.reading.align import align
from engine.reading.labels import LABEL_IDS, LABELS
from engine.text.numerals import CARDINAL_WORDS

_ENCLITICS: Final[dict[str, tuple[str, str]]] = {
    "و": ("o", ""),
    "م": ("a", "m"),
    "ت": ("ea", "t"),
    "ش": ("ea", "S"),
    "تو": ("ea", "to"),
    "مو": ("a", "mo"),
    "شو": ("ea", "So"),
    "مه": ("a", "me"),
    "ته": ("ea", "te"),
    "شه": ("ea", "Se"),
    "مون": ("ea", "mun"),
    "تون": ("ea", "tun"),
    "شون": ("ea", "Sun"),
    "شم": ("ea", "Sam"),
}
"""Letters to the vowels that may link them to a consonant, and their own phonemes."""
_PLAIN: Final = tuple(enclitic for enclitic in _ENCLITICS if len(enclitic) > 1)
_NUMBERS: Final = tuple(sorted(CARDINAL_WORDS))
_SHORTEST: Final = 2
_VOWEL_LETTERS: Final = frozenset("اآوهیئءأؤ")

Readings = Callable[[str], tuple[tuple[int, ...], ...]]


def with_enclitic(form: str, readings: Readings) -> tuple[tuple[int, ...], ...]:
    """The label sequences of a form as a noun with something joined to it.

    Args:
        form: letters without marks and non-joiners.
        readings: gives the label sequences of known forms.
    """
    return tuple(dict.fromkeys(_derived(form, readings)))


def has_plain_enclitic(form: str) -> bool:
    """Whether a form ends in letters that are hardly the end of a name or a loan word, as single ones are."""
    return form.endswith(_PLAIN)


def _derived(form: str, readings: Readings) -> Iterator[tuple[int, ...]]:
    for enclitic, (links, sounds) in _ENCLITICS.items():
        noun = form.removesuffix(enclitic)
        if noun == form or len(noun) < _SHORTEST or noun[-1] in _VOWEL_LETTERS:
            continue
        if enclitic == "م" and noun.endswith(_NUMBERS):  # an ordinal: یک‌صدم
            continue
        for reading in readings(noun):
            last = LABELS[reading[-1]]
            if not last.nucleus and any(LABELS[label].nucleus for label in reading):
                ends = (LABEL_IDS[last.onset, link] for link in links)
                yield from ((*reading[:-1], end, *_labels(enclitic, sounds)) for end in ends)


@cache
def _labels(letters: str, phonemes: str) -> tuple[int, ...]:
    found = align(letters, phonemes)
    if found is None:
        raise ValueError(f"{phonemes!r} does not fit the letters of {letters!r}")
    return found
