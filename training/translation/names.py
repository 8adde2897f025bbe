"""The names that the translator carries over in English.

They come from the table that `training.pinglish` made, from `names.tsv`, which large language models wrote
for this project (names among frequent words of the press, and of all fields as they knew them), and from the
training pairs, which hold most names once or twice, too seldom to learn how they are written. Kept is a name
that

- no common word is written like, as far as the table or the pairs know,
- most training pairs with it spell as the list does, where there are any.

Those that few pairs hold are shipped: the model translates frequent ones by itself, with the article that
some have in English. All of them become slots in a part of the training pairs, so that the model learns to
place them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

from engine.pinglish.name_table import KnownName
from engine.text.chars import ZWNJ
from engine.text.name_key import key_of
from engine.translation.names import NameList
from training.pinglish.mine import mine
from training.pinglish.transliteration import same_ending

WRITTEN = Path(__file__).with_name("names.tsv")
RARE = 30
"""Pairs from which a name is left to the model."""

_AGREEMENT = 0.5
"""Share of the pairs with a listed name that spell it as the list does."""
_MINED_AGREEMENT = 0.8
"""Share of the pairs with a word that have one name for it, where no list has it."""
_SHORTEST = 4
"""Letters of the shortest word that pairs alone make a name: shorter ones sound like too many others."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A name as English writes it, and how many pairs hold it."""

    english: str
    pairs: int


def known_names(table: Iterable[KnownName]) -> dict[str, str]:
    """English by the keys of the Persian, of the table's names that are no common words, and of `WRITTEN`."""
    table = list(table)
    whole = {name.keys[0]: name.latin[0] for name in table if len(name.keys) == 1}
    known = {
        # The table cuts the English to its Persian words; as one word the name has it whole: LNG, not L N G.
        " ".join(name.keys): whole.get("".join(name.keys), " ".join(name.latin))
        for name in table
        if name.log_odds is None
    }
    return {key: english for persian, english in written() for key in _keys(persian)} | known


def written() -> list[tuple[str, str]]:
    """Persian and English of the names that were written for this project."""
    lines = WRITTEN.read_text(encoding="utf-8").splitlines()
    return [(persian, english) for persian, english in (line.split("\t") for line in lines)]


def _keys(persian: str) -> set[str]:
    """With non-joiners, and with spaces for them, as training has them."""
    spaced = persian.replace(ZWNJ, " ")
    return {" ".join(map(key_of, spelled.split())) for spelled in (persian, spaced)}


def mined_names(pairs: Iterable[tuple[str, str]]) -> dict[str, Listed]:
    """By key the words beside which nearly all pairs have one and the same name that sounds so."""
    found = {}
    for key, evidence in mine(pairs, {}).items():
        for name, times in evidence.spellings.most_common(1):
            sure = times >= _MINED_AGREEMENT * evidence.total and len(key) >= _SHORTEST
            if sure and same_ending(key, name):
                found[key] = Listed(name, evidence.total)
    return found


def agreeing(names: dict[str, str], pairs: Iterable[tuple[str, str]]) -> dict[str, Listed]:
    """The names whose spelling most of the pairs that hold them have, if any does."""
    found = NameList(names)
    seen: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    for persian, english in pairs:
        for name in found.find(persian):
            seen[name.key] += 1
            agreed[name.key] += bool(re.search(rf"(?<!\w){re.escape(name.english)}(?!\w)", english))
    return {fa: Listed(en, seen[fa]) for fa, en in names.items() if agreed[fa] >= _AGREEMENT * seen[fa]}


def rare(names: Mapping[str, Listed]) -> dict[str, str]:
    """English by key of those that the model has hardly met."""
    return {key: name.english for key, name in names.items() if name.pairs < RARE}
