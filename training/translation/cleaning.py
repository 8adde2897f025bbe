"""Which pairs are worth learning from. Each rule has a name, so that preparation can say what it dropped."""

import re
from collections.abc import Iterable

_PERSIAN_LETTER = re.compile(r"[ء-غف-يپچژکگیۀ]")
_LATIN_LETTER = re.compile(r"[A-Za-z]")
_ARABIC_SCRIPT = re.compile(r"[؀-ۿݐ-ݿﭐ-﷿ﹰ-ﻼ]")
_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\w+")

LONGEST = 500
"""Code points of either side; longer ones are several sentences or tables."""
_PERSIAN_SHARE = 0.5
_LENGTH_RATIO = (0.45, 2.2)
_SHORT = 25
"""Below this many code points the ratio of lengths says nothing."""
_GRAM = 4
_OVERLAP = 0.4


def fault(source: str, target: str, trusted: bool = False) -> str | None:
    """Why a pair in source and target form is dropped, or None.

    Args:
        source: Persian in source form.
        target: English in target form.
        trusted: made by hand for this project; then numbers may be written out or converted.
    """
    if not source or not target:
        return "empty"
    if source.casefold() == target.casefold():
        return "copied"
    if max(len(source), len(target)) > LONGEST:
        return "long"
    persian, latin = len(_PERSIAN_LETTER.findall(source)), len(_LATIN_LETTER.findall(source))
    if persian == 0 or (not trusted and persian < _PERSIAN_SHARE * (persian + latin)):
        return "source script"
    if _ARABIC_SCRIPT.search(target) or not _LATIN_LETTER.search(target):
        return "target script"
    if max(len(source), len(target)) > _SHORT:
        low, high = _LENGTH_RATIO
        if not low <= len(source) / len(target) <= high:
            return "length ratio"
    if not trusted and sorted(_NUMBER.findall(source)) != sorted(_NUMBER.findall(target)):
        return "numbers"
    return None


def key(text: str) -> str:
    """What two texts share that differ only in case, spaces and punctuation."""
    return "".join(_WORD.findall(text.casefold()))


class Overlap:
    """Tells whether a text repeats much of a set of held-out texts, word for word."""

    def __init__(self, held_out: Iterable[str]) -> None:
        texts = list(held_out)
        self._grams = {gram for text in texts for gram in _grams(text)}
        self._keys = {key(text) for text in texts}

    def __contains__(self, text: str) -> bool:
        if key(text) in self._keys:
            return True
        grams = _grams(text)
        return len(grams) > 0 and sum(gram in self._grams for gram in grams) > _OVERLAP * len(grams)


def _grams(text: str) -> list[tuple[str, ...]]:
    words = _WORD.findall(text.casefold())
    return [tuple(words[i : i + _GRAM]) for i in range(len(words) - _GRAM + 1)]
