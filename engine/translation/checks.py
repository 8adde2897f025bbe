"""Is a translation of one sentence to be trusted? Checks that need no second model.

A fault names what is wrong. `severe` ones make a translation unfit to be returned; the others are a reason to
search again and to prefer the result with fewer of them.
"""

import re
from collections import Counter
from dataclasses import dataclass

from engine.translation.preserve import SIGNS

_WORD = re.compile(r"\w+")
_NUMBER = re.compile(r"(?<![⟦\d])\d+(?:[.,:/]\d+)*")
_SLOT = re.compile(r"⟦\d+⟧")
_AFTER_THE_END = re.compile(r"""[.!?]["')]?\s*⟦\d+⟧\W*$|[^\W\d_][.!?]["')]?⟦\d+⟧""")
_AT_THE_END = re.compile(r"⟦\d+⟧\W*$")
_SIGN = re.compile(f"(?![°£€])[{SIGNS}]")  # English writes those three for the words as well
_RUN_ON = re.compile(r"[^\W\d_][!?][^\W\d_]|[!?]{2}")
_PERSIAN = re.compile(r"[\u0600-\u06ff\ufb50-\ufdff\ufe70-\ufefc]")

_DOUBLED = re.compile(r"\b(?!had\b|that\b)(\w*[^\W\d]) \1\b", re.IGNORECASE)
"""A word that stands twice, other than those two, which grammar may double."""

LENGTH_RATIO = (0.25, 3.0)
"""Words of the translation for one of the source. Persian joins what English parts, so the range is wide."""
SHORT = 6
"""Words of a source up to which the ratio of lengths says nothing."""
SHORTENED_RATIO = 0.6
"""The like, below which something was left out: in a thousand translations of people one has so few."""
REPEATED_SHARE = 0.5
"""Share of word 3-grams that occurred before, from which a text runs in circles."""
LOWEST_SCORE = -4.0
"""Mean log-probability per piece, in nats, below which the model is guessing."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One finding about a translation."""

    name: str
    severe: bool
    weight: int = 1


EMPTY = Fault("empty", True)
BROKEN = Fault("broken character", True)
SLOTS = Fault("slots", True)
MISPLACED = Fault("misplaced slot", False)
UNFINISHED = Fault("unfinished", False)
COPIED = Fault("copied source", True)
REPEATS = Fault("repetition", True)
DOUBLED = Fault("doubled word", False)
LENGTH = Fault("length ratio", True)
SHORTENED = Fault("shortened", False)
NUMBERS = Fault("numbers", False, weight=3)
"""A number was lost: worse than a slot out of place and no end together."""
NUMBERS_LEFT = Fault("numbers", True)
"""A number was lost where none is left to the model to translate."""
ADDED_NUMBERS = Fault("added numbers", False)
CHANGED_SIGNS = Fault("signs", False)
RUN_ON = Fault("run-on sentence", False)
"""Letters, or one more stop, right behind a question or an exclamation mark."""
SCORE = Fault("score", True)


def faults(
    source: str, translation: str, score: float, finished: bool, numbers: bool = False
) -> tuple[Fault, ...]:
    """What is wrong with a translation.

    Args:
        source: the sentence in source form, with slots.
        translation: what the model made of it, with slots.
        score: mean log-probability per piece in nats.
        finished: whether the model ended the sentence itself.
        numbers: whether numbers are slots, so that one beside them may not be put into words.
    """
    if not _WORD.search(_SLOT.sub("", translation)):
        return (EMPTY,)
    found = []
    if sorted(_SLOT.findall(source)) != sorted(_SLOT.findall(translation)):
        found.append(SLOTS)
    elif _AFTER_THE_END.search(translation) and not _AT_THE_END.search(source):
        found.append(MISPLACED)
    if "\ufffd" in translation:
        found.append(BROKEN)
    if not finished:
        found.append(UNFINISHED)
    if _PERSIAN.search(translation):
        found.append(COPIED)
    if repeated_share(translation) > max(REPEATED_SHARE, repeated_share(source)):
        found.append(REPEATS)
    if _DOUBLED.search(translation) and not _DOUBLED.search(source):
        found.append(DOUBLED)
    given, made = len(_WORD.findall(source)), len(_WORD.findall(translation))
    if not _fitting(given, made):
        found.append(LENGTH)
    elif given > SHORT and made < SHORTENED_RATIO * given:
        found.append(SHORTENED)
    owed, written = Counter(_NUMBER.findall(source)), Counter(_NUMBER.findall(translation))
    if owed - written:
        found.append(NUMBERS_LEFT if numbers else NUMBERS)
    elif written - owed:
        found.append(ADDED_NUMBERS)
    if Counter(_SIGN.findall(source)) != Counter(_SIGN.findall(translation)):
        found.append(CHANGED_SIGNS)
    if _RUN_ON.search(translation) and not _RUN_ON.search(source):
        found.append(RUN_ON)
    if score < LOWEST_SCORE:
        found.append(SCORE)
    return tuple(found)


def repeated_share(text: str) -> float:
    """Share of the word 3-grams of a text that occurred before in it; 0 for fewer than eight words."""
    words = _WORD.findall(text.casefold())
    grams = [tuple(words[i : i + 3]) for i in range(len(words) - 2)]
    return 1 - len(set(grams)) / len(grams) if len(words) >= 8 else 0.0


def _fitting(source_words: int, words: int) -> bool:
    low, high = LENGTH_RATIO
    if source_words <= SHORT:
        return words <= high * SHORT
    return low * source_words <= words <= high * source_words
