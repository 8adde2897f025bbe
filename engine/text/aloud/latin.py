"""Latin words inside a Persian text, as a Persian reader says them, in Persian letters."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from engine.text.aloud.latin_sounds import (
    CLUSTER_AFTER_S,
    CONSONANT_LETTERS,
    FIRST_VOWELS,
    HIATUS_VOWELS,
    INNER_VOWELS,
    LAST_VOWELS,
    SPELLING_RULES,
    VOWELS,
)
from engine.text.aloud.latin_words import LATIN_LETTERS, LATIN_WORDS, TITLES
from engine.text.aloud.rule import Rule, alternation, pattern_rule
from engine.text.numerals import decimal, digits, integer

_PART: Final = re.compile(r"[A-Z]+(?![a-z])s?|[A-Z]?[a-z]+|[0-9]+(?:[.٫][0-9]+)*|&")
_SPOKEN_CAPITALS: Final = 4
"""Capitals up to this many are spelled letter by letter, unless the table knows the word."""


def say_latin(token: str) -> str:
    """A token of Latin letters and digits in Persian words; nothing for letters of yet other scripts."""
    plain = re.sub("['\u0300-\u036f]", "", unicodedata.normalize("NFKD", token))
    known = LATIN_WORDS.get(plain) or LATIN_WORDS.get(plain.lower()) or LATIN_LETTERS.get(plain.lower())
    return known if known else " ".join(filter(None, map(_say_part, _PART.findall(plain))))


def _say_part(part: str) -> str:
    if part[0].isdigit():
        return _say_digits(re.split("[.٫]", part))
    if part == "&":
        return LATIN_WORDS["and"]
    lower = part.lower()
    if lower in LATIN_WORDS and len(part) > 1:
        return LATIN_WORDS[lower]
    spelled = len(part) == 1 or (part.isupper() and len(part) <= _SPOKEN_CAPITALS)
    if spelled or not re.search("[aeiouy]", lower):
        return " ".join(LATIN_LETTERS[letter] for letter in lower)
    return persian_letters(sounds(lower))


def _say_digits(parts: list[str]) -> str:
    if len(parts) == 2:
        return decimal(*parts)
    return " نقطه ".join(integer(part) if len(part) <= 4 else digits(part) for part in parts)


def sounds(word: str) -> str:
    """The phonemes of a lower-case English word by the letter-to-sound rules."""
    said: list[str] = []
    at = 0
    while at < len(word):
        for pattern, phonemes in SPELLING_RULES[word[at]]:
            match = pattern.match(word, at)
            if match and match.end() > at:
                said.append(phonemes)
                at = match.end()
                break
    return "".join(said)


def persian_letters(phonemes: str) -> str:
    """Phonemes in Persian letters, short vowels as marks; clusters at the beginning are opened by a vowel."""
    letters: list[str] = []
    phonemes = _opened(phonemes)
    for at, phoneme in enumerate(phonemes):
        if phoneme not in VOWELS:
            letters.append(CONSONANT_LETTERS[phoneme])
        elif at == 0:
            letters.append(FIRST_VOWELS[phoneme])
        elif phonemes[at - 1] in VOWELS:
            letters.append(HIATUS_VOWELS[phoneme])
        else:
            letters.append((LAST_VOWELS if at == len(phonemes) - 1 else INNER_VOWELS)[phoneme])
    return "".join(letters)


def _opened(phonemes: str) -> str:
    """With the vowel that Persian puts before or into a cluster of consonants at a word's beginning."""
    first, second = phonemes[:1], phonemes[1:2]
    if not second or first in VOWELS or second in VOWELS or second == "y":
        return phonemes
    return f"e{phonemes}" if first == "s" and second in CLUSTER_AFTER_S else f"{first}e{phonemes[1:]}"


_TOKEN: Final = (
    r"(?<![A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f])(?:(?<![0-9][.٫])[0-9]++(?:[.٫][0-9]++)*+)?+[A-Za-z\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f](?:[A-Za-z0-9'\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f\u0300-\u036f])*+"
    r"(?:[-&.٫][A-Za-z0-9\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u024f]++)*+(?:\+\+|\#)?"
)

_TITLE: Final = rf"(?<![A-Za-z])(?:{alternation(TITLES)})\.(?= ?[A-Z])"

_REST: Final = "[A-Za-z]++"
"""Letters of a token whose numbers another rule has said."""

LATIN_RULES: Final[tuple[Rule, ...]] = (
    pattern_rule(_TITLE, lambda match: TITLES[match.group()[:-1]]),
    pattern_rule(_TOKEN, lambda match: say_latin(match.group()) or None),
    pattern_rule(_REST, lambda match: say_latin(match.group())),
)
