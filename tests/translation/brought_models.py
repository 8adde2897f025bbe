"""Small models in the formats that people carry, made by `transformers` and `ctranslate2`."""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from string import ascii_letters
from typing import Any

import sentencepiece
import torch
from ctranslate2.converters import TransformersConverter
from transformers import (
    M2M100Config,
    M2M100ForConditionalGeneration,
    M2M100Tokenizer,
    MarianConfig,
    MarianMTModel,
    MarianTokenizer,
    NllbTokenizer,
)
from transformers.models.m2m_100.tokenization_m2m_100 import FAIRSEQ_LANGUAGE_CODES

from engine.translation.brought.tokens import SAMPLE

WORDS = [
    ("علی", "Ali"), ("مریم", "Maryam"), ("مردم شهر", "the people"), ("کودکان", "the children"),
    ("کتاب", "a book"), ("نان تازه", "fresh bread"), ("چای", "tea"), ("گل سرخ", "a red rose"),
    ("خرید", "bought"), ("می‌بیند", "sees"), ("نمی‌خواهد", "does not want"), ("آورد", "brought"),
]  # fmt: skip
PERSIAN = [f"{who[0]} {what[0]} {does[0]}." for who, what, does in product(WORDS[:4], WORDS[4:8], WORDS[8:])]
ENGLISH = [f"{who[1]} {does[1]} {what[1]}." for who, what, does in product(WORDS[:4], WORDS[4:8], WORDS[8:])]
LATIN = [f"0123456789 ,;?!\"'()-:/ {ascii_letters}"]
ARABIC = [SAMPLE, "ثجچحذژصضطظعغفقءأؤئ ۰۱۲۳۴۵۶۷۸۹ ،؛؟"]
SHARED = "sentencepiece.bpe.model"
MADE_UP = 8
"""Entries at the end of M2M-100's vocabulary that stand for nothing."""
SIZES: dict[str, Any] = {
    "d_model": 32, "encoder_layers": 2, "decoder_layers": 2, "encoder_attention_heads": 4,
    "decoder_attention_heads": 4, "encoder_ffn_dim": 64, "decoder_ffn_dim": 64, "init_std": 0.6,
    "dropout": 0.0, "max_position_embeddings": 512,
}  # fmt: skip
TRAINABLE = {"init_std": 0.05, "d_model": 64, "encoder_layers": 1, "decoder_layers": 1}


@dataclass(frozen=True)
class Made:
    """A model as `transformers` runs it, and the folder of its conversion."""

    model: Any
    tokenizer: Any
    folder: Path
    starts_with: str | None

    def greedy(self, text: str, limit: int) -> list[str]:
        """Tokens that `transformers` chooses, the best one each time."""
        tokenizer = self.tokenizer
        forced = tokenizer.convert_tokens_to_ids(self.starts_with) if self.starts_with else None
        written = self.model.generate(
            **tokenizer(text, return_tensors="pt"),
            num_beams=1,
            do_sample=False,
            max_new_tokens=limit,
            min_new_tokens=1 + (forced is not None),
            forced_bos_token_id=forced,
            suppress_tokens=[tokenizer.unk_token_id, tokenizer.pad_token_id],
        )[0]
        ids = written.tolist()[1:]
        end = ids.index(tokenizer.eos_token_id) if tokenizer.eos_token_id in ids else len(ids)
        return list(tokenizer.convert_ids_to_tokens(ids[:end]))


def _pieces(path: Path, lines: list[str], size: int, kind: str) -> list[str]:
    """Trains a sentencepiece model; returns its pieces after <unk>, <s> and </s>."""
    sentencepiece.SentencePieceTrainer.train(
        sentence_iterator=iter(lines),
        model_prefix=str(path.with_suffix("")),
        vocab_size=size,
        model_type=kind,
        character_coverage=1.0,
        hard_vocab_limit=False,
        minloglevel=2,
    )
    path.with_suffix(".model").rename(path)
    path.with_suffix(".vocab").unlink()
    processor = sentencepiece.SentencePieceProcessor(model_file=str(path))
    return [processor.id_to_piece(i) for i in range(3, len(processor))]


def _made(source: Path, model: Any, tokenizer: Any, files: list[str], starts_with: str | None) -> Made:
    model.eval().save_pretrained(source)
    tokenizer.save_pretrained(source)
    folder = source.with_name(f"{source.name}-converted")
    TransformersConverter(str(source), copy_files=files).convert(str(folder))
    return Made(model, tokenizer, folder, starts_with)


def marian(source: Path, steps: int = 0) -> Made:
    """An OPUS-MT model, trained for some steps on the few sentences above."""
    source.mkdir()
    pieces = {
        *_pieces(source / "source.spm", [*PERSIAN, *ARABIC, *LATIN], 400, "unigram"),
        *_pieces(source / "target.spm", [*ENGLISH, *LATIN], 300, "unigram"),
    }
    vocabulary = ["</s>", "<unk>", *sorted(pieces), "<pad>"]
    (source / "vocab.json").write_text(json.dumps({piece: i for i, piece in enumerate(vocabulary)}))
    files = [str(source / name) for name in ("source.spm", "target.spm", "vocab.json")]
    tokenizer = MarianTokenizer(*files)
    pad = len(vocabulary) - 1
    config = MarianConfig(
        **SIZES | (TRAINABLE if steps else {}),
        vocab_size=len(vocabulary),
        pad_token_id=pad,
        decoder_start_token_id=pad,
        eos_token_id=0,
        forced_eos_token_id=None,
        scale_embedding=True,
        activation_function="swish",
    )
    torch.manual_seed(1)
    model = MarianMTModel(config)
    _train(model, tokenizer, steps)
    return _made(source, model, tokenizer, ["source.spm", "target.spm"], None)


def _train(model: MarianMTModel, tokenizer: MarianTokenizer, steps: int) -> None:
    persian, english = zip(*WORDS, strict=True)
    pairs = tokenizer(
        [*PERSIAN, *persian], text_target=[*ENGLISH, *english], return_tensors="pt", padding=True
    )
    pairs["labels"][pairs["labels"] == tokenizer.pad_token_id] = -100
    optimizer = torch.optim.Adam(model.parameters(), lr=3e-3)
    slower = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda step: min(1, step / 20) * (1 - step / (steps + 1))
    )
    for _ in range(steps):
        model(**pairs).loss.backward()
        optimizer.step()
        optimizer.zero_grad()
        slower.step()
        with torch.no_grad():
            model.model.shared.weight[tokenizer.pad_token_id] = 0  # what a Marian decoder starts from


def _m2m(size: int) -> M2M100ForConditionalGeneration:
    torch.manual_seed(2)
    model = M2M100ForConditionalGeneration(
        M2M100Config(**SIZES, vocab_size=size, decoder_start_token_id=2, scale_embedding=True)
    )
    with torch.no_grad():
        model.model.shared.weight[-MADE_UP:] = 0  # never chosen; `transformers` has no names for them
    return model


def m2m100(source: Path) -> Made:
    """An M2M-100 model."""
    source.mkdir()
    pieces = _pieces(source / SHARED, [*PERSIAN, *ENGLISH, *ARABIC, *LATIN], 300, "bpe")
    vocabulary = {piece: i for i, piece in enumerate(["<s>", "<pad>", "</s>", "<unk>", *pieces])}
    (source / "vocab.json").write_text(json.dumps(vocabulary))
    codes = [f"__{code}__" for code in FAIRSEQ_LANGUAGE_CODES["m2m100"]]
    files = str(source / "vocab.json"), str(source / SHARED)
    tokenizer = M2M100Tokenizer(*files, src_lang="fa", tgt_lang="en", additional_special_tokens=codes)
    size = len(vocabulary) + len(codes) + MADE_UP
    return _made(source, _m2m(size), tokenizer, [SHARED], "__en__")


def nllb(source: Path) -> Made:
    """An NLLB-200 model."""
    source.mkdir()
    _pieces(source / SHARED, [*PERSIAN, *ENGLISH, *ARABIC, *LATIN], 300, "bpe")
    tokenizer = NllbTokenizer.from_pretrained(str(source), src_lang="pes_Arab", tgt_lang="eng_Latn")
    return _made(source, _m2m(len(tokenizer) + MADE_UP), tokenizer, [SHARED], "eng_Latn")


MAKERS: dict[str, Callable[[Path], Made]] = {"marian": marian, "m2m100": m2m100, "nllb": nllb}


def copied(made: Made, to: Path) -> Path:
    """A copy of the converted folder, to be damaged."""
    return Path(shutil.copytree(made.folder, to))
