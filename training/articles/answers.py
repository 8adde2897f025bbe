"""Takes up the answers to the sheets of `training.articles.sheets`.

    python -m training.articles.answers --answers FOLDER [--set everyday]

adds them to the pairs of the set beside this file, each Persian sentence once, and says what is wrong with
the others.
"""

from __future__ import annotations

import argparse
import re
from argparse import RawDescriptionHelpFormatter
from pathlib import Path
from typing import Final

from training.articles import SETS, Pair, pairs, store

_PERSIAN: Final = re.compile(r"[ء-ی]")


def pair(line: str) -> Pair:
    """Persian and English of an answer.

    Raises:
        ValueError: it has not three columns, or they are not in these languages.
    """
    _, english, persian = (column.strip() for column in line.split("\t"))
    if 2 * len(_PERSIAN.findall(persian)) < len(persian) or _PERSIAN.search(english):
        raise ValueError("not English and Persian")
    return persian, english


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--answers", type=Path, required=True, help="folder of the answers")
    parser.add_argument("--set", choices=SETS, default=SETS[0])
    arguments = parser.parse_args()
    found = dict(pairs(arguments.set))
    for path in sorted(arguments.answers.iterdir()):
        for line in path.read_text(encoding="utf-8").splitlines():
            try:
                persian, english = pair(line)
                found.setdefault(persian, english)
            except ValueError as error:
                print(f"{path.name}: {error}: {line}")
    store(arguments.set, found.items())
    print(f"{len(found)} pairs")


if __name__ == "__main__":
    main()
