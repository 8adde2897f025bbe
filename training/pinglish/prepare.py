"""Prepares the training of names: what the table, the context and the model learn from.

    python -m training.pinglish.prepare --data DATA --out checkpoints/pinglish

Takes about four minutes of one core. Writes `table.txt`, `context.txt`, `common.txt`, `english.txt` (names in
English text, with counts), `words.tsv` (key, sounds by letter, origin, Latin spelling) and `doubtful.tsv`
(occurrences of names that are also common words).
"""

from __future__ import annotations

import argparse
import zlib
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from engine.pinglish.name_context import same_sound
from engine.pinglish.name_table import KnownName, NameTable
from engine.reading.reader import Reader
from engine.text.name_key import key_of
from training.pinglish.choose import Chosen, choose
from training.pinglish.context import Occurrence, always_beside, drawn, neighbour_weights, occurrences
from training.pinglish.english import count_names
from training.pinglish.mine import Evidence, mine
from training.pinglish.sources import english, lexicon, names, pairs

WORDS: Final = "words.tsv"
DOUBTFUL: Final = "doubtful.tsv"
_FREQUENT: Final = 0.003
"""Part of the sentences that hold a word which says nothing about its neighbour."""

_EACH: Final = 60
"""Occurrences of one doubtful name that are read."""


@dataclass(frozen=True, slots=True)
class Example:
    """One word: its key, the sounds of its letters, its origin and, if it is foreign, its Latin spelling."""

    key: str
    sounds: tuple[str, ...]
    origin: str
    latin: str


def part_of(key: str) -> str:
    """The part of the data that a key belongs to: a tenth each is "test" and "dev", the rest "train"."""
    return {0: "test", 1: "dev"}.get(zlib.crc32(key.encode()) % 10, "train")


def examples(out: Path) -> Iterator[Example]:
    """What `prepare` wrote of words."""
    for line in (out / WORDS).read_text(encoding="utf-8").splitlines():
        key, sounds, origin, latin = line.split("\t")
        yield Example(key, tuple(sounds.split(".")), origin, latin)


def prepare(data: Path, out: Path, reader: Reader, seed: int) -> None:
    """Writes the files that training and export need.

    Args:
        data: the data folder.
        out: where to write.
        reader: reads the words, and the sentences around doubtful names.
        seed: of everything drawn.
    """
    out.mkdir(parents=True, exist_ok=True)
    rows = names(data)
    expected: defaultdict[str, set[str]] = defaultdict(set)
    for name in rows:
        expected[key_of(name.persian)].add(name.latin)
    sentences = list(pairs(data))
    evidence = mine(sentences, expected)
    spoken = lexicon(data)
    chosen = choose(rows, evidence, spoken, seed)
    common = _common(chosen, evidence, spoken)
    words = list(_examples(chosen, evidence, reader))
    heard = {word.key: "".join(word.sounds) for word in words}
    table = NameTable(_with_phonemes(name, heard) for name in chosen.table)
    doubtful = {name.keys[0]: name for name in table if name.log_odds is not None and not name.beside}
    found = occurrences(sentences, doubtful)
    frequent = {key for key, seen in evidence.items() if seen.total > _FREQUENT * len(sentences)}
    table = NameTable(
        replace(name, beside=always_beside(found[name.keys[0]], table.sure, frequent))
        if name.keys[0] in found and len(name.keys) == 1
        else name
        for name in table
    )
    table.save(out / "table.txt")
    counts = count_names(english(data))
    (out / "english.txt").write_text(
        "".join(f"{name} {count}\n" for name, count in sorted(counts.items())), encoding="utf-8"
    )
    (out / "common.txt").write_text("\n".join(sorted(common)), encoding="utf-8")
    _save_words(words, out / WORDS)
    weights = neighbour_weights((persian for persian, _ in sentences), table.sure, chosen.persian)
    lines = [
        f"{side}\t{key}\t{w:.2f}"
        for side, found in zip(("before", "after"), weights, strict=True)
        for key, w in found.items()
    ]
    (out / "context.txt").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    read = list(drawn(found, _EACH, seed))
    _save_occurrences(read, table, reader, out / DOUBTFUL)
    print(f"names {len(table)}, of them doubtful {len(doubtful)}, common words {len(common)}")
    print(f"words to learn from {len(words)}, occurrences of doubtful names {len(read)}")
    print(f"names in English text {len(counts)}")


def _common(chosen: Chosen, evidence: Mapping[str, Evidence], spoken: Mapping[str, object]) -> set[str]:
    """Words that are never guessed to be names."""
    table = {name.keys for name in chosen.table}
    found = (
        {key for key, seen in evidence.items() if seen.named * 2 < seen.total}
        | spoken.keys()
        | chosen.persian
    )
    return {key for key in found if len(key) > 3 and (key,) not in table}


def _examples(chosen: Chosen, evidence: Mapping[str, Evidence], reader: Reader) -> Iterator[Example]:
    """Foreign names with spellings, Persian names, and words that are never names, read one by one."""
    origins = dict.fromkeys(chosen.foreign, "foreign")
    origins |= {key: "persian" for key in chosen.persian if len(key) > 2 and key not in origins}
    origins |= {
        key: "word"
        for key, seen in evidence.items()
        if len(key) > 2 and not seen.named and key not in origins
    }
    keys = sorted(origins)
    for key, reading in zip(keys, reader.read_many(keys), strict=True):
        if len(reading.words) == 1 and len(reading.words[0].letters) == len(key):
            sounds = tuple(letter.sound for letter in reading.words[0].letters)
            yield Example(key, sounds, origins[key], chosen.foreign.get(key, ""))


def _with_phonemes(name: KnownName, heard: Mapping[str, str]) -> KnownName:
    known = name.phonemes or (heard.get(name.keys[0], "") if len(name.keys) == 1 else "")
    return replace(name, phonemes=known)


def _save_words(words: Sequence[Example], path: Path) -> None:
    lines = ("\t".join((w.key, ".".join(w.sounds), w.origin, w.latin)) for w in words)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def _save_occurrences(found: Sequence[Occurrence], table: NameTable, reader: Reader, path: Path) -> None:
    """A line an occurrence: part, key, whether it is the name, neighbours, whether it is read so."""
    lines: list[str] = []
    for one, reading in zip(found, reader.read_many([one.sentence for one in found]), strict=True):
        name = table.find((one.key,))
        for at, word in enumerate(reading.words):
            if name is not None and key_of(word.text) == one.key:
                before, after = one.neighbours_in(reading.words, at, table.sure)
                agrees = same_sound(word.phonemes, name.phonemes)
                said = (one.part, one.key, str(int(one.is_name)), before, after, str(int(agrees)))
                lines.append("\t".join(said))
                break
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--out", type=Path, required=True, help="where to write")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    prepare(arguments.data, arguments.out, Reader(device="cpu"), arguments.seed)


if __name__ == "__main__":
    main()
