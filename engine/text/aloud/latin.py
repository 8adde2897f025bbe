"""Latin words inside a Persian text, as a Persian reader says them, in Persian letters."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from engine.text.aloud.english import english_words
from engine.text.aloud.latin_sounds import (
    CLUSTER_AFTER_S,
    CONSONANT_LETTERS,
    FIRST_VOWELS,
    INNER_VOWELS,
    LAST_VOWELS,
    SPELLING_RULES,
    VOWELS,
)
from engine.text.aloud.latin_words import (
    LATIN_LETTERS,
    LATIN_SOUNDS,
    LATIN_WORDS,
    LETTER_SOUNDS,
    TITLES,
)
from engine.text.aloud.rule import Rule, alternation, pattern_rule
from engine.text.numerals import decimal, digits, integer

_NAMES: Final = {LATIN_LETTERS[letter]: phonemes for letter, phonemes in LETTER_SOUNDS.items()} | {"وِ": "ve"}
"""The names of the letters, and the German one of w (BMW)."""
_PART: Final = re.compile(r"[A-Z]+(?![a-z])s?|[A-Z]?[a-z]+|[0-9]+(?:[.٫][0-9]+)*|&")
_SPOKEN_CAPITALS: Final = 4
"""Capitals up to this many are spelled letter by letter, unless the table knows the word."""


def say_latin(token: str) -> str:
    """A token of Latin letters and digits in Persian words; nothing for letters of yet other scripts."""
    plain = _plain(token)
    known = LATIN_WORDS.get(plain) or LATIN_WORDS.get(plain.lower()) or LATIN_LETTERS.get(plain.lower())
    return known if known else " ".join(filter(None, map(_say_part, _PART.findall(plain))))


def latin_sounds(text: str) -> dict[str, str]:
    """The phonemes of what `say_latin` makes of a text, by its words: letters, and words said by sound."""
    heard = [sounds(part.lower()) for part in _PART.findall(_plain(text)) if _is_sounded(part)]
    return _NAMES | {persian_letters(phonemes): phonemes for phonemes in heard}


def _plain(text: str) -> str:
    return re.sub("['\u2019\u0300-\u036f]", "", unicodedata.normalize("NFKD", text))


def _say_part(part: str) -> str:
    if part[0].isdigit():
        return _say_digits(re.split("[.٫]", part))
    if part == "&":
        return LATIN_WORDS["and"]
    lower = part.lower()
    if lower in LATIN_WORDS and len(part) > 1:
        return LATIN_WORDS[lower]
    if not _is_sounded(part):
        return " ".join(LATIN_LETTERS[letter] for letter in lower)
    return persian_letters(sounds(lower))


def _is_sounded(part: str) -> bool:
    """Whether it is a word that is neither in the table nor spelled letter by letter."""
    lower = part.lower()
    spelled = len(part) == 1 or (part.isupper() and len(part) <= _SPOKEN_CAPITALS)
    if lower in LATIN_WORDS or (spelled and lower not in LATIN_SOUNDS):
        return False
    return re.search("[aeiouy]", lower) is not None


def _say_digits(parts: list[str]) -> str:
    if len(parts) == 2:
        return decimal(*parts)
    return " نقطه ".join(integer(part) if len(part) <= 4 else digits(part) for part in parts)


def sounds(word: str) -> str:
    """What a Persian reader says for a lower-case English word: by the tables, else by its spelling."""
    return persianized(LATIN_SOUNDS.get(word) or english_words().get(word) or spelled_sounds(word))


def spelled_sounds(word: str) -> str:
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


def persianized(phonemes: str) -> str:
    """With the glides that Persian puts between vowels, and the vowel that opens a cluster at a beginning."""
    glided = _HIATUS.sub(lambda match: "v" if match[1] in "uo" and match[2] != "i" else "y", phonemes)
    first, second = glided[:1], glided[1:2]
    if not second or first in VOWELS or second in VOWELS:
        return glided
    if second == "y":
        return f"{first}i{glided[1:]}"
    return f"e{glided}" if first == "s" and second in CLUSTER_AFTER_S else f"{first}e{glided[1:]}"


def persian_letters(phonemes: str) -> str:
    """Phonemes in Persian letters, short vowels as marks."""
    letters: list[str] = []
    for at, phoneme in enumerate(phonemes):
        if phoneme not in VOWELS:
            letters.append(CONSONANT_LETTERS[phoneme])
        elif at == 0:
            letters.append(FIRST_VOWELS[phoneme])
        elif phoneme != "i" or not _GLIDING.match(phonemes, at):
            letters.append((LAST_VOWELS if at == len(phonemes) - 1 else INNER_VOWELS)[phoneme])
    return "".join(letters)


_HIATUS: Final = re.compile(f"(?<=([{VOWELS}]))(?=([{VOWELS}]))")
_GLIDING: Final = re.compile(f"iy[{VOWELS}]")
"""An i that the ی of the glide behind it writes as well."""

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
