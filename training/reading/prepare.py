"""Data preparation of the tagger: sources -> aligned, unified, filtered examples in one .npz.

    python -m training.reading.prepare --data DATA --out checkpoints/reading/data.npz [--licences open]

Prints for every source how many words it gave and rejected, and which; the list of rejects goes beside the
output. Sentences that equal a dev sentence or share eight words in a row with one are left out.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from typing import Final

import numpy as np

from engine.reading.encoding import encode
from engine.text.normalize import normalize
from training.reading.sources import READERS, SOURCES, Report, letters_of, lines
from training.reading.targets import Example, LabelSets
from training.reading.unify import unify

DEV_FILES: Final = ("reading/sentences.dev.tsv", "reading/updt.dev.txt")
SHARED_RUN: Final = 8  # words
VOCABULARY_COUNT: Final = 4  # a form seen less often has no embedding of its own


def plain_words(text: str) -> tuple[str, ...]:
    """The words of a text by their letters alone."""
    return tuple(letters_of(s.word) for s in encode(normalize(text).text).segments if s.word)


class DevOverlap:
    """Knows the dev sentences, and says whether a text shares too much with them."""

    def __init__(self, data: Path) -> None:
        self.whole: set[tuple[str, ...]] = set()
        self.runs: set[tuple[str, ...]] = set()
        for file in DEV_FILES:
            for row in lines(data / file):
                words = plain_words(row[0])
                self.whole.add(words)
                self.runs.update(words[i : i + SHARED_RUN] for i in range(len(words) - SHARED_RUN + 1))

    def __contains__(self, words: tuple[str, ...]) -> bool:
        return words in self.whole or any(
            words[i : i + SHARED_RUN] in self.runs for i in range(len(words) - SHARED_RUN + 1)
        )


def prepare(data: Path, open_only: bool) -> tuple[list[Example], LabelSets, dict[str, Report]]:
    """All examples of the sources at hand."""
    sets = LabelSets()
    overlap = DevOverlap(data)
    examples: list[Example] = []
    reports: dict[str, Report] = {}
    for source in SOURCES:
        if open_only and not source.open:
            continue
        report = reports[source.name] = Report()
        for found in READERS[source.name](data / source.file, source.name, sets, report):
            words = plain_words(found.text)
            if len(words) > 3 and words in overlap:
                report.dropped += 1
            else:
                examples.append(found)
    unify(examples)
    return examples, sets, reports


def vocabulary(examples: list[Example]) -> list[str]:
    """Word forms frequent enough for an embedding, most frequent first."""
    count: Counter[str] = Counter()
    for e in examples:
        if e.source not in ("zaya", "wiktionary"):
            count.update(letters_of(s.word) for s in encode(e.text).segments if s.word)
    return [word for word, n in count.most_common() if n >= VOCABULARY_COUNT]


def pack(examples: list[Example], sets: LabelSets, out: Path) -> None:
    """Writes the examples as flat arrays."""
    names = [s.name for s in SOURCES]
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        out,
        characters=np.array([ord(c) for e in examples for c in e.text], dtype=np.int32),
        marks=np.array([m for e in examples for m in e.marks], dtype=np.int16),
        targets=np.array([t for e in examples for t in e.targets], dtype=np.int16),
        ezafe=np.array([z for e in examples for z in e.ezafe], dtype=np.int8),
        lengths=np.array([len(e.text) for e in examples], dtype=np.int32),
        sources=np.array([names.index(e.source) for e in examples], dtype=np.int8),
        sets=sets.table(),
        vocabulary=np.array(vocabulary(examples)),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--out", type=Path, required=True, help="the .npz to write")
    parser.add_argument("--licences", choices=("all", "open"), default="all")
    arguments = parser.parse_args()
    examples, sets, reports = prepare(arguments.data, arguments.licences == "open")
    pack(examples, sets, arguments.out)
    rejects: list[str] = []
    for name, report in reports.items():
        share = report.rejected / max(1, report.words)
        print(
            f"{name:18} {report.words:7} words, {report.rejected:5} rejected ({share:.2%}); "
            f"{report.dropped:5} texts left out of {report.sentences}"
        )
        rejects += (f"{name}\t{reject}" for reject in report.rejects)
    arguments.out.with_suffix(".rejects.tsv").write_text("\n".join(rejects) + "\n", encoding="utf-8")
    characters = sum(len(e.text) for e in examples)
    print(f"{len(examples)} examples, {characters} characters, {len(sets.sets)} partial sets")


if __name__ == "__main__":
    main()
