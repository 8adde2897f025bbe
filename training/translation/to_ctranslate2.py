"""Export of our own weights to CTranslate2, as a peer in speed and as a second engine for the same model.

    python -m training.translation.to_ctranslate2 --out FOLDER --quantization int8

Needs the extra `ctranslate2`. `persian-engine weights use translation FOLDER` then runs on the result.
"""

import argparse
import shutil
from argparse import RawDescriptionHelpFormatter
from pathlib import Path
from typing import Any

import numpy as np
from ctranslate2.specs import (
    TransformerDecoderSpec,
    TransformerEncoderSpec,
    TransformerSpec,
    attention_spec,
    common_spec,
)
from torch import Tensor, nn

from engine.checkpoint import load
from engine.translation.model import Attention, FeedForward, ModelConfig, Transformer
from engine.translation.vocabulary import BOS, EOS, UNKNOWN, Vocabulary

VOCABULARY_FILE = "vocabulary.model"
QUANTIZATIONS = ("float32", "float16", "bfloat16", "int8", "int8_float32")


def convert(model: Transformer, pieces: list[str]) -> TransformerSpec:
    """The model as CTranslate2 describes it; `pieces` is the vocabulary by id."""
    config = model.config
    rotary: dict[str, Any] = {"rotary_dim": 0, "rotary_interleave": False}  # all of a head, cut in halves
    spec = TransformerSpec(
        TransformerEncoderSpec(config.encoder_layers, config.heads, **rotary),
        TransformerDecoderSpec(config.decoder_layers, config.heads, **rotary),
    )
    spec.encoder.embeddings[0].weight = _array(model.embedding.weight)
    spec.decoder.embeddings.weight = _array(model.embedding.weight)
    spec.decoder.projection.weight = _array(model.embedding.weight)
    _norm(spec.encoder.layer_norm, model.encoder_norm)
    _norm(spec.decoder.layer_norm, model.decoder_norm)
    for to, encoder_layer in zip(spec.encoder.layer, model.encoder, strict=True):
        _self_attention(to.self_attention, encoder_layer.attention, encoder_layer.attention_norm)
        _feed_forward(to.ffn, encoder_layer.feed_forward, encoder_layer.feed_forward_norm)
    for to, decoder_layer in zip(spec.decoder.layer, model.decoder, strict=True):
        _self_attention(to.self_attention, decoder_layer.attention, decoder_layer.attention_norm)
        _cross_attention(to.attention, decoder_layer.cross, decoder_layer.cross_norm)
        _feed_forward(to.ffn, decoder_layer.feed_forward, decoder_layer.feed_forward_norm)
    spec.register_source_vocabulary(pieces)
    spec.register_target_vocabulary(pieces)
    spec.config.unk_token, spec.config.bos_token = pieces[UNKNOWN], pieces[BOS]
    spec.config.eos_token, spec.config.decoder_start_token = pieces[EOS], pieces[BOS]
    spec.config.layer_norm_epsilon = model.encoder_norm.eps
    return spec


def export(out: Path, weights: Path | None = None, quantization: str = "int8") -> None:
    """Write the shipped model, or that of the folder `weights`, with its vocabulary into the folder `out`."""
    checkpoint = load("translation", weights)
    vocabulary = Vocabulary(checkpoint.assets["vocabulary"])
    model = Transformer(ModelConfig(**checkpoint.config))
    model.load_state_dict(checkpoint.tensors)
    spec = convert(model, vocabulary.pieces)
    spec.validate()
    spec.optimize(quantization=quantization)
    out.mkdir(parents=True, exist_ok=True)
    spec.save(str(out))
    shutil.copyfile(checkpoint.assets["vocabulary"], out / VOCABULARY_FILE)


def _array(tensor: Tensor) -> np.ndarray:
    return tensor.detach().float().numpy()


def _norm(to: common_spec.LayerNormSpec, norm: nn.LayerNorm) -> None:
    to.gamma, to.beta = _array(norm.weight), _array(norm.bias)


def _linear(to: common_spec.LinearSpec, linear: nn.Linear) -> None:
    to.weight = _array(linear.weight)
    if linear.bias is not None:
        to.bias = _array(linear.bias)


def _self_attention(to: attention_spec.MultiHeadAttentionSpec, own: Attention, norm: nn.LayerNorm) -> None:
    _norm(to.layer_norm, norm)
    to.linear[0].weight = np.concatenate((_array(own.query.weight), _array(own.key_value.weight)))
    _linear(to.linear[1], own.out)


def _cross_attention(to: attention_spec.MultiHeadAttentionSpec, own: Attention, norm: nn.LayerNorm) -> None:
    _norm(to.layer_norm, norm)
    for part, linear in zip(to.linear, (own.query, own.key_value, own.out), strict=True):
        _linear(part, linear)


def _feed_forward(to: Any, own: FeedForward, norm: nn.LayerNorm) -> None:
    expand, _, contract = own
    _norm(to.layer_norm, norm)
    _linear(to.linear_0, expand)
    _linear(to.linear_1, contract)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--weights", type=Path, default=None, help="folder of the weights; the shipped ones")
    parser.add_argument("--quantization", choices=QUANTIZATIONS, default="int8")
    arguments = parser.parse_args()
    export(arguments.out, arguments.weights, arguments.quantization)


if __name__ == "__main__":
    main()
