"""The reader: text in, reading out.

normalise -> encode -> windows -> tagger -> decode under constraints -> positions of the original
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from engine import checkpoint
from engine.reading.decoding import DecodedWord, decode, written_ye
from engine.reading.encoding import Encoded, encode
from engine.reading.forms import FormVocabulary
from engine.reading.inputs import collate
from engine.reading.known import KnownReadings
from engine.reading.labels import LABELS, marks_of
from engine.reading.lexicon import Lexicon
from engine.reading.model import Tagger, TaggerConfig, TaggerInput
from engine.reading.types import Alternative, LetterReading, Reading, WordReading
from engine.reading.windows import Window, windows
from engine.text.chars import FATHATAN, HAMZA_ABOVE, KASRA, SHADDA, VOWEL_MARKS
from engine.text.mapped import Mapped
from engine.text.normalize import normalize

NAME: Final = "reading"
_CORE: Final = 400  # segments a window keeps
_PORTION: Final = 65_536  # code points scored before they are decoded: 128 MiB of scores
_BATCH_CHARACTERS: Final = {"cpu": 8_192, "cuda": 131_072}  # padded characters the tagger takes at once


class Reader:
    """Reads Persian text with the tagger in `weights/`.

    Example:
        >>> reader = Reader()
        >>> [word.phonemes for word in reader.read("مردم شهر").words]
        ['mardom', 'Sahr']
    """

    def __init__(
        self,
        weights: Path | None = None,
        device: str | None = None,
        dtype: str | None = None,
        lexicon: Lexicon | None = None,
    ) -> None:
        """Args:
            weights: folder of the weights; None for the package's own.
            device: "cpu", "cuda", ...; None takes CUDA where there is one.
            dtype: "float32", "bfloat16" or "float16"; None takes float32 on a CPU and bfloat16 elsewhere.
            lexicon: readings that override the model.

        Raises:
            WeightsError: the weights are missing or damaged.
        """
        stored = checkpoint.load(NAME, weights)
        model = Tagger(TaggerConfig(**stored.config))
        model.load_state_dict({name: tensor.float() for name, tensor in stored.tensors.items()})
        forms = FormVocabulary.load(stored.assets["forms"])
        known = KnownReadings.load(stored.assets["readings"])
        self._set_up(model, forms, known, device, dtype, lexicon)

    @classmethod
    def of(
        cls,
        model: Tagger,
        forms: FormVocabulary,
        known: KnownReadings,
        device: str | None = None,
        dtype: str | None = None,
    ) -> Reader:
        """A reader around a tagger at hand, as training needs it for scoring."""
        reader = cls.__new__(cls)
        reader._set_up(model, forms, known, device, dtype, None)
        return reader

    def _set_up(
        self,
        model: Tagger,
        forms: FormVocabulary,
        known: KnownReadings,
        device: str | None,
        dtype: str | None,
        lexicon: Lexicon | None,
    ) -> None:
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        chosen = dtype or ("float32" if self.device.type == "cpu" else "bfloat16")
        self._model = model.to(self.device, getattr(torch, chosen)).eval()
        self._forms = forms
        self._known = known
        self._lexicon = lexicon
        self._margin = model.config.horizon

    def read(self, text: str) -> Reading:
        """The reading of one text of any length."""
        return self.read_many([text])[0]

    def read_many(self, texts: Sequence[str]) -> list[Reading]:
        """The readings of several texts, the same as one by one, batched on the device."""
        readings: list[Reading] = []
        for first, last in _portions(texts):
            readings += self._read(texts[first:last])
        return readings

    def _read(self, texts: Sequence[str]) -> list[Reading]:
        normal = [normalize(text) for text in texts]
        encoded = [encode(n.text) for n in normal]
        scores = self._scores(encoded)
        fixed = [self._lexicon.fixed(e.segments) if self._lexicon else {} for e in encoded]
        return [
            _reading(text, n, e, decode(e, *s, f, self._known))
            for text, n, e, s, f in zip(texts, normal, encoded, scores, fixed, strict=True)
        ]

    def _scores(self, texts: Sequence[Encoded]) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """Label logits (T, labels) and ezafe logits (W,) of each text."""
        labels = [np.zeros((len(e.text), len(LABELS)), dtype=np.float32) for e in texts]
        ezafe = [np.zeros(len(e.segments), dtype=np.float32) for e in texts]
        pieces = [
            (n, w) for n, e in enumerate(texts) for w in windows(e, _CORE, self._margin) if _has_word(w)
        ]
        for group in self._groups(pieces):
            batch = collate([window.encoded for _, window in group], self._forms)
            on_device = TaggerInput(**{name: value.to(self.device) for name, value in vars(batch).items()})
            with torch.inference_mode():
                found, linked = (t.float().cpu().numpy() for t in self._model(on_device))
            for row, (n, window) in enumerate(group):
                _keep(window, found[row], linked[row], labels[n], ezafe[n])
        return list(zip(labels, ezafe, strict=True))

    def _groups(self, pieces: list[tuple[int, Window]]) -> Iterator[list[tuple[int, Window]]]:
        """Pieces of like length together, each group within the batch size of the device."""
        most = _BATCH_CHARACTERS.get(self.device.type, _BATCH_CHARACTERS["cpu"])
        group: list[tuple[int, Window]] = []
        for piece in sorted(pieces, key=lambda piece: len(piece[1].encoded.text)):
            if group and len(piece[1].encoded.text) * (len(group) + 1) > most:
                yield group
                group = []
            group.append(piece)
        if group:
            yield group


def _portions(texts: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Slices of the texts, half-open, whose scores fit in memory together; each holds at least one text."""
    first = total = 0
    for number, text in enumerate(texts):
        if number > first and total + len(text) > _PORTION:
            yield first, number
            first, total = number, 0
        total += len(text)
    if texts:
        yield first, len(texts)


def _has_word(window: Window) -> bool:
    first, last = window.keep
    return any(segment.word for segment in window.encoded.segments[first:last])


def _keep(
    window: Window,
    found: NDArray[np.float32],
    linked: NDArray[np.float32],
    labels: NDArray[np.float32],
    ezafe: NDArray[np.float32],
) -> None:
    """Copies the part of a window's scores that counts to its place in the whole text's."""
    first, last = window.keep
    segments = window.encoded.segments
    start = segments[first].start if first else 0
    end = segments[last].start if last < len(segments) else len(window.encoded.text)
    at = window.first_character
    labels[at + start : at + end] = found[start:end]
    ezafe[window.first_segment + first : window.first_segment + last] = linked[first:last]


def _reading(text: str, normal: Mapped, encoded: Encoded, words: list[DecodedWord]) -> Reading:
    return Reading(text, tuple(_word(text, normal, encoded, word) for word in words))


def _word(text: str, normal: Mapped, encoded: Encoded, word: DecodedWord) -> WordReading:
    """A decoded word at its place in the original."""
    last = word.places[-1]
    start = normal.starts[encoded.origin[word.segment.start]]
    end = normal.ends[encoded.origin[last] + len(encoded.marks[last])]
    letters = _letters(text, normal, encoded, word)
    index = mark = None
    if word.ezafe:
        index = normal.starts[encoded.origin[last]]
        silent_he = encoded.text[last] == "ه" and LABELS[word.labels[-1]].sound == ""
        typed = any(m in encoded.marks[last] for m in (KASRA, HAMZA_ABOVE))
        mark = "" if typed else HAMZA_ABOVE if silent_he else KASRA
    sure = word.ezafe_probability if word.ezafe else 1.0 - word.ezafe_probability
    return WordReading(
        text=text[start:end],
        start=start,
        end=end,
        letters=letters,
        ezafe=word.ezafe,
        ezafe_index=index,
        ezafe_mark=mark or "",
        ezafe_confidence=sure,
        confidence=math.prod(word.confidences),
        alternatives=tuple(Alternative(phonemes, p) for phonemes, p in word.alternatives),
        known=word.known,
    )


def _letters(text: str, normal: Mapped, encoded: Encoded, word: DecodedWord) -> tuple[LetterReading, ...]:
    """The letters of a word; those of one ligature share a code point and are one letter, without marks."""
    letters: list[LetterReading] = []
    ye_is_ezafe = word.ezafe != "" and written_ye(encoded, word.places, word.labels)
    for n, (i, label) in enumerate(zip(word.places, word.labels, strict=True)):
        index = normal.starts[encoded.origin[i]]
        last = n + 1 == len(word.places)
        sound = "" if last and ye_is_ezafe else LABELS[label].sound
        before = encoded.marks[word.places[n - 1]] if n else ""
        marks = _missing(marks_of(encoded.text[i], LABELS[label]), encoded.marks[i], before)
        if letters and letters[-1].index == index:
            earlier = letters.pop()
            sound, marks = earlier.sound + sound, ""
            confidence = earlier.confidence * word.confidences[n]
        else:
            confidence = word.confidences[n]
        letters.append(LetterReading(index, text[index], marks, sound, confidence))
    return tuple(letters)


def _missing(marks: str, typed: str, typed_before: str) -> str:
    """The marks of a label that are still to be added: where a vowel is typed, the writer's stands alone."""
    if marks == FATHATAN and FATHATAN in typed_before:
        return ""
    vowel_typed = any(mark in VOWEL_MARKS for mark in typed)
    return "".join(
        m for m in marks if (m == SHADDA and SHADDA not in typed) or (m != SHADDA and not vowel_typed)
    )
