"""Data preparation: clean the pairs, train the vocabulary, store piece ids.

    python -m training.translation.prepare --data DATA --out checkpoints/translation

writes into the folder `vocabulary.model`, `pairs.npz` (piece ids of all pairs, with the file each came from),
`names.txt` (the names that the engine carries over), `dev.tsv`, `translated.{fa,en}.tsv` and `articles.tsv`
(what was made for this project) and `data.json` (what was used and dropped, by file).
"""

import argparse
import json
from argparse import RawDescriptionHelpFormatter
from collections import Counter
from collections.abc import Iterable
from html import unescape
from itertools import chain
from pathlib import Path
from zlib import crc32

import numpy as np
import sentencepiece

from engine.pinglish.name_table import KnownName, NameTable
from engine.translation.form import source_form, target_form
from engine.translation.names import NO_NAMES, NameList
from engine.translation.preserve import SLOTS, protect_pair
from engine.translation.vocabulary import BOS, EOS, PAD, UNKNOWN, Vocabulary
from training.articles import SETS, taught
from training.translation.batches import TAG
from training.translation.cleaning import Overlap, fault, key
from training.translation.names import agreeing, known_names, mined_names, rare
from training.translation.sources import (
    MONOLINGUAL,
    Source,
    back_translated,
    development_pairs,
    newly_translated,
    sources,
    written,
)
from training.translation.translated import pairs as joined
from training.translation.translated import translated

Pair = tuple[str, str]

NUMBER_SLOTS = 5
NAME_SLOTS = 2
"""In one pair of this many numbers, or names, are slots as well, so that the model knows both ways."""


def clean(
    source: Source, held_out: tuple[Overlap, Overlap], seen: set[str]
) -> tuple[list[Pair], Counter[str]]:
    """Pairs of a file in source and target form, and how many were dropped for what.

    Args:
        seen: keys of both sides of the pairs kept so far, with which those kept here join. What was made from
            English is a duplicate by its English.
    """
    kept: list[Pair] = []
    dropped: Counter[str] = Counter()
    for persian, english in source.pairs():
        pair = source_form(unescape(persian)), target_form(unescape(english))
        reason = fault(*pair, trusted=source.trusted)
        if reason is None and (pair[0] in held_out[0] or pair[1] in held_out[1]):
            reason = "held out"
        if reason is None and key(pair[int(source.tagged)]) in seen:
            reason = "duplicate"
        if reason is not None:
            dropped[reason] += 1
            continue
        seen.update(map(key, pair))
        kept.append(pair)
    return kept, dropped


def slotted(pair: Pair, names: NameList) -> Pair:
    """The pair with slots, for numbers and names too if it is drawn for that."""
    draw = crc32(pair[0].encode())
    named = names if draw // NUMBER_SLOTS % NAME_SLOTS == 0 else NO_NAMES
    return protect_pair(*pair, numbers=draw % NUMBER_SLOTS == 0, names=named)


def train_vocabulary(pairs: dict[str, list[Pair]], size: int, folder: Path) -> Vocabulary:
    """A shared unigram vocabulary; a file counts as often as it is drawn, at most once."""
    text = folder / "vocabulary.txt"
    with text.open("w", encoding="utf-8") as lines:
        for name, kept in pairs.items():
            step = 1 if name.startswith("gold/") else 4
            for pair in kept[::step]:
                lines.write("\n".join(pair) + "\n")
    sentencepiece.SentencePieceTrainer.train(
        input=str(text),
        model_prefix=str(folder / "vocabulary"),
        vocab_size=size,
        model_type="unigram",
        character_coverage=0.9998,
        byte_fallback=True,
        split_digits=True,
        normalization_rule_name="identity",
        user_defined_symbols=list(SLOTS),
        pad_id=PAD,
        bos_id=BOS,
        eos_id=EOS,
        unk_id=UNKNOWN,
        input_sentence_size=160_000,
        shuffle_input_sentence=True,
        num_threads=1,
        hard_vocab_limit=False,  # a small corpus may not hold as many pieces
        minloglevel=1,
    )
    text.unlink()
    (folder / "vocabulary.vocab").unlink()
    return Vocabulary(folder / "vocabulary.model")


def prepare(
    data: Path,
    out: Path,
    vocabulary_size: int,
    licences: str = "all",
    keep_vocabulary: bool = False,
    back: Path | None = None,
    table: Iterable[KnownName] = (),
) -> None:
    """Write the training cache of the data folder, and of the back-translated file `back`, into `out`.

    Args:
        table: names of Pinglish.
    """
    out.mkdir(parents=True, exist_ok=True)
    development = development_pairs(data)
    (out / "dev.tsv").write_text("".join(f"{fa}\t{en}\n" for fa, en in development), encoding="utf-8")
    held_out = (
        Overlap(source_form(persian) for persian, _ in development),
        Overlap(target_form(english) for _, english in development),
    )
    seen: set[str] = set()
    pairs: dict[str, list[Pair]] = {}
    report = []
    used = sources(data, licences)
    for language in MONOLINGUAL if licences == "all" else ():
        path = out / f"translated.{language}.tsv"
        if _join(data, language, path):
            used.insert(0, newly_translated(path, language))
    for name in SETS:
        path = out / f"{name}.tsv"
        if _write(path, name):
            used.insert(0, written(path, name))
    if back is not None:
        used.append(back_translated(back))
    for source in used:
        pairs[source.name], dropped = clean(source, held_out, seen)
        report.append(
            {
                "name": source.name,
                "licence": source.licence,
                "origin": source.origin,
                "repeats": source.repeats,
                "pairs": len(pairs[source.name]),
                "dropped": dict(dropped),
            }
        )
        print(f"{source.name:32} kept {len(pairs[source.name]):6} dropped {dict(dropped)}", flush=True)
    names = mined_names(chain.from_iterable(pairs.values())) | agreeing(
        known_names(table), chain.from_iterable(pairs.values())
    )
    carried = NameList({key: name.english for key, name in names.items()})
    NameList(rare(names)).save(out / "names.txt")
    print(f"{len(rare(names))} rare names of {len(names)}", flush=True)
    pairs = {name: [slotted(pair, carried) for pair in kept] for name, kept in pairs.items()}
    known = Vocabulary(out / "vocabulary.model") if keep_vocabulary else None
    vocabulary = known or train_vocabulary(pairs, vocabulary_size, out)
    _store(out / "pairs.npz", pairs, vocabulary, tagged=[source.tagged for source in used])
    (out / "data.json").write_text(json.dumps(report, ensure_ascii=False, indent=1), encoding="utf-8")


def _join(data: Path, language: str, path: Path) -> int:
    """Writes what was translated for this project as a file of pairs; says how many there are."""
    known = translated(language)
    lines = [f"{persian}\t{english}\n" for persian, english in joined(data, language, known)]
    print(f"translated: {len(lines)} of {len(known)} are of {MONOLINGUAL[language]} here", flush=True)
    path.write_text("".join(lines), encoding="utf-8")
    return len(lines)


def _write(path: Path, name: str) -> int:
    """Writes a set of what was written for this project as a file of pairs; says how many there are."""
    lines = [f"{persian}\t{english}\n" for persian, english in taught(name)]
    path.write_text("".join(lines), encoding="utf-8")
    return len(lines)


def _store(path: Path, pairs: dict[str, list[Pair]], vocabulary: Vocabulary, tagged: list[bool]) -> None:
    """Piece ids of both sides in one flat array each, with lengths; `origin` is the index into data.json."""
    sizes = [len(kept) for kept in pairs.values()]
    tags = np.repeat(tagged, sizes)
    columns: dict[str, np.ndarray] = {}
    for side, name in enumerate(("source", "target")):
        ids = vocabulary.encode_many([pair[side] for kept in pairs.values() for pair in kept])
        if name == "source":
            ids = [[TAG, *row] if tag else row for row, tag in zip(ids, tags, strict=True)]
        columns[f"{name}_length"] = np.array([len(i) for i in ids], dtype=np.int32)
        columns[name] = np.concatenate([np.array(i, dtype=np.uint16) for i in ids])
    columns["origin"] = np.repeat(np.arange(len(pairs)), sizes).astype(np.int16)
    np.savez(path, **columns)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, default=Path("checkpoints/translation"))
    parser.add_argument("--vocabulary", type=int, default=8000, help="pieces of the shared vocabulary")
    parser.add_argument("--licences", choices=("all", "open"), default="all")
    parser.add_argument("--keep-vocabulary", action="store_true", help="a run goes on with changed data")
    parser.add_argument("--back", type=Path, help="what training.translation.backtranslate wrote")
    parser.add_argument(
        "--table", type=Path, default=Path("weights/pinglish_names.table.txt"), help="of names"
    )
    arguments = parser.parse_args()
    prepare(
        arguments.data,
        arguments.out,
        arguments.vocabulary,
        arguments.licences,
        arguments.keep_vocabulary,
        arguments.back,
        NameTable.load(arguments.table),
    )


if __name__ == "__main__":
    main()
