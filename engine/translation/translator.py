"""Persian text to English text: sentences, model, checks, and the original's layout around them."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from engine.checkpoint import load
from engine.contract.errors import ServiceUnavailable
from engine.translation.checks import Fault, faults
from engine.translation.form import source_form
from engine.translation.layout import laid_out
from engine.translation.model import ModelConfig, Transformer
from engine.translation.preserve import Protected, protect
from engine.translation.search import Hypothesis, SearchOptions, search
from engine.translation.segments import Kind, segments
from engine.translation.vocabulary import Vocabulary

_BATCH_PIECES = 2048
"""Source pieces of a batch, padding included: bounds the memory of a search, about 60 MB at four beams."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to decode a sentence."""

    search: SearchOptions
    numbers: bool = False
    """Whether numbers are carried over like Latin words instead of being translated."""


ATTEMPTS = (
    Attempt(SearchOptions(beams=4, no_repeat=3)),
    # Digits may repeat; a model that may not repeat itself loses such numbers unless they are slots.
    Attempt(SearchOptions(beams=4, no_repeat=3), numbers=True),
    Attempt(SearchOptions(beams=8, length_penalty=0.6), numbers=True),
)
"""What is tried, in this order, for a sentence whose results so far have faults."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A finished translation of one sentence, slots filled in."""

    text: str
    score: float
    faults: tuple[Fault, ...]

    @property
    def rank(self) -> tuple[bool, int]:
        """Lower is better."""
        return any(fault.severe for fault in self.faults), len(self.faults)


class Translator:
    """Translates Persian to English.

    Args:
        weights: folder of the weights; that of the package if None.
        device: a torch device; a GPU where there is one if None.
        dtype: name of a torch floating dtype; bfloat16 on a GPU and float32 on a CPU if None.

    Raises:
        WeightsError: a weight file is missing or damaged.
    """

    def __init__(
        self, weights: Path | None = None, device: str | None = None, dtype: str | None = None
    ) -> None:
        checkpoint = load("translation", weights)
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        precision = getattr(torch, dtype or ("bfloat16" if self.device.type == "cuda" else "float32"))
        self.vocabulary = Vocabulary(checkpoint.assets["vocabulary"])
        self.model = Transformer(ModelConfig(**checkpoint.config))
        self.model.load_state_dict(checkpoint.tensors)
        self.model.to(self.device, precision).eval()

    def translate(self, text: str) -> str:
        """The text in English, its paragraphs, blank lines, list markers and indentation kept.

        What holds no Persian letter comes back as it is.

        Raises:
            ServiceUnavailable: no valid translation was found for a sentence (contract, section 4 rule 6).
        """
        return self.translate_many([text])[0]

    def translate_many(
        self, texts: Sequence[str], progress: Callable[[int, int], None] | None = None
    ) -> list[str]:
        """`translate` for many texts, their sentences batched together.

        Args:
            texts: of any length.
            progress: called with sentences done and sentences in all, after each batch.
        """
        cut = [segments(text) for text in texts]
        originals = [
            text[segment.start : segment.end]
            for text, found in zip(texts, cut, strict=True)
            for segment in found
            if segment.kind is Kind.TRANSLATED
        ]
        translations = iter(self.translate_sentences(originals, progress))
        return [laid_out(text, found, translations) for text, found in zip(texts, cut, strict=True)]

    def translate_sentences(
        self, sentences: Sequence[str], progress: Callable[[int, int], None] | None = None
    ) -> list[str]:
        """Translations of single sentences, each with a Persian letter, in order; equal ones are done once.

        Raises:
            ServiceUnavailable: one of them has no valid translation.
        """
        best = self.candidates(list(dict.fromkeys(sentences)), progress)
        for sentence, candidate in best.items():
            if candidate.rank[0]:
                names = ", ".join(fault.name for fault in candidate.faults)
                raise ServiceUnavailable(
                    "No valid translation was found for a sentence of the text.",
                    details={"faults": names, "sentence": sentence},
                )
        return [best[sentence].text for sentence in sentences]

    def candidates(
        self, sentences: Sequence[str], progress: Callable[[int, int], None] | None = None
    ) -> dict[str, Candidate]:
        """The best candidate of each sentence, valid or not."""
        best: dict[str, Candidate] = {}
        for attempt in ATTEMPTS:
            # A number that is translated well ("two" for 2) looks lost, so a fault is no more than a doubt.
            doubtful = [sentence for sentence in sentences if sentence not in best or best[sentence].faults]
            report = progress if attempt is ATTEMPTS[0] else None
            for sentence, found in self._decode(doubtful, attempt, report):
                known = best.get(sentence)
                if known is None or found.rank < known.rank:
                    best[sentence] = found
        return best

    def _decode(
        self, sentences: Sequence[str], attempt: Attempt, progress: Callable[[int, int], None] | None
    ) -> Iterable[tuple[str, Candidate]]:
        """The best candidate of each sentence under one attempt."""
        protected = [protect(sentence, attempt.numbers) for sentence in sentences]
        forms = [source_form(one.text) for one in protected]
        pieces = self.vocabulary.encode_many(forms)
        done = 0
        for rows in _batches([len(ids) for ids in pieces]):
            hypotheses = search(self.model, [pieces[row] for row in rows], attempt.search)
            for row, found in zip(rows, hypotheses, strict=True):
                candidates = [self._candidate(forms[row], protected[row], one) for one in found]
                yield sentences[row], min(candidates, key=lambda candidate: candidate.rank)
            done += len(rows)
            if progress is not None:
                progress(done, len(sentences))

    def _candidate(self, source: str, protected: Protected, hypothesis: Hypothesis) -> Candidate:
        written = self.vocabulary.decode(hypothesis.pieces)
        found = faults(source, written, hypothesis.score, hypothesis.finished)
        return Candidate(protected.restore(written), hypothesis.score, found)


def _batches(lengths: Sequence[int]) -> Iterator[list[int]]:
    """Rows in batches of like length, the longest first, so that memory peaks at the start."""
    order = sorted(range(len(lengths)), key=lambda row: -lengths[row])
    while order:
        size = max(1, _BATCH_PIECES // (lengths[order[0]] + 1))
        yield order[:size]
        order = order[size:]
