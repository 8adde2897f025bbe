"""Which names go into the table, in which spelling, and which of them are also common words."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Final

import torch

from engine.pinglish.name_table import LONGEST_NAME, KnownName
from engine.text.chars import ZWNJ
from engine.text.name_key import key_of
from training.pinglish.mine import Evidence
from training.pinglish.origin import train_origin
from training.pinglish.sources import (
    ABBREVIATION,
    FOREIGN_KINDS,
    MIXED_KINDS,
    PERSIAN_KINDS,
    Name,
    listed,
)
from training.pinglish.transliteration import align, same_ending

MINED_ORIGIN: Final = 1.5
"""Log-odds of being foreign that a mined name needs."""

SURE_SHARE: Final = 0.75
"""A form that is a name in this part of the pairs that hold it is a name without doubt."""

SURE_LONG_SHARE: Final = 0.45
"""... and in this part if it is long: translations often have another word for it (Ukraine, Ukrainian)."""

ELSEWHERE: Final = -9.9
"""Log-odds of a form that is a name only beside certain words."""

_MINED_COSTS: Final = {1: 0.06, 2: 0.11}
_FEW: Final = 2
_SHORT: Final = 4
_PERSON_KINDS: Final = frozenset(
    ("politician", "writer", "artist", "scientist", "athlete", "foreign-first", "foreign-surname")
)


@dataclass(frozen=True)
class Chosen:
    """What `choose` found.

    Attributes:
        table: known names; phonemes are those of names.tsv, or "".
        foreign: Latin spelling of each foreign name of one word, by key.
        persian: keys of names that stay with the rules.
    """

    table: tuple[KnownName, ...]
    foreign: dict[str, str]
    persian: frozenset[str]


def choose(
    names: Sequence[Name], evidence: Mapping[str, Evidence], lexicon: Collection[str], seed: int
) -> Chosen:
    """Sorts the names of the list and of the sentence pairs.

    Args:
        names: the rows of names.tsv.
        evidence: what `mine` found.
        lexicon: keys of the words of a pronunciation lexicon.
        seed: of the training of `origin.py`.
    """
    stay = listed("persian_names.txt")
    known_foreign = listed("foreign_names.txt")

    def is_persian(name: Name) -> bool:
        return name.kind in PERSIAN_KINDS or not stay.isdisjoint(
            {key_of(name.persian), *map(key_of, name.persian.split())}
        )

    fitting = [name for name in names if name.is_transliteration]
    foreign = [
        name
        for name in fitting
        if name.kind != ABBREVIATION
        and not is_persian(name)
        and (name.is_certain or name.kind in FOREIGN_KINDS or key_of(name.persian) in known_foreign)
    ]
    persian = [name for name in names if is_persian(name)]
    origin = train_origin(list(map(_pair, foreign)), list(map(_pair, persian)), seed)

    def log_odds(pairs: Sequence[tuple[str, str]]) -> list[float]:
        with torch.inference_mode():
            return [float(score) for score in origin(pairs)] if pairs else []

    mixed = [
        name for name in fitting if name.kind in MIXED_KINDS and not (name.is_certain or is_persian(name))
    ]
    scores = log_odds(list(map(_pair, mixed)))
    decided = {key_of(name.persian) for name in foreign}
    foreign += [
        n for n, score in zip(mixed, scores, strict=True) if score > 0 and key_of(n.persian) not in decided
    ]
    foreign = [name for name in foreign if name.latin[:1].isupper() or not name.latin.islower()]
    foreign += [name for name in names if name.kind == ABBREVIATION]
    rows = sorted(foreign, key=lambda name: name.is_certain)
    taken = {key_of(name.persian) for name in names}
    mined = [pair for pair in _mined(evidence) if pair[0] not in taken | stay]
    scores = log_odds(mined)
    found = {key: latin for (key, latin), score in zip(mined, scores, strict=True) if score > MINED_ORIGIN}
    persian_mined = {key for (key, _), score in zip(mined, scores, strict=True) if score < -MINED_ORIGIN}
    stays = frozenset(map(key_of, (n.persian for n in persian))) | persian_mined | stay
    table = {name.keys: name for name in _rows(rows, found, evidence, lexicon, stays)}
    singles = {name.keys[0]: name.latin[0] for name in table.values() if len(name.keys) == 1}
    spelled = {key: latin for key, latin in singles.items() if latin.isalpha() and not latin.isupper()}
    return Chosen(tuple(table.values()), spelled, stays)


def _pair(name: Name) -> tuple[str, str]:
    return key_of(name.persian), name.latin


def _mined(evidence: Mapping[str, Evidence]) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    for key, seen in evidence.items():
        if len(key) < 4 or seen.named < SURE_SHARE * seen.total:
            continue
        latin, count = seen.spellings.most_common(1)[0]
        cost = align(key, latin)[0]
        if cost <= _MINED_COSTS[min(count, max(_MINED_COSTS))] and same_ending(key, latin):
            found.append((key, latin))
    return found


def _rows(
    names: Sequence[Name],
    mined: Mapping[str, str],
    evidence: Mapping[str, Evidence],
    lexicon: Collection[str],
    stays: Collection[str],
) -> Iterator[KnownName]:
    """The table, the least certain rows first, so that later ones replace them."""
    for key, latin in mined.items():
        yield KnownName((key,), (latin,))
    for name in names:
        if name.kind in _PERSON_KINDS:
            for row in variants(name):
                if len(row.keys) > 1:
                    for key, part in zip(row.keys, row.latin, strict=True):
                        if len(key) > 3 and part.isalpha() and key not in stays and part[0].isupper():
                            yield _weighed(KnownName((key,), (part,)), evidence, lexicon)
    for name in names:
        for row in variants(name):
            if len(row.keys) > 1:
                yield row
            elif name.beside:
                yield replace(row, log_odds=ELSEWHERE, beside=name.beside)
            elif row.keys[0] not in stays:
                sure = name.is_certain or (name.kind == ABBREVIATION and len(row.keys[0]) > _SHORT)
                yield row if sure else _weighed(row, evidence, lexicon)


def _weighed(name: KnownName, evidence: Mapping[str, Evidence], lexicon: Collection[str]) -> KnownName:
    """With its log-odds, if its form may be a common word as well."""
    key = name.keys[0]
    seen = evidence.get(key, Evidence())
    other = seen.total - seen.named
    long = len(key) > _SHORT
    share = SURE_LONG_SHARE if long else SURE_SHARE
    is_name = seen.named >= share * seen.total if seen.total > _FEW else long or key not in lexicon
    if is_name and (len(key) >= _SHORT or key not in lexicon):
        return name
    doubt = 2.0 if key in lexicon else 1.0
    return replace(name, log_odds=math.log((seen.named + 0.5) / (other + doubt)))


def variants(name: Name) -> Iterator[KnownName]:
    """The ways to part a name into words: in one, as it stands, at non-joiners, where its Latin parts."""
    key = key_of(name.persian)
    words = name.persian.split()
    yield KnownName((key,), (name.latin,), name.phonemes if len(words) == 1 else "")
    chunks = align(key, name.latin)[1]
    ways = {tuple(map(key_of, words)), tuple(map(key_of, name.persian.replace(ZWNJ, " ").split()))}
    if len(words) == 1:
        starts = [0, *(at for at, chunk in enumerate(chunks) if at and chunk[:1] in (" ", "-")), len(chunks)]
        ways.add(tuple(key[start:end] for start, end in pairwise(starts)))
    for keys in sorted(ways):
        if 1 < len(keys) <= LONGEST_NAME:
            parts = parted(keys, name.latin)
            if all(parts):
                yield KnownName(keys, parts)


def parted(keys: Sequence[str], latin: str) -> tuple[str, ...]:
    """The share of each word in a Latin spelling; "" for a word that has none."""
    for pattern in (r"[^ ]+", r"[^ -]+", r"[A-Z]+(?:[^A-Z -]+|$)"):
        words = re.findall(pattern, latin)
        if len(words) == len(keys) and sum(map(len, words)) == len(re.sub("[ -]", "", latin)):
            return tuple(words)
    chunks = iter(align("".join(keys), latin)[1])
    return tuple("".join(next(chunks) for _ in key).strip(" -") for key in keys)
