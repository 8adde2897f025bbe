"""Words that their writer drew out: سلاااام is سلام, ممممنون is ممنون.

A run of three or more equal letters stands for one letter, or for two where that makes the more frequent
word. A word of one letter alone (ههههه) is laughter and stays, and so does a plural without its non-joiner:
دههها is دهه‌ها.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from typing import Final

from engine.reading.forms import UNKNOWN, FormVocabulary
from engine.text.chars import MARKS, PERSIAN_LETTERS
from engine.text.mapped import Edit, Mapped, edited
from engine.text.words import WordKind, words

_RUN: Final = re.compile(rf"([{PERSIAN_LETTERS}])\1\1++")
_OFTEN_TWO: Final = re.compile(r"\w[او]ی")
"""A run of ی behind a vowel (تنهایییی) is two letters where it can be."""
_PLURAL: Final = "ها"
_MOST: Final = 4  # runs of a word that are tried with two letters
_WITHOUT_MARKS: Final = str.maketrans(dict.fromkeys(MARKS, ""))


def shortened(normal: Mapped, forms: FormVocabulary) -> Mapped:
    """A normalised text with its runs of letters shortened; what is left stands for all of a run."""
    if not _RUN.search(normal.text):
        return normal
    return edited(normal.text, _edits(normal.text, forms)).compose(normal)


def _edits(text: str, forms: FormVocabulary) -> Iterator[Edit]:
    for word in words(text):
        runs = list(_RUN.finditer(word.text)) if word.kind is WordKind.PERSIAN else []
        if len(set(word.text)) == 1 or any(_is_plural(word.text, run, forms) for run in runs):
            continue
        for run, kept in zip(runs, _lengths(word.text, runs, forms), strict=True):
            start, end = word.start + run.start(), word.start + run.end()
            yield Edit(start + kept - 1, end, run[1])


def _is_plural(word: str, run: re.Match[str], forms: FormVocabulary) -> bool:
    """Whether the third ه begins the plural of a word in هه."""
    noun, ending = word[: run.end() - 1], word[run.end() - 1 :]
    return len(run[0]) == 3 and ending.startswith(_PLURAL) and forms[_bare(noun)] != UNKNOWN


def _lengths(word: str, runs: Sequence[re.Match[str]], forms: FormVocabulary) -> tuple[int, ...]:
    """How many letters of each run stay: what makes the most frequent form, one where none is known."""
    often_two = [_OFTEN_TWO.match(word, max(0, run.start() - 2)) is not None for run in runs]
    ranks = {}
    for lengths in product((1, 2), repeat=min(len(runs), _MOST)):
        lengths += (1,) * (len(runs) - len(lengths))
        rank = forms[_bare(_with_runs(word, runs, lengths))]
        if rank != UNKNOWN:
            ranks[lengths] = (-sum(n for n, two in zip(lengths, often_two, strict=True) if two), rank)
    return min(ranks, key=ranks.__getitem__, default=(1,) * len(runs))


def _with_runs(word: str, runs: Sequence[re.Match[str]], lengths: Sequence[int]) -> str:
    parts: list[str] = []
    at = 0
    for run, kept in zip(runs, lengths, strict=True):
        parts += (word[at : run.start()], run[1] * kept)
        at = run.end()
    return "".join((*parts, word[at:]))


def _bare(word: str) -> str:
    return word.translate(_WITHOUT_MARKS)
