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

from training.reading.overlap import DevOverlap, plain_words
from training.reading.packing import code_points, packed
from training.reading.sources import LEXICA, READERS, SOURCES, Report
from training.reading.targets import Example, LabelSets
from training.reading.unify import unify
from training.reading.unlabelled import Plain, unlabelled

VOCABULARY: Final = 24_000  # word forms with an embedding of their own, at most
VOCABULARY_COUNT: Final = 4  # a form seen less often has none


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
            if words in overlap:
                report.dropped += 1
            else:
                examples.append(found)
    unify(examples)
    return examples, sets, reports


def vocabulary(examples: list[Example], plain: list[Plain]) -> list[str]:
    """Word forms frequent enough for an embedding, most frequent first."""
    count = Counter(word for text in plain for word in text.words)
    for e in examples:
        if e.source not in LEXICA:
            count.update(plain_words(e.text))
    return [word for word, n in count.most_common(VOCABULARY) if n >= VOCABULARY_COUNT]


def pack(examples: list[Example], sets: LabelSets, plain: list[Plain], out: Path) -> None:
    """Writes examples and unlabelled texts as flat arrays."""
    out.parent.mkdir(parents=True, exist_ok=True)
    np.savez_compressed(
        out,
        **packed(examples),
        sets=sets.table(),
        vocabulary=np.array(vocabulary(examples, plain)),
        unlabelled_characters=code_points(text.text for text in plain),
        unlabelled_lengths=np.array([len(text.text) for text in plain], dtype=np.int32),
        unlabelled_sources=np.array([text.source for text in plain], dtype=np.int8),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--out", type=Path, required=True, help="the .npz to write")
    parser.add_argument("--licences", choices=("all", "open"), default="all")
    arguments = parser.parse_args()
    examples, sets, reports = prepare(arguments.data, arguments.licences == "open")
    plain = list(unlabelled(arguments.data, arguments.licences == "open"))
    pack(examples, sets, plain, arguments.out)
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
    print(f"{len(plain)} unlabelled lines, {sum(len(text.text) for text in plain)} characters")


if __name__ == "__main__":
    main()
