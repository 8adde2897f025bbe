"""Names from sentence pairs: Persian words whose translation holds the same name in Latin letters.

Counts too how often each Persian word stands where its translation holds no such name, which is what tells
a name from a common word of the same letters (کن: do, Cannes).
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final

from engine.text.name_key import key_of
from engine.text.words import WordKind, words
from training.pinglish.transliteration import CONSONANTS, VOWELS, align

COST: Final = 0.11
"""A Persian and a Latin word of one pair are the same name up to this cost of alignment."""

_CAPITALISED: Final = re.compile(r"\b[A-Z][A-Za-z]*[a-z][A-Za-z]*\b")
_INSIDE: Final = re.compile(r"(?<=[a-z0-9,] )[A-Z][A-Za-z]*[a-z][A-Za-z]*\b")
_LOWER: Final = re.compile(r"(?<![A-Za-z'’-])[a-z]+(?![A-Za-z])")
_FIRST_LETTERS: Final = {
    letter: {spelling[0] for spelling in spellings} | set(VOWELS if letter in "وهعیاآ" else "")
    for letter, spellings in ({"ا": (), "آ": ()} | CONSONANTS).items()
    if spellings or letter in "اآ"
}


@dataclass
class Evidence:
    """What the pairs say about one Persian form.

    Attributes:
        total: pairs the form occurs in.
        spellings: how often each Latin spelling stood in the translation.
    """

    total: int = 0
    spellings: Counter[str] = field(default_factory=Counter)

    @property
    def named(self) -> int:
        """Pairs in which the form is a name."""
        return self.spellings.total()


def mine(pairs: Iterable[tuple[str, str]], expected: Mapping[str, Collection[str]]) -> dict[str, Evidence]:
    """Evidence on every Persian form, by key (letters without marks and non-joiners).

    Args:
        pairs: Persian sentence, its English translation.
        expected: Latin spellings that are known to be those of a form, of any number of words.
    """
    kept = list(pairs)
    common = _common_words(english for _, english in kept)
    found: defaultdict[str, Evidence] = defaultdict(Evidence)
    costs: dict[tuple[str, str], float] = {}
    for persian, english in kept:
        forms = {key_of(word.text) for word in words(persian) if word.kind is WordKind.PERSIAN}
        names = {name for name in _CAPITALISED.findall(english) if name.lower() not in common}
        for form in forms:
            evidence = found[form]
            evidence.total += 1
            spelled = next((name for name in expected.get(form, ()) if _occurs(name, english)), "")
            if spelled:
                evidence.spellings[spelled] += 1
                continue
            best = min(((_cost(form, name, costs), name) for name in names), default=(1.0, ""))
            if best[0] <= COST:
                evidence.spellings[best[1]] += 1
    return dict(found)


def _occurs(name: str, text: str) -> bool:
    at = text.find(name)
    return at >= 0 and not text[at - 1 : at].isalpha() and not text[at + len(name) :][:1].isalpha()


def _common_words(texts: Iterable[str]) -> set[str]:
    """Words in lower case a tenth of the time or more, or with a capital at the start of sentences only."""
    lower: Counter[str] = Counter()
    capitalised: Counter[str] = Counter()
    inside: set[str] = set()
    for text in texts:
        lower.update(_LOWER.findall(text))
        capitalised.update(name.lower() for name in _CAPITALISED.findall(text))
        inside.update(name.lower() for name in _INSIDE.findall(text))
    often_lower = {word for word, count in lower.items() if count * 9 >= capitalised[word]}
    return often_lower | (capitalised.keys() - inside)


def _cost(form: str, name: str, known: dict[tuple[str, str], float]) -> float:
    if not form or len(form) < 2 or not 0.6 <= len(name) / len(form) <= 2.4:
        return 1.0
    if name[0].lower() not in _FIRST_LETTERS.get(form[0], set()):
        return 1.0
    pair = (form, name)
    if pair not in known:
        known[pair] = align(form, name)[0]
    return known[pair]
