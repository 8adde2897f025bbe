"""The shared vocabulary of both languages: a sentencepiece unigram model (Kudo 2018) with byte fallback."""

import re
from collections.abc import Sequence
from pathlib import Path

import sentencepiece

from engine.translation.word_starts import joined, parted

PAD, BOS, EOS, UNKNOWN = 0, 1, 2, 3
FIRST_SLOT = 4
"""Id of the first of `engine.translation.preserve.SLOTS`; the others follow it."""

_PERSIAN = re.compile(r"[\u0600-\u06ff]|<0xD[89AB]>")


class Vocabulary:
    """Text to piece ids and back. Texts are in the forms of `engine.translation.form`, with slots."""

    def __init__(self, model: Path) -> None:
        self._processor = sentencepiece.SentencePieceProcessor(model_file=str(model))

    def __len__(self) -> int:
        return int(self._processor.get_piece_size())

    @property
    def pieces(self) -> list[str]:
        """The pieces by id."""
        return [str(self._processor.id_to_piece(i)) for i in range(len(self))]

    @property
    def persian(self) -> list[int]:
        """Ids of the pieces with a character of the Arabic script, and of the bytes with which one begins."""
        return [i for i, piece in enumerate(self.pieces) if _PERSIAN.search(piece)]

    def encode(self, text: str) -> list[int]:
        """Piece ids of the text, without BOS and EOS."""
        return list(self._processor.encode(parted(text), out_type=int))

    def encode_many(self, texts: Sequence[str]) -> list[list[int]]:
        """`encode` for many texts at once."""
        return [list(ids) for ids in self._processor.encode([parted(text) for text in texts], out_type=int)]

    def decode(self, ids: Sequence[int]) -> str:
        """Text of the pieces; BOS, EOS and PAD are dropped."""
        return joined(str(self._processor.decode([int(i) for i in ids if i > EOS])))
