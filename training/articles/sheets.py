"""Sheets that ask for sentences: a kind of text, a subject, and words at random against sameness.

    python -m training.articles.sheets --data DATA --out checkpoints/articles/sheets

A line is `number TAB kind TAB subject TAB words and names`, its answer `number TAB English TAB Persian`,
as the README beside this file asks for it; `training.articles.answers` takes the answers up.
"""

from __future__ import annotations

import argparse
import lzma
import random
import re
from argparse import RawDescriptionHelpFormatter
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final

SUBJECTS: Final = Path(__file__).with_name("subjects.tsv")
SHEET: Final = 60
KINDS: Final = {
    "articles": {
        "travel guide": 30,
        "encyclopedia for students": 35,
        "news report": 27,
        "essay or feature": 8,
    },
    "everyday": {
        "chat message": 20,
        "dialogue in a story": 16,
        "letter or e-mail": 12,
        "review or comment": 11,
        "instructions": 11,
        "story": 8,
        "idiom or proverb in use": 12,
        "social media post": 5,
        "interview or speech": 5,
    },
}
"""The kinds of text of a set, and their shares."""
_WORD: Final = re.compile(r"(?<![\w'])[a-z]{4,12}(?![\w'])")
_RANKS: Final = slice(350, 16_000)
"""Words neither so frequent that they say nothing nor so rare that they may be slips."""
_NAMED: Final = 0.55
"""Share of the lines that have a name."""


def words(data: Path) -> list[str]:
    """English words of the monolingual text."""
    count: Counter[str] = Counter()
    with lzma.open(data / "mono" / "en" / "modern.txt.xz", "rt", encoding="utf-8") as lines:
        for line in lines:
            count.update(_WORD.findall(line))
    return [word for word, _ in count.most_common()[_RANKS]]


def sheet(
    shares: dict[str, int],
    subjects: dict[str, list[str]],
    seeds: list[str],
    names: list[str],
    rng: random.Random,
) -> str:
    """The lines of one sheet."""
    lines = []
    for number in range(SHEET):
        (kind,) = rng.choices(list(shares), list(shares.values()))
        given = rng.sample(seeds, 3) + ([rng.choice(names)] if rng.random() < _NAMED else [])
        lines.append(f"{number:02}\t{kind}\t{rng.choice(subjects[kind])}\t{', '.join(given)}\n")
    return "".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--out", type=Path, required=True, help="folder of the sheets")
    parser.add_argument("--set", choices=KINDS, default="articles")
    parser.add_argument("--sheets", type=int, default=500)
    parser.add_argument("--seed", type=int, default=11)
    arguments = parser.parse_args()
    subjects: dict[str, list[str]] = defaultdict(list)
    for line in SUBJECTS.read_text(encoding="utf-8").splitlines():
        kind, subject = line.split("\t")
        subjects[kind].append(subject)
    listed = (arguments.data / "pinglish" / "names.tsv").read_text(encoding="utf-8").splitlines()
    names = [line.split("\t")[1] for line in listed]
    seeds, rng = words(arguments.data), random.Random(arguments.seed)
    arguments.out.mkdir(parents=True, exist_ok=True)
    for number in range(arguments.sheets):
        (arguments.out / f"{number:03}.tsv").write_text(
            sheet(KINDS[arguments.set], subjects, seeds, names, rng), encoding="utf-8"
        )


if __name__ == "__main__":
    main()
