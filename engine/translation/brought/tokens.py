"""Text to the tokens of a brought model and back, by its own sentencepiece models."""

from collections.abc import Sequence
from pathlib import Path

import sentencepiece

from engine.translation.brought.folder import config, refusal, vocabulary
from engine.translation.brought.kinds import EOS
from engine.translation.brought.registry import Choice
from engine.translation.word_starts import joined, parted

SAMPLE = "دانش‌آموزان این شهر هر روز صبح به مدرسه می‌روند و کتاب می‌خوانند."
_UNKNOWN_SHARE = 0.2
"""Of the sample's pieces: with more unknown ones the model was not made for Persian."""


class Tokens:
    """Sources with the tags and the end that the model wants, and text of what it wrote.

    Raises:
        WeightsError: a tokenizer cannot be read, or the model does not know Persian.
    """

    def __init__(self, choice: Choice) -> None:
        folder, kind = Path(choice.folder), choice.family
        self._parts_words = kind.parts_words
        self._source = _processor(folder / kind.source_tokenizer)
        self._target = _processor(folder / kind.target_tokenizer)
        self._before = [choice.source_tag] if choice.source_tag else []
        self._after = [] if config(folder).get("add_source_eos") else [EOS]
        self.target_prefix = [kind.target_tag] if kind.target_tag else []
        pieces = self._source.encode(SAMPLE, out_type=str)
        known = vocabulary(folder, "source")
        unknown = sum(piece not in known for piece in pieces) / len(pieces)
        if unknown > _UNKNOWN_SHARE:
            raise refusal(folder, f"does not know Persian: {unknown:.0%} of a sentence's pieces are unknown")

    def encode_many(self, texts: Sequence[str]) -> list[list[str]]:
        """The tokens of each text."""
        forms = [parted(text) for text in texts] if self._parts_words else list(texts)
        found = self._source.encode(forms, out_type=str)
        return [[*self._before, *pieces, *self._after] for pieces in found]

    def decode(self, tokens: Sequence[str]) -> str:
        """The text of what the model wrote; its prefix and end are dropped."""
        text = str(self._target.decode_pieces([t for t in tokens if t not in (EOS, *self.target_prefix)]))
        return joined(text) if self._parts_words else text


def _processor(path: Path) -> sentencepiece.SentencePieceProcessor:
    try:
        return sentencepiece.SentencePieceProcessor(model_file=str(path))
    except (OSError, RuntimeError) as error:
        raise refusal(path, f"is no sentencepiece model: {error}") from None
