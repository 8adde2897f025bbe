"""Scores of a reader on the dev sets.

    python -m training.reading.evaluate --data DATA [--weights FOLDER [--record]]

`sentences.dev`: phoneme error rate, ezafe, and homographs: words that have several readings in the homograph
files, in the sentences written around homographs, counted right when their reference reading occurs in the
hypothesis. `updt.dev`: share of letters with wrong marks in words that the reference marks at all; input
without any mark, sukun ignored, ezafe marks counted, the whole of the reference taken as it is. Held-out
sentences of `training.articles`: ezafe by the end of the word that bears it.
"""

from __future__ import annotations

import argparse
from collections import defaultdict
from pathlib import Path

from engine.diacritics import diacritize
from engine.reading.encoding import encode
from engine.reading.reader import NAME, Reader
from engine.reading.scheme import with_ezafe
from engine.reading.types import Reading
from engine.text.chars import MARKS, ZWNJ
from engine.text.normalize import normalize
from training.articles import SETS, held_out
from training.export import record
from training.reading.marked import ezafes_apart
from training.reading.pairing import phoneme_words
from training.reading.score import (
    EzafeScore,
    diacritic_errors,
    ezafe_score,
    holds_reading,
    phoneme_error_rate,
)
from training.reading.sources import letters_of, lines, respaced


def phonemes(reading: Reading) -> str:
    """A reading as a transcription of the scheme."""
    return " ".join(with_ezafe(word.phonemes, word.ezafe) for word in reading.words)


def homograph_words(data: Path) -> frozenset[str]:
    """Words with more than one reading in the homograph files."""
    readings: dict[str, set[str]] = defaultdict(set)
    for file in ("homographs_human.tsv", "homographs_llm.tsv"):
        for row in lines(data / "reading" / file):
            readings[letters_of(normalize(row[0]).text)].add(row[1])
    return frozenset(word for word, found in readings.items() if len(found) > 1)


def evaluate(reader: Reader, data: Path) -> dict[str, float]:
    """All scores by name; rates are shares (0.03 is 3 %)."""
    rows = lines(data / "reading" / "sentences.dev.tsv")
    said = [phonemes(reading) for reading in reader.read_many([row[0] for row in rows])]
    references = [row[1] for row in rows]
    ezafe = ezafe_score(said, references)
    scores = {
        "phoneme_error_rate": phoneme_error_rate(said, references),
        "ezafe_precision": ezafe.precision,
        "ezafe_recall": ezafe.recall,
        "ezafe_f1": ezafe.f1,
    }
    for kind in ("original", "real", "homograph"):
        if chosen := [i for i, row in enumerate(rows) if row[3] == kind]:
            scores[f"phoneme_error_rate_{kind}"] = phoneme_error_rate(
                [said[i] for i in chosen], [references[i] for i in chosen]
            )
    known = homograph_words(data)
    outcomes = [
        holds_reading(said[i], reading)
        for i, row in enumerate(rows)
        if row[3] == "homograph"
        for word, reading in paired_words(row[0], row[1])
        if word in known
    ]
    scores["homograph_accuracy"] = sum(outcomes) / max(1, len(outcomes))
    scores["homograph_words"] = len(outcomes)
    scores["diacritic_error_rate"] = diacritic_error_rate(reader, data)
    scores |= {f"ezafe_f1_{name}": ezafe_of_held_out(reader, name).f1 for name in SETS}
    return scores


def paired_words(text: str, transcription: str) -> list[tuple[str, str]]:
    """(letters, phonemes) of each word where text and transcription have as many words."""
    words = [letters_of(s.word) for s in encode(normalize(text).text).segments if s.word]
    found = phoneme_words(transcription)
    return list(zip(words, found, strict=True)) if len(words) == len(found) else []


def ezafe_of_held_out(reader: Reader, name: str) -> EzafeScore:
    """Words with ezafe in the held-out sentences of a set of `training.articles`."""
    marked = [ezafes_apart(persian) for persian, _ in held_out(name)]
    right = said = wanted = 0
    readings = reader.read_many([encoded.text for encoded, _ in marked])
    for (_, ends), reading in zip(marked, readings, strict=True):
        found = {word.end for word in reading.words if word.ezafe}
        right, said, wanted = right + len(found & ends), said + len(found), wanted + len(ends)
    return EzafeScore.of(right, said, wanted)


def diacritic_error_rate(reader: Reader, data: Path) -> float:
    """The error rate on updt.dev."""
    references = [normalize(respaced(row[0])).text for row in lines(data / "reading" / "updt.dev.txt")]
    bare = ["".join(c for c in text if c not in MARKS) for text in references]
    wrong = total = 0
    for reference, reading in zip(references, reader.read_many(bare), strict=True):
        theirs, ours = encode(reference), encode(diacritize(reading).marked)
        for segment in theirs.segments:
            places = [i for i in range(segment.start, segment.end) if theirs.text[i] != ZWNJ]
            if segment.word and any(theirs.marks[i] for i in places):
                errors = diacritic_errors([ours.marks[i] for i in places], [theirs.marks[i] for i in places])
                wrong, total = wrong + errors[0], total + errors[1]
    return wrong / total


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--weights", type=Path, help="folder of the weights; the package's own if not given")
    parser.add_argument("--record", action="store_true", help="the scores go into the folder's manifest")
    parser.add_argument("--device")
    parser.add_argument("--misread", type=int, default=0, help="also print so many misread sentences")
    arguments = parser.parse_args()
    if arguments.record and arguments.weights is None:
        parser.error("--record needs --weights")
    reader = Reader(arguments.weights, arguments.device)
    scores = {name: round(value, 6) for name, value in evaluate(reader, arguments.data).items()}
    for name, value in scores.items():
        print(f"{name:32} {value:.4f}")
    if arguments.record:
        record(NAME, scores, arguments.weights)
    rows = lines(arguments.data / "reading" / "sentences.dev.tsv")
    for row in rows[: arguments.misread]:
        said = phonemes(reader.read(row[0]))
        if phoneme_error_rate([said], [row[1]]):
            print(row[0], f"  reference {row[1]}", f"  read      {said}", sep="\n")


if __name__ == "__main__":
    main()
