"""The decoder on our own model, in PyTorch."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import torch

from engine.checkpoint import load
from engine.translation.checks import faults
from engine.translation.decoder import Candidate, Progress, batches
from engine.translation.form import source_form
from engine.translation.formulas import formula, framed
from engine.translation.lexicon import Lexicon
from engine.translation.model import ModelConfig, Transformer
from engine.translation.names import NO_NAMES, NameList
from engine.translation.preserve import Protected, protect
from engine.translation.rewriting import rewritten
from engine.translation.search import Hypothesis, SearchOptions, search
from engine.translation.vocabulary import Vocabulary


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to decode a sentence."""

    search: SearchOptions
    names: bool = False
    """Whether foreign names of the list are carried over like Latin words."""
    numbers: bool = False
    """Whether numbers are, instead of being translated."""


BEAMS = 4
LEAST = 0.75
"""Pieces for one of the source in later attempts; of what people translate nineteen in twenty have more."""


def attempts(beams: int = BEAMS) -> tuple[Attempt, ...]:
    """What is tried, in this order, for a sentence whose results so far have faults."""
    return (
        Attempt(SearchOptions(beams=beams, no_repeat=3), names=True),
        # Digits may repeat; a model that may not repeat itself loses such numbers unless they are slots.
        # Names no longer are: the model may have found no place for one.
        Attempt(SearchOptions(beams=beams, no_repeat=3, shortest_ratio=LEAST), numbers=True),
        Attempt(SearchOptions(beams=8, length_penalty=0.6, shortest_ratio=LEAST), numbers=True),
    )


class OwnDecoder:
    """The model of the weights folder.

    Args:
        weights: folder of the weights; that of the package if None.
        device: a torch device; a GPU where there is one if None.
        dtype: name of a torch floating dtype; bfloat16 on a GPU and float32 on a CPU if None.
        beams: of the usual search.

    Raises:
        WeightsError: a weight file is missing or damaged.
    """

    def __init__(
        self,
        weights: Path | None = None,
        device: str | None = None,
        dtype: str | None = None,
        beams: int = BEAMS,
    ) -> None:
        self._ways = attempts(beams)
        checkpoint = load("translation", weights)
        self.device = torch.device(device or ("cuda" if torch.cuda.is_available() else "cpu"))
        precision = getattr(torch, dtype or ("bfloat16" if self.device.type == "cuda" else "float32"))
        self.vocabulary = Vocabulary(checkpoint.assets["vocabulary"])
        self._persian = self.vocabulary.persian
        self.names = NameList.load(checkpoint.assets["names"]) if "names" in checkpoint.assets else NO_NAMES
        self.lexicon = (
            Lexicon.load(checkpoint.assets["words"], self.vocabulary.pieces, self.device)
            if "words" in checkpoint.assets
            else None
        )
        self.model = Transformer(ModelConfig(**checkpoint.config))
        self.model.load_state_dict(checkpoint.tensors)
        self.model.to(self.device, precision).eval()

    @property
    def attempts(self) -> int:
        """How many ways there are, the usual one first."""
        return len(self._ways)

    def decode(
        self, sentences: Sequence[str], attempt: int, progress: Progress | None = None
    ) -> Iterator[tuple[str, Candidate]]:
        """Each sentence with its best candidate under one attempt."""
        way = self._ways[attempt]
        names = self.names if way.names else NO_NAMES
        known = {sentence: said for sentence in sentences if (said := formula(sentence)) is not None}
        for sentence, said in known.items():
            yield sentence, Candidate(said, 0.0, ())
        sentences = [sentence for sentence in sentences if sentence not in known]
        frames = [framed(sentence) for sentence in sentences]
        protected = [protect(rewritten(frame.sentence), way.numbers, names) for frame in frames]
        forms = [source_form(one.text) for one in protected]
        pieces = self.vocabulary.encode_many(forms)
        done = 0
        for rows in batches([len(ids) for ids in pieces]):
            sources = [pieces[row] for row in rows]
            hypotheses = search(self.model, sources, way.search, self.lexicon, self._persian)
            for row, found in zip(rows, hypotheses, strict=True):
                candidates = [self._candidate(forms[row], protected[row], one, way) for one in found]
                best = min(candidates, key=lambda candidate: candidate.rank)
                yield sentences[row], replace(best, text=frames[row].around(best.text))
            done += len(rows)
            if progress is not None:
                progress(done, len(sentences))

    def _candidate(
        self, source: str, protected: Protected, hypothesis: Hypothesis, way: Attempt
    ) -> Candidate:
        written = self.vocabulary.decode(hypothesis.pieces)
        found = faults(source, written, hypothesis.score, hypothesis.finished, way.numbers)
        return Candidate(protected.restore(written), hypothesis.score, found)
