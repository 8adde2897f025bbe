"""What large language models translated for this project, kept without the Persian that it is of.

    python -m training.translation.translated --sheets checkpoints/translation/wanted \\
        --answers checkpoints/translation/answers

takes up the answers to the sheets of `training.translation.wanted`, `digest TAB English` in files of the
same names, and adds them to `translated.tsv.xz` beside this file. `prepare` joins them with the sentences
of the data folder again.
"""

import argparse
import lzma
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from training.digest import digest
from training.translation.sources import MONOLINGUAL

FILE: Final = Path(__file__).with_suffix(".tsv.xz")


def translated(path: Path = FILE) -> dict[str, str]:
    """English by the digest of its sentence."""
    if not path.exists():
        return {}
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        return dict(_columns(lines))


def pairs(data: Path, english: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Persian and English of the sentences that the data folder has; none if it has no such text."""
    left = dict(english) if (data / MONOLINGUAL).exists() else {}
    if not left:
        return
    with lzma.open(data / MONOLINGUAL, "rt", encoding="utf-8") as lines:
        for line in lines:
            sentence = line.strip()
            if (found := left.pop(digest(sentence), None)) is not None:
                yield sentence, found


def taken_up(sheets: Path, answers: Path, refused: list[str]) -> Iterator[tuple[str, str]]:
    """Digest and English of each answer; answers to no line of their sheet go to `refused`."""
    for path in sorted(answers.glob("*.tsv")):
        asked = _rows(sheets / path.name)
        for name, english in _rows(path).items():
            if name in asked and english.strip():
                yield name, english.strip()
            else:
                refused.append(f"{path.name}: {name}")


def _rows(path: Path) -> dict[str, str]:
    with path.open(encoding="utf-8") as lines:
        return dict(_columns(lines))


def _columns(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    for line in lines:
        first, tab, second = line.rstrip("\n").partition("\t")
        if tab:
            yield first, second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--sheets", type=Path, required=True, help="folder of the sheets")
    parser.add_argument("--answers", type=Path, required=True, help="folder of the answers")
    arguments = parser.parse_args()
    refused: list[str] = []
    known = translated() | dict(taken_up(arguments.sheets, arguments.answers, refused))
    with lzma.open(FILE, "wt", encoding="utf-8") as lines:
        lines.writelines(f"{name}\t{english}\n" for name, english in sorted(known.items()))
    print(f"{len(known)} sentences", *refused, sep="\n")


if __name__ == "__main__":
    main()
