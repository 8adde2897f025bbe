"""What large language models translated for this project, kept without the sentences that it is of.

    python -m training.translation.translated --language fa --sheets checkpoints/translation/wanted-fa \\
        --answers checkpoints/translation/answers-fa

takes up the answers to the sheets of `training.translation.wanted`, `digest TAB translation` in files of the
same names, and adds them to `translated.fa.tsv.xz` beside this file, or to `translated.en.tsv.xz` if they are
of English sentences. `prepare` joins them with the sentences of the data folder again.
"""

import argparse
import lzma
from argparse import RawDescriptionHelpFormatter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

from training.digest import digest
from training.translation.parts import parts
from training.translation.sources import MONOLINGUAL

FILES: Final = {language: Path(__file__).with_suffix(f".{language}.tsv.xz") for language in MONOLINGUAL}


def translated(language: str) -> dict[str, str]:
    """Translation by the digest of its sentence, which is in `language`."""
    if not FILES[language].exists():
        return {}
    with lzma.open(FILES[language], "rt", encoding="utf-8") as lines:
        return dict(_columns(lines))


def pairs(data: Path, language: str, known: dict[str, str]) -> Iterator[tuple[str, str]]:
    """Persian and English of the sentences that the data folder has; none if it has no such text."""
    text = data / MONOLINGUAL[language]
    left = dict(known) if text.exists() else {}
    if not left:
        return
    with lzma.open(text, "rt", encoding="utf-8") as lines:
        for sentence in (part for line in lines for part in parts(line.strip())):
            if (found := left.pop(digest(sentence), None)) is not None:
                yield (sentence, found) if language == "fa" else (found, sentence)


def taken_up(sheets: Path, answers: Path, refused: list[str]) -> Iterator[tuple[str, str]]:
    """Digest and translation of each answer; answers to no line of their sheet go to `refused`."""
    for path in sorted(answers.glob("*.tsv")):
        asked = _rows(sheets / path.name)
        for name, translation in _rows(path).items():
            if name in asked and translation.strip():
                yield name, translation.strip()
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
    parser.add_argument("--language", choices=FILES, required=True, help="of the sheets")
    parser.add_argument("--sheets", type=Path, required=True, help="folder of the sheets")
    parser.add_argument("--answers", type=Path, required=True, help="folder of the answers")
    arguments = parser.parse_args()
    refused: list[str] = []
    known = translated(arguments.language)
    known |= dict(taken_up(arguments.sheets, arguments.answers, refused))
    with lzma.open(FILES[arguments.language], "wt", encoding="utf-8") as lines:
        lines.writelines(f"{name}\t{text}\n" for name, text in sorted(known.items()))
    print(f"{len(known)} sentences", *refused, sep="\n")


if __name__ == "__main__":
    main()
