"""Names that training pairs spell on both sides: a Persian word beside an English one that sounds like it.

The translator meets most names once or twice, too seldom to learn how they are written. Here a Persian word
becomes a name where nearly all pairs that hold it have the same capitalised word in English, of which its
letters are a transcription.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache
from typing import Final

from engine.text.words import WordKind, words
from engine.translation.names import key_of_word

_NAME = re.compile(r"(?<![\w'.-])[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]{2,}(?![\w-])")
_LOWER = re.compile(r"(?<![\w'-])[a-zà-öø-ÿ]{3,}")

_SHORTEST = 4
"""Letters of the shortest word taken: shorter ones sound like too many others."""

_AGREEMENT = 0.8
_DISTANCE = 0.12
"""Of a letter, on the average of a word."""

_SOUNDS: Final[dict[str, tuple[str, ...]]] = {
    "ا": ("a", "e", "i", "o", "u", "à", "á", "â", "ä", "å", "é", "è", "ö", "ü", "ø", "au", "ai", "ei"),
    "آ": ("a", "o", "á", "å", "ah"),
    "ب": ("b", "bb"),
    "پ": ("p", "pp"),
    "ت": ("t", "tt", "th"),
    "ث": ("s", "th"),
    "ج": ("j", "g", "dj", "dg", "gg", "dge"),
    "چ": ("ch", "tch", "c", "cz", "cc", "tsch"),
    "ح": ("h",),
    "خ": ("kh", "ch", "j", "x", "h"),
    "د": ("d", "dd", "dh"),
    "ذ": ("z", "dh"),
    "ر": ("r", "rr", "rh"),
    "ز": ("z", "s", "zz", "x"),
    "ژ": ("j", "zh", "g", "ge", "z"),
    "س": ("s", "ss", "c", "ce", "sc", "z", "ç"),
    "ش": ("sh", "sch", "ch", "s", "x", "sz"),
    "ص": ("s",),
    "ض": ("z", "d"),
    "ط": ("t",),
    "ظ": ("z",),
    "ع": ("a", "o", "e", "'", "i"),
    "غ": ("gh", "g", "q"),
    "ف": ("f", "ff", "ph", "v"),
    "ق": ("gh", "q", "k", "c"),
    "ک": ("k", "c", "ck", "kk", "cc", "ch", "q", "qu", "que", "cq"),
    "گ": ("g", "gg", "gh", "gu", "gue"),
    "ل": ("l", "ll"),
    "م": ("m", "mm"),
    "ن": ("n", "nn", "ñ", "gn"),
    "و": (
        "v",
        "w",
        "o",
        "u",
        "oo",
        "ou",
        "ow",
        "eau",
        "eaux",
        "au",
        "aux",
        "aud",
        "ot",
        "wh",
        "ö",
        "ó",
        "ô",
        "ü",
        "ú",
        "ø",
        "f",
    ),
    "ه": ("h", "e", "a", "eh", "ah"),
    "ی": (
        "y",
        "i",
        "e",
        "ee",
        "ie",
        "j",
        "ey",
        "ay",
        "ea",
        "ai",
        "ei",
        "é",
        "è",
        "í",
        "igh",
        "ier",
        "et",
        "a",
        "ll",
    ),
    "ئ": ("e", "i", "'", "a", "é", "o"),
    "کس": ("x",),
    "ای": ("ai", "i", "ei", "y", "ey", "ay", "e", "é"),
    "او": ("o", "u", "ou", "ow", "au", "oo"),
    "یو": ("u", "ew", "eu", "io"),
    "نگ": ("ng", "n"),
    "شچ": ("shch",),
    "تس": ("z", "ts", "tz", "c"),
}
"""How letters of a name are written in English, shorter before longer."""

_BEGINNINGS: Final = {
    letter: tuple(
        {sound[0] for letters, sounds in _SOUNDS.items() if letters[0] == letter for sound in sounds}
    )
    for letter in _SOUNDS
}
"""By a Persian letter, how the English of a word that begins with it begins."""

_UNWRITTEN: Final = dict.fromkeys("aeiouáàâäéèêëíìîóòôöøúùü", 0.12) | dict.fromkeys("hwy'", 0.3)
"""What it costs that Persian leaves a letter of the English out."""

_UNHEARD: Final = dict.fromkeys("اویهعئ", 0.5)
"""What it costs that English has nothing for a letter of the Persian."""


@lru_cache(1 << 18)
def distance(persian: str, english: str) -> float:
    """How far the English, in lower case, is from a transcription of the Persian letters; 0 is one."""
    best: list[list[float]] = [[len(persian) + 9.0] * (len(english) + 1) for _ in range(len(persian) + 1)]
    best[0][0] = 0.0
    for i in range(len(persian) + 1):
        for j in range(len(english) + 1):
            here = best[i][j]
            if j < len(english):
                repeated = j > 0 and english[j] == english[j - 1]
                cost = 0.0 if repeated else _UNWRITTEN.get(english[j], 1.0)
                best[i][j + 1] = min(best[i][j + 1], here + cost)
            if i < len(persian):
                best[i + 1][j] = min(best[i + 1][j], here + _UNHEARD.get(persian[i], 1.0))
            for letters in (persian[i : i + 1], persian[i : i + 2]):
                for sound in _SOUNDS.get(letters, ()):
                    if english.startswith(sound, j):
                        at = best[i + len(letters)]
                        at[j + len(sound)] = min(at[j + len(sound)], here)
    return best[-1][-1]


def mined_names(pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """English by key (`engine.text.name_key`) of words that are names in nearly all pairs that hold them."""
    held: Counter[str] = Counter()
    beside: defaultdict[str, Counter[str]] = defaultdict(Counter)
    plain: Counter[str] = Counter()
    for persian, english in pairs:
        plain.update(set(_LOWER.findall(english)))
        keys = {key_of_word(word.text) for word in words(persian) if word.kind is WordKind.PERSIAN}
        long = {key for key in keys if len(key) >= _SHORTEST}
        held.update(long)
        for name in set(_NAME.findall(english)):
            for key in long:
                if _alike(key, name.lower()):
                    beside[key][name] += 1
    found = {}
    for key, names in beside.items():
        name, times = names.most_common(1)[0]
        if times >= _AGREEMENT * held[key] and plain[name.lower()] <= times:
            found[key] = name
    return found


def _alike(persian: str, english: str) -> bool:
    """Whether the English may be a transcription; one whose ی is no part of it is an adjective."""
    if not english.startswith(_BEGINNINGS.get(persian[0], ())):
        return False
    if persian.endswith("ی") and english[-1] not in "aeiyéíj":
        return False
    if not -2 <= len(english) - len(persian) <= len(persian) + 1:
        return False
    return distance(persian, english) <= _DISTANCE * len(persian)
