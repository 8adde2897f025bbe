"""The names that the translator carries over in English.

They come from the table that `training.pinglish` made and from `names.tsv`, which large language models wrote
for this project: names among frequent words of the press, and of all fields as they knew them. Kept is a name
that

- no common word is written like,
- most training pairs with it spell as the list does, where there are any.

Those that the vocabulary has in three pieces or more are shipped (one in fewer was frequent: the model
translates it by itself); all of them become slots in a part of the training pairs, so that the model learns
to place them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path

from engine.pinglish.name_table import KnownName
from engine.text.chars import ZWNJ
from engine.text.name_key import key_of
from engine.translation.names import NameList
from engine.translation.vocabulary import Vocabulary

WRITTEN = Path(__file__).with_name("names.tsv")
_PIECES = 3
_AGREEMENT = 0.5


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


def rare(names: Mapping[str, str], vocabulary: Vocabulary) -> dict[str, str]:
    """Those that the vocabulary does not know."""
    return {fa: en for fa, en in names.items() if len(vocabulary.encode(fa)) >= _PIECES}


def agreeing(names: dict[str, str], pairs: Iterable[tuple[str, str]]) -> dict[str, str]:
    """The names whose spelling most of the pairs that hold them have, if any does."""
    found = NameList(names)
    seen: Counter[str] = Counter()
    agreed: Counter[str] = Counter()
    for persian, english in pairs:
        for name in found.find(persian):
            seen[name.key] += 1
            agreed[name.key] += bool(re.search(rf"(?<!\w){re.escape(name.english)}(?!\w)", english))
    return {fa: en for fa, en in names.items() if agreed[fa] >= _AGREEMENT * seen[fa]}
