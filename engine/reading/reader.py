"""The reader: text in, reading out.

normalise, shorten -> encode, respell -> windows -> tagger -> decode, constrained -> place in the original
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path
from typing import Final

import numpy as np
import torch
from numpy.typing import NDArray

from engine import checkpoint
from engine.reading.candidates import COUNT, candidate_logits
from engine.reading.compounds import parted_compounds
from engine.reading.decoding import decode
from engine.reading.encoding import Encoded, encode
from engine.reading.ezafe import settled_ezafes
from engine.reading.fixed import Fixed
from engine.reading.forms import FormVocabulary
from engine.reading.half import halve, native
from engine.reading.hamza import respelled
from engine.reading.inputs import collate
from engine.reading.known import KnownReadings
from engine.reading.lengthened import shortened
from engine.reading.lexicon import Lexicon
from engine.reading.model import HEADS, Tagger, TaggerConfig, TaggerInput
from engine.reading.phrases import set_phrases
from engine.reading.placing import placed
from engine.reading.types import Reading
from engine.reading.windows import Window, sliced, windows
from engine.text.mapped import Mapped
from engine.text.normalize import normalize

NAME: Final = "reading"
CORE: Final = 400  # segments a window keeps
OPENING: Final = 40  # segments that come first when a text is read along
_PORTION: Final = 65_536  # code points scored before they are decoded: 128 MiB of scores
_BATCH_CHARACTERS: Final = {"cpu": 2_048, "cuda": 131_072}  # at once, padded; more falls out of a CPU's cache


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
            dtype: "float32", "bfloat16" or "float16"; None takes bfloat16 on a GPU; on a CPU float32,
                with products in bfloat16 where the CPU has them (`engine.reading.half`).
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
        if dtype is None and self.device.type == "cpu" and native():
            halve(model, HEADS)

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
        self.margin = model.config.horizon

    def read(self, text: str) -> Reading:
        """The reading of one text of any length."""
        return self.read_many([text])[0]

    def read_many(self, texts: Sequence[str]) -> list[Reading]:
        """The readings of several texts, the same as one by one, batched on the device."""
        readings: list[Reading] = []
        for first, last in _portions(texts):
            readings += self._read(texts[first:last])
        return readings

    def read_along(self, text: str) -> Iterator[Reading]:
        """The reading of one text in pieces, each as it is inside the whole; the first one comes soon."""
        normal = self._normal(text)
        encoded = respelled(encode(normal.text))
        fixed = self._fixed(encoded)
        for window in windows(encoded, CORE, self.margin, OPENING):
            keep = range(window.first_segment + window.keep[0], window.first_segment + window.keep[1])
            labels, ezafe = self._scores([window.encoded])[0]
            piece, start = sliced(encoded, keep.start, keep.stop)
            at = start - window.first_character
            settled = {number - keep.start: fixed[number] for number in keep if number in fixed}
            words = decode(
                piece, labels[at : at + len(piece.text)], ezafe[slice(*window.keep)], settled, self._known
            )
            yield placed(text, normal, piece, words)

    def _read(self, texts: Sequence[str]) -> list[Reading]:
        normal = [self._normal(text) for text in texts]
        encoded = [respelled(encode(n.text)) for n in normal]
        scores = self._scores(encoded)
        fixed = [self._fixed(e) for e in encoded]
        return [
            placed(text, n, e, decode(e, *s, f, self._known))
            for text, n, e, s, f in zip(texts, normal, encoded, scores, fixed, strict=True)
        ]

    def _normal(self, text: str) -> Mapped:
        return shortened(normalize(text), self._forms)

    def _fixed(self, encoded: Encoded) -> dict[int, Fixed]:
        """What compounds settle, over them set phrases, the user's lexicon, and how ezafe is spelled."""
        segments = encoded.segments
        settled = (
            parted_compounds(encoded, self._known),
            set_phrases().fixed(segments).items(),
            self._lexicon.fixed(segments).items() if self._lexicon else (),
            settled_ezafes(encoded),
        )
        found: dict[int, Fixed] = {}
        for number, said in chain.from_iterable(settled):
            found[number] = said if said.labels else replace(found.get(number, said), ezafe=said.ezafe)
        return found

    def _scores(self, texts: Sequence[Encoded]) -> list[tuple[NDArray[np.float32], NDArray[np.float32]]]:
        """Logits of the candidate labels (T, K) and of the ezafe (W,) of each text."""
        labels = [np.zeros((len(e.text), COUNT), dtype=np.float32) for e in texts]
        ezafe = [np.zeros(len(e.segments), dtype=np.float32) for e in texts]
        pieces = [(n, w) for n, e in enumerate(texts) for w in windows(e, CORE, self.margin) if _has_word(w)]
        for group in self._groups(pieces):
            batch = collate([window.encoded for _, window in group], self._forms)
            on_device = TaggerInput(**{name: value.to(self.device) for name, value in vars(batch).items()})
            with torch.inference_mode():
                scores, ends = self._model(on_device)
                found = candidate_logits(scores, on_device.characters).cpu().numpy()
                linked = ends.float().cpu().numpy()
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
