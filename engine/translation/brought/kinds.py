"""The kinds of model that can be brought, and what each wants around the pieces of a sentence."""

from dataclasses import dataclass

EOS = "</s>"


@dataclass(frozen=True, slots=True)
class Kind:
    """One family of translation models.

    Attributes:
        name: as `engine_version` and `persian-engine weights` show it.
        source_tokenizer, target_tokenizer: sentencepiece models in the folder; the same file if it is shared.
        source_tag: stands before the pieces of the source; "" for none.
        target_tag: the decoder is made to start with it; "" for none.
        optional_tags: a model whose vocabulary holds no `>>xxx<<` writes one language only and wants no tag.
        slots: the model knows the slots of `engine.translation.preserve`.
        parts_words: its texts have a space before each word (`engine.translation.word_starts`).
        longest: pieces of a source that its positions reach.
    """

    name: str
    source_tokenizer: str
    target_tokenizer: str
    source_tag: str = ""
    target_tag: str = ""
    optional_tags: bool = False
    slots: bool = False
    parts_words: bool = False
    longest: int = 500


_SHARED = "sentencepiece.bpe.model"

KINDS = {
    kind.name: kind
    for kind in (
        Kind("nllb", _SHARED, _SHARED, source_tag="pes_Arab", target_tag="eng_Latn"),
        Kind("m2m100", _SHARED, _SHARED, source_tag="__fa__", target_tag="__en__"),
        Kind("marian", "source.spm", "target.spm", source_tag=">>eng<<", optional_tags=True),
        Kind("own", "vocabulary.model", "vocabulary.model", slots=True, parts_words=True),
    )
}
"""NLLB-200 (Costa-jussà 2022), M2M-100 (Fan 2020), OPUS-MT (Tiedemann 2020), and our own model exported."""
