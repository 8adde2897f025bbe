"""The translator: a pre-norm encoder-decoder Transformer (Vaswani 2017) with rotary positions (Su 2021).

One embedding matrix serves source, target and output. The encoder is deep and the decoder shallow (Kasai
2021): the encoder runs once per sentence, the decoder once per produced piece. Shapes: B sentences, S source
pieces, T target pieces, D width, H heads, W width of a head, V pieces of the vocabulary.
"""

import math
from dataclasses import dataclass
from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from engine.dropout import Dropout

KeysValues = tuple[Tensor, Tensor]
"""Keys and values of one attention, (B, H, L, W) each."""


@dataclass(frozen=True, slots=True)
class ModelConfig:
    """Dimensions of the model, saved beside its weights."""

    vocabulary: int = 8000
    width: int = 256
    heads: int = 4
    feed_forward: int = 1024
    encoder_layers: int = 5
    decoder_layers: int = 2
    dropout: float = 0.1


def rotations(length: int, head_width: int, device: torch.device | None = None) -> Tensor:
    """Cosines and sines of the rotary positions 0..length-1: (2, length, head_width / 2)."""
    frequencies = 10_000.0 ** -(torch.arange(0, head_width, 2, device=device) / head_width)
    angles = torch.arange(length, device=device)[:, None] * frequencies
    return torch.stack((angles.cos(), angles.sin()))


def rotate(x: Tensor, rotation: Tensor) -> Tensor:
    """Turn each pair (i, i + W/2) of the last axis by its position's angle.

    Args:
        x: (B, H, L, W).
        rotation: (2, L, W / 2), of `rotations`.
    """
    cosine, sine = rotation.to(x.dtype)
    first, second = x.chunk(2, dim=-1)
    return torch.cat((first * cosine - second * sine, second * cosine + first * sine), dim=-1)


def attend(query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, causal: bool) -> Tensor:
    """Scaled dot-product attention of query (B, H, L, W) over key and value (B, H, S, W).

    On a CPU the plain products are three times as fast as torch's fused kernel at the lengths of sentences.

    Args:
        mask: True where attention is allowed, broadcast to (B, H, L, S).
        causal: position l sees positions up to l only; L and S are equal then.
    """
    if query.is_cuda:
        return F.scaled_dot_product_attention(query, key, value, attn_mask=mask, is_causal=causal)
    scores = (query * query.size(-1) ** -0.5) @ key.transpose(-1, -2)  # (B, H, L, S)
    if causal:
        mask = torch.ones(scores.shape[-2:], dtype=torch.bool, device=query.device).tril()
    if mask is not None:
        scores = scores.masked_fill(~mask, float("-inf"))
    mixed: Tensor = scores.softmax(-1, dtype=scores.dtype) @ value
    return mixed


class Attention(nn.Module):
    """Multi-head attention; the caller brings keys and values, so that they may be cached."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.heads = config.heads
        self.query = nn.Linear(config.width, config.width, bias=False)
        self.key_value = nn.Linear(config.width, 2 * config.width, bias=False)
        self.out = nn.Linear(config.width, config.width, bias=False)

    def _split(self, x: Tensor) -> Tensor:
        return x.view(*x.shape[:2], self.heads, -1).transpose(1, 2)  # (B, L, D) -> (B, H, L, W)

    def keys_values(self, memory: Tensor, rotation: Tensor | None = None) -> KeysValues:
        """Keys and values of memory (B, L, D): two of (B, H, L, W)."""
        key, value = self.key_value(memory).chunk(2, dim=-1)
        key, value = self._split(key), self._split(value)
        return (key if rotation is None else rotate(key, rotation)), value

    def forward(
        self,
        x: Tensor,
        keys_values: KeysValues,
        rotation: Tensor | None = None,
        mask: Tensor | None = None,
        causal: bool = False,
    ) -> Tensor:
        """x: (B, L, D) -> (B, L, D); mask and causal as in `attend`."""
        query = self._split(self.query(x))
        if rotation is not None:
            query = rotate(query, rotation)
        mixed = attend(query, *keys_values, mask, causal)
        out: Tensor = self.out(mixed.transpose(1, 2).flatten(2))  # (B, H, L, W) -> (B, L, D)
        return out


class FeedForward(nn.Sequential):
    """The position-wise network. x: (B, L, D) -> (B, L, D)."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__(
            nn.Linear(config.width, config.feed_forward),
            nn.ReLU(),
            nn.Linear(config.feed_forward, config.width),
        )


class EncoderLayer(nn.Module):
    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(config.width)
        self.attention = Attention(config)
        self.feed_forward_norm = nn.LayerNorm(config.width)
        self.feed_forward = FeedForward(config)
        self.dropout = Dropout(config.dropout)

    def forward(self, x: Tensor, rotation: Tensor, mask: Tensor | None) -> Tensor:
        normed = self.attention_norm(x)
        keys_values = self.attention.keys_values(normed, rotation)
        x = x + self.dropout(self.attention(normed, keys_values, rotation, mask))
        x = x + self.dropout(self.feed_forward(self.feed_forward_norm(x)))
        return x


class DecoderLayer(nn.Module):
    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.attention_norm = nn.LayerNorm(config.width)
        self.attention = Attention(config)
        self.cross_norm = nn.LayerNorm(config.width)
        self.cross = Attention(config)
        self.feed_forward_norm = nn.LayerNorm(config.width)
        self.feed_forward = FeedForward(config)
        self.dropout = Dropout(config.dropout)

    def forward(self, x: Tensor, memory: KeysValues, rotation: Tensor, mask: Tensor | None) -> Tensor:
        """All positions at once, as in training. memory: keys and values of the source; mask: its padding."""
        normed = self.attention_norm(x)
        keys_values = self.attention.keys_values(normed, rotation)
        x = x + self.dropout(self.attention(normed, keys_values, rotation, causal=True))
        return self._rest(x, memory, mask)

    def step(
        self, x: Tensor, cache: KeysValues, at: int, memory: KeysValues, rotation: Tensor, mask: Tensor | None
    ) -> Tensor:
        """One position of the K hypotheses of each sentence, which look at one memory together.

        Args:
            x: (B, K, D).
            cache: keys and values (B * K, H, T, W), known up to `at`, where this position's are written.
            memory, mask: of the B sources.
        """
        normed = self.attention_norm(x).view(-1, 1, x.size(-1))  # (B, K, D) -> (B * K, 1, D)
        key, value = self.attention.keys_values(normed, rotation)
        cache[0][:, :, at : at + 1] = key
        cache[1][:, :, at : at + 1] = value
        past = cache[0][:, :, : at + 1], cache[1][:, :, : at + 1]
        x = x + self.attention(normed, past, rotation).view_as(x)
        return self._rest(x, memory, mask)

    def _rest(self, x: Tensor, memory: KeysValues, mask: Tensor | None) -> Tensor:
        x = x + self.dropout(self.cross(self.cross_norm(x), memory, mask=mask))
        x = x + self.dropout(self.feed_forward(self.feed_forward_norm(x)))
        return x


@dataclass(slots=True)
class DecoderState:
    """What the decoder keeps between steps, for B sentences with K hypotheses each.

    Attributes:
        memory: cross keys and values of each decoder layer, (B, H, S, W).
        mask: True at real source pieces, (B, 1, 1, S); None if there is no padding.
        cache: keys and values of the pieces so far of each decoder layer, (B * K, H, limit, W).
        length: pieces so far.
    """

    memory: list[KeysValues]
    mask: Tensor | None
    cache: list[KeysValues]
    length: int = 0

    def follow(self, rows: Tensor) -> None:
        """Hypothesis i goes on from hypothesis rows[i], (B * K,), of the same sentence."""
        changed = (rows != torch.arange(len(rows), device=rows.device)).nonzero().flatten()
        for cached in (tensor for pair in self.cache for tensor in pair):
            cached[changed, :, : self.length] = cached[rows[changed], :, : self.length]

    def select(self, sentences: Tensor, rows: Tensor) -> None:
        """Keep these sentences, and for them the hypotheses `rows`, in this order."""
        self.cache = [
            (_kept(key, rows, self.length), _kept(value, rows, self.length)) for key, value in self.cache
        ]
        self.memory = [(key[sentences], value[sentences]) for key, value in self.memory]
        self.mask = None if self.mask is None else self.mask[sentences]


def _kept(cached: Tensor, rows: Tensor, length: int) -> Tensor:
    """These rows, in the place of the first ones: what is empty, beyond `length`, need not be moved."""
    cached[: len(rows), :, :length] = cached[:, :, :length][rows]
    return cached[: len(rows)]


class Transformer(nn.Module):
    """Source and target pieces to scores of the next target piece."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.config = config
        self.embedding = nn.Embedding(config.vocabulary, config.width)
        # The casts tell the type checker what the lists hold.
        self.encoder = cast(
            list[EncoderLayer], nn.ModuleList(EncoderLayer(config) for _ in range(config.encoder_layers))
        )
        self.encoder_norm = nn.LayerNorm(config.width)
        self.decoder = cast(
            list[DecoderLayer], nn.ModuleList(DecoderLayer(config) for _ in range(config.decoder_layers))
        )
        self.decoder_norm = nn.LayerNorm(config.width)
        self.dropout = Dropout(config.dropout)
        self._initialise()

    def _initialise(self) -> None:
        for module in self.modules():
            if isinstance(module, nn.Linear):
                nn.init.xavier_uniform_(module.weight)
                if module.bias is not None:
                    nn.init.zeros_(module.bias)
        nn.init.normal_(self.embedding.weight, std=self.config.width**-0.5)

    def _embed(self, ids: Tensor) -> Tensor:
        embedded: Tensor = self.dropout(self.embedding(ids) * math.sqrt(self.config.width))
        return embedded

    def _rotations(self, length: int) -> Tensor:
        return rotations(length, self.config.width // self.config.heads, self.embedding.weight.device)

    def encode(self, source: Tensor, mask: Tensor | None = None) -> Tensor:
        """source: (B, S) ids -> (B, S, D); mask: (B, 1, 1, S), True at real pieces, None without padding."""
        x, rotation = self._embed(source), self._rotations(source.size(1))
        for layer in self.encoder:
            x = layer(x, rotation, mask)
        encoded: Tensor = self.encoder_norm(x)
        return encoded

    def decode(self, target: Tensor, encoded: Tensor, mask: Tensor | None = None) -> Tensor:
        """Decoder output for every prefix of target (B, T), to be put through `score`: (B, T, D)."""
        x, rotation = self._embed(target), self._rotations(target.size(1))
        for layer in self.decoder:
            x = layer(x, layer.cross.keys_values(encoded), rotation, mask)
        decoded: Tensor = self.decoder_norm(x)
        return decoded

    def score(self, x: Tensor) -> Tensor:
        """Scores of the pieces before softmax: (..., D) -> (..., V)."""
        return F.linear(x, self.embedding.weight)

    def start(self, source: Tensor, mask: Tensor | None, limit: int, beams: int = 1) -> DecoderState:
        """Encode source (B, S) and open the state of `beams` hypotheses for each sentence.

        Args:
            limit: pieces that a hypothesis may have.
        """
        encoded = self.encode(source, mask)
        memory = [layer.cross.keys_values(encoded) for layer in self.decoder]
        shape = (source.size(0) * beams, self.config.heads, limit, self.config.width // self.config.heads)
        cache = [(encoded.new_zeros(shape), encoded.new_zeros(shape)) for _ in self.decoder]
        return DecoderState(memory, mask, cache)

    def step(self, ids: Tensor, state: DecoderState) -> Tensor:
        """Scores (B, K, V) of what follows `ids` (B, K), the hypotheses' newest pieces; extends the state."""
        at = state.length
        x = self._embed(ids)
        rotation = self._rotations(at + 1)[:, at:]
        for layer, cache, memory in zip(self.decoder, state.cache, state.memory, strict=True):
            x = layer.step(x, cache, at, memory, rotation, state.mask)
        state.length += 1
        return self.score(self.decoder_norm(x))
