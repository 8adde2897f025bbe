import argparse
import lzma
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from benchmarks.pinglish import __doc__ as protocol
from benchmarks.pinglish.folding import FOLDS, error_rate, fold
from benchmarks.pinglish.romanizers import Romanised, peers
from benchmarks.report import Cell, Table, write_tables
from engine.contract.names import VowelNotation
from engine.models import Models
from engine.pinglish import recover, romanize
from engine.reading.reader import Reader
from engine.text.chars import MARKS
from engine.text.normalize import normalize
from engine.text.words import WordKind, words

THREADS = 2
WORDS_A_TEXT = 500
TEXTS_AT_ONCE = 16
SHOWN = 20  # of the words that are lost


def human_pairs(file: Path) -> tuple[list[str], list[str]]:
    """Persian sentences, and what a person typed for each."""
    pairs = [line.split("\t") for line in file.read_text(encoding="utf-8").splitlines()]
    return [persian for persian, _ in pairs], [typed for _, typed in pairs]


def ours(models: Models, sentences: Sequence[str]) -> Romanised:
    """The readable style, after one sentence that loads the weights."""
    models.romanize(sentences[:1], "readable", "double_a")
    started = time.perf_counter()
    found = models.romanize(sentences, "readable", "double_a")
    seconds = time.perf_counter() - started
    return Romanised("ours", models.engine_version, [one.pinglish for one in found], seconds)


def beside_people(
    found: Mapping[str, Romanised | None], persian: Sequence[str], typed: Sequence[str]
) -> Table:
    """Character error rates and speed of every romaniser."""
    rows: list[tuple[Cell, ...]] = []
    for name, one in found.items():
        if one is None:
            rows.append((name, *[None] * 6))
            continue
        folded = error_rate(list(map(fold, one.lines)), list(map(fold, typed)))
        plain = error_rate(one.lines, typed)
        rates = (100 * rate for rate in (folded.total, folded.mean, folded.median, plain.total))
        rows.append((name, one.version, *rates, round(sum(map(len, persian)) / one.seconds)))
    columns = ("", "Version", "CER, folded", "mean", "median", "CER as typed", "code points/s")
    note = "CER in %: of all characters, then mean and median of the sentences. As typed: before any folding."
    return Table("people", f"Beside what people typed, {len(typed)} sentences", columns, rows, note)


def folding() -> Table:
    """What is folded before a comparison, in order."""
    rows = [
        (f"`{found.replace('|', chr(92) + '|')}`", becomes or "nothing", why) for found, becomes, why in FOLDS
    ]
    note = "Applied to text in lower case, without accents, with Latin digits."
    return Table("folding", "Folding", ("Found", "Becomes", "Why"), rows, note)


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


def way_back(reader: Reader, listed: Sequence[str]) -> Table:
    """How many words come back from the systematic style letter for letter."""
    lost: dict[VowelNotation, list[str]] = {"macron": [], "double_a": []}
    for texts in batches(listed):
        for reading in reader.read_many(texts):
            for notation, words_lost in lost.items():
                words_lost += [
                    item.source
                    for item in romanize(reading, "systematic", notation).alignment
                    if spelled(recover(item.pinglish, (item,))) != spelled(item.source)
                ]
    rows = [
        (
            notation,
            len(listed),
            len(words_lost),
            f"{100 - 100 * len(words_lost) / len(listed):.4f}",
            "over 99.9",
        )
        for notation, words_lost in lost.items()
    ]
    columns = ("Notation", "Words", "Lost", "Exact, %", "Goal")
    note = " ".join(["Lost:", *lost["macron"][:SHOWN]]) if lost["macron"] else ""
    return Table("way_back", "From the systematic style back to Persian letters", columns, rows, note)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=protocol, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=None)
    parser.add_argument(
        "--peers", type=Path, default=Path(sys.executable), help="a Python that has the peers"
    )
    parser.add_argument("--words", type=Path, default=None, help="text whose words make the way back")
    arguments = parser.parse_args()
    models = Models(arguments.weights, device="cpu", threads=THREADS)
    persian, typed = human_pairs(arguments.data / "pinglish" / "human_finglish.tsv")
    found = {"ours, readable": ours(models, persian)} | peers(persian, arguments.peers)
    listed = distinct_words(arguments.words or arguments.data / "mono" / "fa" / "modern.txt.xz")
    tables = [
        beside_people(found, persian, typed),
        way_back(Reader(arguments.weights, "cpu"), listed),
        folding(),
    ]
    print(write_tables("pinglish", "Pinglish", tables, f"{THREADS} threads."))


if __name__ == "__main__":
    main()
