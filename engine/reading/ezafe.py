"""What spelling settles about ezafe before the model is asked.

A ی of its own behind a word that ends in a vowel (خانه ی ما) is the ezafe of that word, which then bears none
itself. A word before a full stop or the like, or a brace that touches it, has none, except where a ی
after a vowel is already written for it (برای), so that something has been left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final

from engine.reading.encoding import Encoded, Segment
from engine.reading.fixed import Fixed
from engine.reading.labels import LABEL_IDS
from engine.text.chars import KASRA, ZWNJ

_YE: Final = "ی"
_SEPARATED: Final = Fixed((LABEL_IDS["y", "e"],), ezafe=True)
_NONE: Final = Fixed((), ezafe=False)

_VOWEL_FINALS: Final = frozenset("هاوی")
_NO_NOUNS: Final = frozenset(("با", "به", "تا", "چه", "را", "که", "نه", "یا"))
"""Words that end in a vowel and bear no ezafe: a ی behind them is the letter's name (با ی شروع می‌شود)."""

_NO_GENITIVES: Final = ("است", "اما", "بود", "را", "شد", "که", "نیست", "و", "ولی", "هم", "یا")
_BOUND: Final = re.compile(rf" [ «“\"(]*+(?!(?:{'|'.join(_NO_GENITIVES)})(?![\w{ZWNJ}]))\w")
"""What stands behind an ezafe: a word, but none of those that begin something new."""

_WRITTEN: Final = re.compile(f"[اوه]{ZWNJ}?{_YE}$")
_END: Final = re.compile(r"[\s»”\")]*+(?:[!؟?]|\.(?!\.))|}")


def settled_ezafes(encoded: Encoded) -> Iterator[tuple[int, Fixed]]:
    """What is settled, by segment; a word may come twice, and what comes last counts."""
    for number, segment in enumerate(encoded.segments):
        if segment.word == _YE and number and _is_separated(encoded, encoded.segments[number - 1], segment):
            yield number - 1, _NONE
            yield number, _SEPARATED
        elif segment.word and _END.match(encoded.text, segment.end) and not _WRITTEN.search(segment.word):
            yield number, _NONE


def _is_separated(encoded: Encoded, before: Segment, segment: Segment) -> bool:
    """Whether a ی of its own is the ezafe of the word before it."""
    head = before.word
    is_noun = len(head) > 1 and head[-1] in _VOWEL_FINALS and head not in _NO_NOUNS
    parted = before.end < segment.start and set(encoded.marks[segment.start]) <= {KASRA}
    return is_noun and parted and _BOUND.match(encoded.text, segment.end) is not None
