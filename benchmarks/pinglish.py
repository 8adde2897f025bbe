"""Pinglish beside people and peers: `python -m benchmarks.pinglish --data DATA [--peers PEERS/bin/python]`.

Protocol. Each Persian sentence of DATA/pinglish/human_finglish.tsv (924 pairs, used for nothing else) is
romanised and compared with what a person typed for it. The character error rate (CER) counts edits against
the person's text after both went through `benchmarks.folding.FOLDS`, and once before any folding. A few per
cent of the pairs are misaligned, and some persons drift into colloquial forms, which no romaniser can follow;
so the median of the sentences' rates stands beside the total. Peers (`benchmarks.romanizers`) get the same
sentences.

Then every distinct word of a text (DATA/mono/fa/modern.txt.xz, or --words FILE) is read alone, written in
the systematic style in both notations, and turned back to Persian letters: the share of exact words. Speed is
that of the whole engine, reading included, on two CPU threads.
"""

import argparse
import lzma
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from benchmarks.folding import error_rate, fold
from benchmarks.report import Row, write
from benchmarks.romanizers import Romanised, peers
from engine.contract.names import VowelNotation
from engine.models import Models
from engine.pinglish import recover_word
from engine.text.chars import MARKS
from engine.text.normalize import normalize
from engine.text.words import WordKind, words

THREADS = 2
WORDS_A_TEXT = 500
TEXTS_AT_ONCE = 16


def human_pairs(file: Path) -> tuple[list[str], list[str]]:
    """Persian sentences, and what a person typed for each."""
    pairs = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    return [persian for persian, _ in pairs], [typed for _, typed in pairs]


def ours(models: Models, sentences: Sequence[str]) -> Romanised:
    """The readable style, after one sentence that loads the weights."""
    models.romanize(sentences[:1], "readable", "double_a")
    started = time.perf_counter()
    found = models.romanize(sentences, "readable", "double_a")
    return Romanised("readable", [one.pinglish for one in found], time.perf_counter() - started)


def compared(one: Romanised, sentences: Sequence[str], typed: Sequence[str]) -> list[Row]:
    """The rows of one romaniser."""
    folded = error_rate(list(map(fold, one.lines)), list(map(fold, typed)))
    plain = error_rate(one.lines, typed)
    return [
        Row(f"CER of {one.name}, folded", 100 * folded.total, "%", ""),
        Row(f"CER of {one.name}, folded, mean of sentences", 100 * folded.mean, "%", ""),
        Row(f"CER of {one.name}, folded, median of sentences", 100 * folded.median, "%", ""),
        Row(f"CER of {one.name}, before folding", 100 * plain.total, "%", ""),
        Row(f"speed of {one.name}", sum(map(len, sentences)) / one.seconds, "code points/s", ""),
    ]


def distinct_words(file: Path) -> list[str]:
    """The Persian words of a text file, plain or .xz, each once, in order."""
    opened = lzma.open if file.suffix == ".xz" else open
    with opened(file, "rt", encoding="utf-8") as lines:
        found = dict.fromkeys(
            word.text for line in lines for word in words(line) if word.kind is WordKind.PERSIAN
        )
    return list(found)


def batches(listed: Sequence[str]) -> Iterator[list[str]]:
    """Texts of one word a line, as many as are read at once."""
    texts = ["\n".join(listed[at : at + WORDS_A_TEXT]) for at in range(0, len(listed), WORDS_A_TEXT)]
    for at in range(0, len(texts), TEXTS_AT_ONCE):
        yield texts[at : at + TEXTS_AT_ONCE]


def spelled(text: str) -> str:
    """The letters and non-joiners of a text in normal spelling."""
    return "".join(char for char in normalize(text).text if char not in MARKS)


def round_trip(models: Models, listed: Sequence[str], notation: VowelNotation) -> list[str]:
    """The words that do not come back from the systematic style letter for letter."""
    lost: list[str] = []
    for texts in batches(listed):
        for romanised in models.romanize(texts, "systematic", notation):
            lost += [
                item.source
                for item in romanised.alignment
                if spelled(recover_word(item.pinglish)) != spelled(item.source)
            ]
    return lost


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=None)
    parser.add_argument(
        "--peers", type=Path, default=Path(sys.executable), help="a Python that has the peers"
    )
    parser.add_argument("--words", type=Path, default=None, help="text whose words make the round trip")
    arguments = parser.parse_args()
    models = Models(arguments.weights, device="cpu", threads=THREADS)
    sentences, typed = human_pairs(arguments.data / "pinglish" / "human_finglish.tsv")
    found, absent = peers(sentences, arguments.peers)
    rows = [row for one in (ours(models, sentences), *found) for row in compared(one, sentences, typed)]
    listed = distinct_words(arguments.words or arguments.data / "mono" / "fa" / "modern.txt.xz")
    for notation in ("macron", "double_a"):
        lost = round_trip(models, listed, notation)
        share = 100 * (1 - len(lost) / len(listed))
        label = f"systematic, {notation}: words recovered exactly, of {len(listed):,}"
        rows.append(Row(label, share, "%", "over 99.9"))
        print(f"{notation}: {len(lost)} words lost", *lost[:20])
    print(write("pinglish", "Pinglish", rows))
    if absent:
        print("absent:", ", ".join(absent))


if __name__ == "__main__":
    main()
