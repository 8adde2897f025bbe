"""The decoder on a brought model, through the `ctranslate2` package.

Such a model knows no slots. A sentence goes in as it stands at first, since the model copies most names and
numbers by itself and translates best what it sees whole. Where it loses one, the sentence is translated
around what must stay: the stretches between, each on its own.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import torch

from engine.contract.errors import ValidationFailed, WeightsError
from engine.contract.persian import has_persian_letter
from engine.translation.brought.folder import refusal
from engine.translation.brought.kinds import EOS
from engine.translation.brought.registry import Choice
from engine.translation.brought.tokens import SAMPLE, Tokens
from engine.translation.checks import Fault, faults
from engine.translation.decoder import Candidate, Progress, batches
from engine.translation.form import natural_form, source_form, target_form
from engine.translation.layout import stopped_like, trailing_space
from engine.translation.preserve import Protected, protect, stretches
from engine.translation.rewriting import rewritten
from engine.translation.search import SearchOptions

if TYPE_CHECKING:
    import ctranslate2

TOO_LONG = Fault("too long", True)
_NOTHING = Candidate("", float("-inf"), (TOO_LONG,))


_DTYPES = (None, "float32", "float16", "bfloat16")


@dataclass(frozen=True, slots=True)
class Written:
    """One hypothesis of the model.

    Attributes:
        tokens: as the model wrote them, with its prefix, and its end where it came to one.
        score: mean log-probability of a token in nats.
        finished: whether it came to an end before the bound.
    """

    tokens: list[str]
    score: float
    finished: bool


@dataclass(frozen=True, slots=True)
class Attempt:
    """One way to decode a sentence.

    Attributes:
        search: how the model searches.
        around: translate around what must stay, each stretch on its own.
        numbers: numbers must stay as well.
    """

    search: SearchOptions
    around: bool = False
    numbers: bool = False


_USUAL = SearchOptions(beams=4)
ATTEMPTS = (
    Attempt(_USUAL),
    Attempt(SearchOptions(beams=8, no_repeat=3)),
    Attempt(_USUAL, around=True),
    Attempt(_USUAL, around=True, numbers=True),
)
"""What is tried, in this order, for a sentence whose results so far have faults."""


class BroughtDecoder:
    """The model that the user chose.

    Args:
        choice: names the model; its files are checked first.
        device: "cpu", "cuda", "cuda:1", ...; a GPU where CTranslate2 sees one if None.
        dtype: name of a floating dtype; the one that the model is stored in if None.

    Raises:
        WeightsError: the package `ctranslate2` is missing, a file is missing or changed, or the model
            cannot be loaded.
        ValidationFailed: the device cannot compute in the dtype.
    """

    attempts = len(ATTEMPTS)

    def __init__(self, choice: Choice, device: str | None = None, dtype: str | None = None) -> None:
        self._model = _load(choice, device, dtype)
        self.tokens = Tokens(choice)
        self._kind = choice.family

    def sample(self) -> str:
        """A sentence and what the model makes of it, for a person to judge."""
        ((_, found),) = self.decode([SAMPLE], attempt=0)
        return f"{SAMPLE}\n{found.text}"

    def decode(
        self, sentences: Sequence[str], attempt: int, progress: Progress | None = None
    ) -> Iterator[tuple[str, Candidate]]:
        """Each sentence with its best candidate under one attempt."""
        way = ATTEMPTS[attempt]
        protected = [self._protected(sentence, way.numbers) for sentence in sentences]
        if way.around:
            rows = [row for row, one in enumerate(protected) if one.kept]
            found = self._around([protected[row] for row in rows], way.search)
            yield from zip([sentences[row] for row in rows], found, strict=True)
            return
        done = 0
        for rows, written in self.search([self._source(one) for one in protected], way.search):
            for row, hypotheses in zip(rows, written, strict=True):
                candidates = [self._candidate(protected[row], one) for one in hypotheses]
                yield sentences[row], min(candidates, key=lambda one: one.rank, default=_NOTHING)
            done += len(rows)
            if progress is not None:
                progress(done, len(sentences))

    def search(
        self, sources: Sequence[str], options: SearchOptions
    ) -> Iterator[tuple[list[int], list[list[Written]]]]:
        """Rows of the sources, batch by batch, and what the model writes for each, the best first.

        Nothing is written for a source that is longer than the model's positions.
        """
        tokens = self.tokens.encode_many(sources)
        for rows in batches([len(one) for one in tokens]):
            fitting = [row for row in rows if len(tokens[row]) <= self._kind.longest]
            results = dict(zip(fitting, self._batch([tokens[row] for row in fitting], options), strict=True))
            yield rows, [results.get(row, []) for row in rows]

    def _batch(self, sources: list[list[str]], options: SearchOptions) -> list[list[Written]]:
        if not sources:
            return []
        bound = int(max(map(len, sources)) * options.longest_ratio) + options.longest_extra
        prefix = self.tokens.target_prefix
        results = self._model.translate_batch(
            sources,
            target_prefix=[prefix] * len(sources) if prefix else None,
            beam_size=options.beams,
            num_hypotheses=options.beams,
            length_penalty=options.length_penalty,
            no_repeat_ngram_size=options.no_repeat,
            max_decoding_length=min(bound, options.longest),
            max_input_length=0,  # never cut
            disable_unk=True,
            return_scores=True,
            return_end_token=True,
        )
        return [
            [
                Written(tokens, score * len(tokens) ** (options.length_penalty - 1), tokens[-1:] == [EOS])
                for tokens, score in zip(result.hypotheses, result.scores, strict=True)
            ]
            for result in results
        ]

    def _protected(self, sentence: str, numbers: bool) -> Protected:
        """What helps our own model is for our own model alone."""
        own = self._kind.slots
        return protect(rewritten(sentence) if own else sentence, numbers, with_terms=own)

    def _source(self, sentence: Protected) -> str:
        if self._kind.slots:
            return source_form(sentence.text)
        return natural_form(sentence.restore(sentence.text))

    def _text(self, written: Written) -> str:
        return target_form(self.tokens.decode(written.tokens))

    def _candidate(self, sentence: Protected, written: Written) -> Candidate:
        text = self._text(written)
        slotted = text if self._kind.slots else sentence.found_in(text)
        return _judged(sentence, slotted, written.score, written.finished)

    def _around(self, sentences: Sequence[Protected], options: SearchOptions) -> Iterator[Candidate]:
        """Candidates of sentences whose slots stay where they are."""
        cut = [stretches(sentence.text) for sentence in sentences]
        wanted = list(dict.fromkeys(one.strip() for found in cut for one in found if has_persian_letter(one)))
        best: dict[str, Written] = {}
        for rows, written in self.search([self._form(one) for one in wanted], options):
            best.update({wanted[row]: found[0] for row, found in zip(rows, written, strict=True) if found})
        for sentence, found in zip(sentences, cut, strict=True):
            used = [one.strip() for one in found if has_persian_letter(one)]
            if not all(one in best for one in used):
                yield _NOTHING
                continue
            pieces = [self._piece(one, best.get(one.strip())) for one in found]
            score = sum(best[one].score for one in used) / max(1, len(used))
            yield _judged(sentence, target_form("".join(pieces)), score, all(best[o].finished for o in used))

    def _form(self, stretch: str) -> str:
        return source_form(stretch) if self._kind.slots else natural_form(stretch)

    def _piece(self, stretch: str, written: Written | None) -> str:
        """A stretch in English, with the space around it; what holds no Persian comes in source form."""
        inner = source_form(stretch) if written is None else stopped_like(stretch, self._text(written))
        before = stretch[: len(stretch) - len(stretch.lstrip())]
        return f"{before}{inner}{trailing_space(stretch)}"


def _judged(sentence: Protected, slotted: str, score: float, finished: bool) -> Candidate:
    """The candidate of a translation with slots."""
    found = faults(source_form(sentence.text), slotted, score, finished)
    return Candidate(sentence.restore(slotted), score, found)


def _load(choice: Choice, device: str | None, dtype: str | None) -> ctranslate2.Translator:
    try:
        import ctranslate2
    except ModuleNotFoundError:
        raise WeightsError(
            f"the translation model {choice.name} needs the package ctranslate2",
            details={"package": "ctranslate2", "file": choice.folder},
            action="pip install 'persian-engine[ctranslate2]' or persian-engine weights reset translation",
        ) from None
    choice.verify()
    if dtype not in _DTYPES:
        raise ValidationFailed(f"dtype {dtype!r} is none of CTranslate2's", details={"field": "dtype"})
    name, _, index = (device or ("cuda" if ctranslate2.get_cuda_device_count() else "cpu")).partition(":")
    try:
        return ctranslate2.Translator(
            choice.folder,
            device=name,
            device_index=int(index or 0),
            compute_type=dtype or "default",
            intra_threads=torch.get_num_threads(),
        )
    except ValueError as error:  # of device and dtype
        raise ValidationFailed(f"{choice.name}: {error}", details={"field": "device"}) from None
    except RuntimeError as error:
        raise refusal(Path(choice.folder), f"cannot be loaded: {error}") from None
