"""A pronunciation lexicon of the user's own: word by word it overrides the model.

    # word TAB reading [TAB context words, separated by spaces or commas]
    کرم	kerm	خاک باغ
    مهسا	mahsA

A reading is in the phonemic scheme, without ezafe. With context words an entry holds only where one of them
stands in the neighbourhood; of several entries that hold, the first counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from engine.contract.errors import ValidationFailed
from engine.reading.align import align
from engine.reading.encoding import Segment, encode
from engine.reading.fixed import Fixed
from engine.reading.hamza import respelled
from engine.text.chars import ZWNJ
from engine.text.normalize import normalize

_NEIGHBOURHOOD: Final = 15  # words to each side in which context words are looked for
_CONTEXT_WORD: Final = re.compile(r"[^\s،,؛;]+")


@dataclass(frozen=True)
class Entry:
    """One line: the labels of the word, and the letters of its context words; without any it always holds."""

    labels: tuple[int, ...]
    context: frozenset[str]


class Lexicon:
    """Readings by word; ZWNJ and marks do not tell words apart."""

    def __init__(self, rows: Iterable[tuple[str, str, Sequence[str]]]) -> None:
        """Args:
            rows: (word, reading, context words).

        Raises:
            ValidationFailed: a word or a context word holds no Persian letter or several words, or a reading
                does not fit the letters of its word.
        """
        self._entries: dict[str, list[Entry]] = {}
        for word, reading, context in rows:
            letters = _letters(word)
            labels = align(letters, reading.strip()) if letters else None
            if labels is None:
                raise _refused(f"lexicon: the reading {reading!r} does not fit the letters of {word!r}")
            near = {said: _letters(said) for said in context}
            for said, found in near.items():
                if not found:
                    raise _refused(f"lexicon: the context word {said!r} of {word!r} is not a Persian word")
            self._entries.setdefault(letters, []).append(Entry(labels, frozenset(near.values())))

    @classmethod
    def load(cls, path: Path) -> Lexicon:
        """Reads a UTF-8 TSV file; empty lines and lines that begin with # are passed over.

        Raises:
            ValidationFailed: the file cannot be read or a line is wrong; the message names the line.
        """
        try:
            content = path.read_bytes()
        except OSError as error:
            raise _refused(f"lexicon {path}: {error}") from None
        return cls.of(content, path)

    @classmethod
    def of(cls, content: bytes, path: Path) -> Lexicon:
        """What `load` makes of a file's content; `path` is for its messages.

        Raises:
            ValidationFailed: as for `load`.
        """
        try:
            lines = content.decode("utf-8-sig").splitlines()
        except UnicodeDecodeError as error:
            raise _refused(f"lexicon {path}: {error}") from None
        rows = []
        for number, line in enumerate(lines, start=1):
            if not line.strip() or line.startswith("#"):
                continue
            word, *rest = line.split("\t")
            if not rest or len(rest) > 2:
                raise _refused(
                    f"lexicon {path}, line {number}: expected word TAB reading [TAB context words]"
                )
            row = (word, rest[0], _CONTEXT_WORD.findall(rest[1]) if len(rest) == 2 else [])
            try:
                cls([row])
            except ValidationFailed as error:
                raise _refused(f"{path}, line {number}: {error}") from None
            rows.append(row)
        return cls(rows)

    def __len__(self) -> int:
        return len(self._entries)

    def fixed(self, segments: Sequence[Segment]) -> dict[int, Fixed]:
        """What this lexicon settles, by segment."""
        words = [segment.word.replace(ZWNJ, "") for segment in segments]
        found: dict[int, Fixed] = {}
        for number, word in enumerate(words):
            for entry in self._entries.get(word, ()):
                near = words[max(0, number - _NEIGHBOURHOOD) : number + _NEIGHBOURHOOD + 1]
                if not entry.context or entry.context.intersection(near):
                    found[number] = Fixed(entry.labels, lexicon=True)
                    break
        return found


def _refused(message: str) -> ValidationFailed:
    return ValidationFailed(message, details={"field": "lexicon"})


def _letters(word: str) -> str:
    """The letters of the one Persian word in a string, "" if it holds none or several."""
    segments = respelled(encode(normalize(word.strip()).text)).segments
    return segments[0].word.replace(ZWNJ, "") if len(segments) == 1 else ""
