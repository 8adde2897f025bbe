"""What readers decided where the tagger was in doubt, kept without the text that it is about.

    python -m training.reading.judged --data DATA --doubts checkpoints/reading/doubts \\
        --answers checkpoints/reading/answers

takes up the answers to the sheets of `training.reading.doubts` and adds them to `judged.tsv` beside this
file: for each line the beginning of its SHA-256 and the decisions by the number of the word, `3+` with the
ezafe, `5-` without, `7=mardom` read so; `3?` and `7=` are words of which even a reader cannot tell, or whose
reading was not offered, so that nothing is to be learnt about them.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.reading.encoding import encode
from engine.text.chars import ZWNJ
from training.digest import digest
from training.reading.pairing import read_word
from training.reading.sources import letters_of, lines
from training.reading.targets import Example
from training.reading.unlabelled import unlabelled

FILE: Final = Path(__file__).with_suffix(".tsv")
_QUESTION: Final = re.compile(r"\{(?:1|r\|([^}]*))\}")
_DECISION: Final = re.compile(r"(\d+)(?:([-+?])|=(\S*))")
_EZAFE: Final = {"1": "+", "0": "-"}
_LETTERS: Final = "abc"


@dataclass(frozen=True)
class Decision:
    """About one word of a line, by its place among the Persian words.

    Attributes:
        ezafe: 1, 0 or -1 for unknown; None where it was not asked.
        reading: phonemes without ezafe, "" for unknown; None where they were not asked.
    """

    word: int
    ezafe: int | None = None
    reading: str | None = None


def decisions(row: str) -> list[Decision]:
    """The decisions of a line, as `judged.tsv` writes them."""
    found = []
    for word, sign, reading in _DECISION.findall(row):
        if sign:
            found.append(Decision(int(word), ezafe={"+": 1, "-": 0, "?": -1}[sign]))
        else:
            found.append(Decision(int(word), reading=reading))
    return found


def judged(path: Path = FILE) -> dict[str, list[Decision]]:
    """All decisions by the digest of their line."""
    return {row[0]: decisions(row[1]) for row in lines(path)}


def decided(example: Example, made: Iterable[Decision]) -> Example:
    """The example with what was decided in place of what it says of those words."""
    encoded = encode(example.text)
    words = [segment for segment in encoded.segments if segment.word]
    targets, ezafe = list(example.targets), list(example.ezafe)
    for decision in made:
        segment = words[decision.word]
        if decision.ezafe is not None:
            ezafe[segment.end - 1] = decision.ezafe
        if decision.reading is not None:
            places = [i for i in range(segment.start, segment.end) if encoded.text[i] != ZWNJ]
            labels = (
                read_word(letters_of(segment.word), decision.reading).labels if decision.reading else None
            )
            for place, label in zip(places, labels or [-1] * len(places), strict=True):
                targets[place] = label + 1
    return Example(example.text, example.marks, targets, ezafe, example.source)


def answered(sheet: str, answer: str, text: str) -> str:
    """The decisions of one line of a sheet.

    Raises:
        ValueError: as many answers as questions there are not, or the sheet is not about this text.
    """
    questions = list(_QUESTION.finditer(sheet))
    if len(questions) != len(answer) or _QUESTION.sub("", sheet) != text:
        raise ValueError(f"{answer} does not answer {sheet}")
    ends = [segment.end for segment in encode(text).segments if segment.word]
    found, asked_before = [], 0
    for question, said in zip(questions, answer, strict=True):
        word = ends.index(question.start() - asked_before)
        asked_before += len(question[0])
        if question[1] is None:
            found.append(f"{word}{_EZAFE.get(said, '?')}")
        else:
            options = dict(zip(_LETTERS, question[1].split("|"), strict=False))
            found.append(f"{word}={options.get(said, '')}")
    return " ".join(found)


def taken_up(data: Path, doubts: Path, answers: Path, refused: list[str]) -> Iterator[tuple[str, str]]:
    """Digest and decisions of each answered line; what is wrong with others goes to `refused`."""
    texts = [plain.text for plain in unlabelled(data, open_only=False)]
    for path in sorted(answers.glob("*.tsv")):
        sheet = {row[0]: row[1] for row in lines(doubts / path.name)}
        for number, answer in dict(row[:2] for row in lines(path)).items():
            try:
                text = texts[int(number)]
                yield digest(text), answered(sheet[number], answer.strip(), text)
            except (KeyError, IndexError):
                refused.append(f"{path.name}: {number}")
            except ValueError as error:
                refused.append(str(error))


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True, help="the data folder")
    parser.add_argument("--doubts", type=Path, required=True, help="folder of the sheets")
    parser.add_argument("--answers", type=Path, required=True, help="folder of the answers")
    arguments = parser.parse_args()
    refused: list[str] = []
    new = taken_up(arguments.data, arguments.doubts, arguments.answers, refused)
    rows = dict(row[:2] for row in lines(FILE)) | dict(new)
    FILE.write_text("".join(f"{name}\t{row}\n" for name, row in rows.items()), encoding="utf-8")
    decided = sum(row.count(" ") + 1 for row in rows.values())
    print(f"{len(rows)} lines, {decided} decisions", *refused, sep="\n")


if __name__ == "__main__":
    main()
