"""The readings of a word form that training saw: letters are decided one by one, words are not.

Where a form has several readings the best labels of its letters can mix them (گله as gale, neither gele
nor galle), and a rare word can get a reading that nobody uses. The best known reading then takes its place,
unless the letters speak so clearly against all known ones that an unseen reading is likelier.
"""

from __future__ import annotations

import lzma
import math
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from engine.reading.enclitics import has_plain_enclitic, with_enclitic
from engine.reading.labels import ALLOWED, LABEL_IDS, LABELS, SILENT
from engine.text.chars import ZWNJ

# Good-Turing, by training/reading/known.py: of 162,886 words of known form 876 have a reading of their own.
UNSEEN: Final = 876 / 162_886
"""Share of the words of known form that have a reading which is not known."""


DERIVED: Final = 0.02
"""How likely, beside the best labels, a noun with one letter joined to it must be: پدرو is a name.

Between what such names and loan words have in colloquial text (0.006 to 0.03) and what such nouns have.
"""

_TANVINS: Final = frozenset(("an", "en", "on"))


class KnownReadings:
    """Word form -> its known label sequences; a form is a word's letters without marks and non-joiners."""

    def __init__(self, readings: Mapping[str, Sequence[Sequence[int]]]) -> None:
        self._rows = {form: [" ".join(map(str, r)) for r in known] for form, known in readings.items()}
        self._parsed: dict[
            str, tuple[tuple[int, ...], ...]
        ] = {}  # rows are parsed when they are first asked for

    def __len__(self) -> int:
        return len(self._rows)

    def __contains__(self, word: str) -> bool:
        """Whether a word's form is known, or that of each part between its non-joiners."""
        return word.replace(ZWNJ, "") in self._rows or all(part in self._rows for part in word.split(ZWNJ))

    @classmethod
    def load(cls, path: Path) -> KnownReadings:
        """Reads what `save` wrote."""
        known = cls({})
        for line in lzma.decompress(path.read_bytes()).decode().splitlines():
            form, *rows = line.split("\t")
            known._rows[form] = rows
        return known

    def save(self, path: Path) -> None:
        """Writes a line a form as xz: the form, then label ids by letter, a tab between readings."""
        lines = ("\t".join((form, *rows)) for form, rows in self._rows.items())
        text = "".join(f"{line}\n" for line in lines)
        path.write_bytes(lzma.compress(text.encode(), preset=9))

    def readings(self, word: str) -> tuple[tuple[int, ...], ...]:
        """The label sequences known of a word as written; none for an unknown form."""
        form = word.replace(ZWNJ, "")
        parsed = self._parsed.get(form)
        if parsed is None:
            rows = self._rows.get(form) or self._rows.get(form.replace("أ", "ئ"))  # مسأله is مسئله
            if rows is None:
                return ()
            sequences = (tuple(map(int, row.split())) for row in rows)
            parsed = tuple(sequence for sequence in sequences if _fit(sequence, form))
            self._parsed[form] = parsed
        return parsed

    def under_marks(self, word: str, labels: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
        """The label sequences known of a word, with the tanvin that its last consonant bears in `labels`.

        An unknown word is read as a known one with an enclitic, where it ends like one. A final he is the
        Arabic t under a tanvin: رحمةٌ is known as رحمت, and the short vowel before it is a.
        """
        readings = self.readings(word) or with_enclitic(word.replace(ZWNJ, ""), self.readings)
        last = LABELS[labels[-1]]
        if not last.onset or last.nucleus not in _TANVINS:
            return readings
        if not word.endswith("ه"):
            return tuple((*reading[:-1], _with_nucleus(reading[-1], last.nucleus)) for reading in readings)
        found = [(*r[:-2], _with_nucleus(r[-2], "a"), labels[-1]) for r in readings if len(r) > 1]
        found += [(*reading[:-1], labels[-1]) for reading in self.readings(f"{word[:-1]}ت")]
        return tuple(dict.fromkeys(found))

    def settle(
        self, word: str, labels: tuple[int, ...], probabilities: NDArray[np.float32]
    ) -> tuple[int, ...]:
        """The reading to take for a word.

        Args:
            word: the word as written, without marks.
            labels: the label taken for each of its N letters.
            probabilities: of every label for each letter, (N, number of labels).
        """
        readings = self.under_marks(word, labels)
        if not readings or labels in readings:
            return labels
        with np.errstate(divide="ignore"):
            logs = np.log(probabilities.astype(np.float64))
        letters = np.arange(len(labels))
        likelihoods = [float(logs[letters, list(reading)].sum()) for reading in readings]
        best = int(np.argmax(likelihoods))
        own = float(logs[letters, list(labels)].sum())
        least = UNSEEN if self.readings(word) or has_plain_enclitic(word) else DERIVED
        return readings[best] if likelihoods[best] > own + math.log(least) else labels


def _with_nucleus(label: int, nucleus: str) -> int:
    """The label of the same onset with this nucleus; the label itself where there is none."""
    return LABEL_IDS.get((LABELS[label].onset, nucleus), label)


def _fit(labels: Sequence[int], form: str) -> bool:
    """Whether the letters of a form may take these labels: ئ may be a y, أ may not."""
    return all(label in ALLOWED.get(letter, (SILENT,)) for label, letter in zip(labels, form, strict=True))
