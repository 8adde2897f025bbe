"""The words of a text, with what each of them is.

A Persian word is a run of Arabic-script letters with their marks, kashida and inner non-joiners. Addresses
(web, e-mail, Latin hashtags and handles) and emoji with all their modifiers are one word each. What is left
between words is spaces and punctuation.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from engine.text.chars import DIGITS, INNER_JOINERS, LETTERS, MARKS, TATWEEL, char_class


class WordKind(StrEnum):
    """What a word is made of."""

    PERSIAN = "persian"  # letters of the Arabic script
    LATIN = "latin"  # letters of any other script
    NUMBER = "number"  # digits of three scripts with inner separators
    ADDRESS = "address"  # URL, domain, e-mail, Latin hashtag or handle
    SYMBOL = "symbol"  # emoji, and signs that have a name when read: % + $ @


@dataclass(frozen=True, slots=True)
class Word:
    """One word; `text` is the slice start:end of the text it was found in, in code points."""

    text: str
    start: int
    end: int
    kind: WordKind


TOP_LEVEL_DOMAINS: Final = (
    "com", "ir", "org", "net", "edu", "gov", "info", "io", "ai", "co", "app", "dev", "me", "tv", "news", "eu",
    "uk", "de", "fr", "us", "ca", "af", "tj", "ru", "cn", "tr", "shop", "site", "online", "blog",
    "cloud", "tech",
)  # fmt: skip
"""Endings by which a domain is known when no `http://` or `www.` says so."""

SYMBOL_PUNCTUATION: Final = "%٪‰؉‱؊&@#*"
"""Signs that Unicode calls punctuation but that are read by name."""

_SYMBOL_CATEGORIES: Final = ("Sm", "Sc", "So")

_LETTER: Final = f"[{char_class(LETTERS)}]"
_BODY: Final = f"[{char_class(LETTERS | MARKS | {TATWEEL})}]"
_JOINER: Final = f"[{char_class(INNER_JOINERS)}]"
_PERSIAN: Final = f"{_LETTER}{_BODY}*+(?:{_JOINER}++{_BODY}++)*+"

_IN_TEXT: Final = LETTERS | MARKS | DIGITS | INNER_JOINERS | {TATWEEL}
_IN_PATH: Final = rf"[!#-'*-;=?-_a-z~()\[\]{char_class(_IN_TEXT)}]"
_PATH_END: Final = rf"[A-Za-z0-9/_=&#~%+\-{char_class(LETTERS | DIGITS)}]"
_PATH: Final = f"(?:[/?#](?:{_IN_PATH}*{_PATH_END})?)?"
_HOST: Final = r"[A-Za-z0-9][A-Za-z0-9-]*+(?:\.[A-Za-z0-9-]++)*+(?::[0-9]++)?"
_TLD: Final = f"(?:{'|'.join(TOP_LEVEL_DOMAINS)})(?![A-Za-z0-9-])"
_FRESH: Final = r"(?<![A-Za-z0-9@._%+/-])"
_ADDRESS: Final = "|".join(
    (
        rf"{_FRESH}(?:https?|ftp|HTTPS?)://{_HOST}{_PATH}",
        rf"{_FRESH}(?:www|WWW)\.{_HOST}{_PATH}",
        rf"{_FRESH}[A-Za-z0-9._%+-]++@[A-Za-z0-9-]++(?:\.[A-Za-z0-9-]++)++",
        rf"{_FRESH}[A-Za-z0-9-]++(?:\.[A-Za-z0-9-]+)*\.{_TLD}{_PATH}",
        r"(?<![A-Za-z0-9#@])#[0-9_]*+[A-Za-z][A-Za-z0-9_]*+",
        r"(?<![A-Za-z0-9#@.])@[A-Za-z0-9_]++(?:\.[A-Za-z0-9_]++)*+",
    )
)

_PICTURE: Final = (
    r"[\u203c\u2049\u2122\u2139\u2194-\u21aa\u231a-\u23ff\u2460-\u24ff\u25a0-\u27bf\u2900-\u297f"
    r"\u2b00-\u2bff\u3030\u303d\u3297\u3299\u00a9\u00ae\U0001f000-\U0001f1e5\U0001f200-\U0001faff]"
)
_MODIFIER: Final = r"[\ufe0e\ufe0f\u20e3\U0001f3fb-\U0001f3ff\U000e0020-\U000e007f]"
_EMOJI: Final = "|".join(
    (
        r"[0-9#*]\ufe0f?\u20e3",  # keycap
        r"[\U0001f1e6-\U0001f1ff]{1,2}" + f"{_MODIFIER}*+",  # flag
        rf"{_PICTURE}{_MODIFIER}*+(?:\u200d{_PICTURE}{_MODIFIER}*+)*+",
    )
)

_DIGIT: Final = f"[{char_class(DIGITS)}]"
_NUMBER: Final = f"{_DIGIT}++(?:[.,٫٬/:]{_DIGIT}++)*+"
_FOREIGN: Final = rf"[^\W\d_{char_class(LETTERS | MARKS | {TATWEEL})}]"
_LATIN: Final = rf"[0-9]*+{_FOREIGN}(?:{_FOREIGN}|[0-9\u0300-\u036f_])*+(?:['’.&+-](?:{_FOREIGN}|[0-9])++)*+"

_WORD: Final = re.compile(
    "|".join(
        f"(?P<{name}>{pattern})"
        for name, pattern in (
            ("emoji", _EMOJI),
            (WordKind.ADDRESS, _ADDRESS),
            (WordKind.PERSIAN, _PERSIAN),
            (WordKind.LATIN, _LATIN),
            (WordKind.NUMBER, _NUMBER),
            (WordKind.SYMBOL, r"\S"),
        )
    )
)


def words(text: str) -> tuple[Word, ...]:
    """The words of a text, ordered and non-overlapping; linear in the length of the text."""
    return tuple(_found(text))


def _found(text: str) -> Iterator[Word]:
    for match in _WORD.finditer(text):
        name = match.lastgroup
        if name == WordKind.SYMBOL and not is_symbol(match.group()):
            continue
        kind = WordKind.SYMBOL if name == "emoji" or name is None else WordKind(name)
        yield Word(match.group(), match.start(), match.end(), kind)


def is_symbol(char: str) -> bool:
    """Whether one code point is a sign with a name (plus, percent, euro) and no punctuation."""
    return char in SYMBOL_PUNCTUATION or unicodedata.category(char) in _SYMBOL_CATEGORIES
