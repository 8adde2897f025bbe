"""The English words that a translation may be spelled with, as a trie over the pieces of the vocabulary.

A small model composes words that do not exist ("advertisinger") where it lacks the right one. Within the
trie a search spells only words that somebody has written: such a beam ends in a real word, or another one
overtakes it. Words in lower case alone are bound: names, and what follows a hyphen or apostrophe, are free.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Final

import numpy as np
import torch
from torch import Tensor

LOWER: Final = "a-zß-öø-ÿ"
"""Inside of a character class: the letters of such words, those of café and naïve too."""
_SPACE: Final = "▁"
_BYTE: Final = "<0x(?:C3|[89AB][0-9A-F])>"
"""Pieces by which the vocabulary spells those of these letters that it does not have."""
_OPENING: Final = re.compile(f"{_SPACE}[{LOWER}]*")
_INNER: Final = re.compile(f"[{LOWER}]+|{_BYTE}")
_NEVER: Final = float("-inf")


class Lexicon:
    """The trie. Its nodes are numbered breadth first, so that edge i leads to node i + 1; 0 is the root.

    Args:
        children: how many edges leave each node, (nodes,).
        edges: the piece on each edge, ascending within a node, (nodes - 1,).
        ends: whether a word may end at each node, (nodes,).
        pieces: those of the vocabulary, by id.
    """

    def __init__(self, children: Tensor, edges: Tensor, ends: Tensor, pieces: Sequence[str]) -> None:
        self.children, self.edges, self.ends = children, edges, ends
        self.first = children.cumsum(0) - children
        """The edge to each node's first child, (nodes,)."""
        device = children.device
        inner = [i for i, piece in enumerate(pieces) if _INNER.fullmatch(piece)]
        self.inner = torch.tensor(inner, device=device)
        """The pieces that go on with a word."""
        parents = torch.repeat_interleave(torch.arange(len(children), device=device), children)
        self._size = len(pieces)
        self._keys = parents * self._size + edges

    @classmethod
    def of(cls, words: Iterable[Sequence[int]], pieces: Sequence[str]) -> Lexicon:
        """The trie of words as piece ids.

        Raises:
            ValueError: one of them is no word in lower case with a space before it.
        """
        whole = {tuple(word) for word in words}
        for word in whole:
            first, *others = (pieces[i] for i in word)
            if not _OPENING.fullmatch(first) or not all(map(_INNER.fullmatch, others)):
                raise ValueError(f"no word in lower case: {first}{''.join(others)}")
        prefixes = {word[:end] for word in whole for end in range(len(word) + 1)}
        nodes = sorted(prefixes, key=lambda prefix: (len(prefix), prefix))
        count = Counter(node[:-1] for node in nodes[1:])
        alone = (pieces.index(_SPACE),)  # a space before digits or capitals
        return cls(
            torch.tensor([count[node] for node in nodes]),
            torch.tensor([node[-1] for node in nodes[1:]]),
            torch.tensor([node in whole or node == alone for node in nodes]),
            pieces,
        )

    @classmethod
    def load(cls, path: Path, pieces: Sequence[str], device: torch.device) -> Lexicon:
        """Reads what `save` wrote; `pieces` are those of the vocabulary it was made with."""
        with np.load(path) as arrays:
            counts = arrays["children"].astype(np.int64)
            children = torch.from_numpy(counts).to(device)
            edges = torch.from_numpy(arrays["edges"].astype(np.int64)).to(device)
            bits = np.unpackbits(arrays["ends"], count=len(counts))
        return cls(children, edges, torch.from_numpy(bits.astype(bool)).to(device), pieces)

    def save(self, path: Path) -> None:
        """Writes the trie, 0.2 MB for 80,000 words."""
        np.savez_compressed(
            path,
            children=self.children.numpy().astype(np.uint16),
            edges=self.edges.numpy().astype(np.uint16),
            ends=np.packbits(self.ends.numpy()),
        )

    def __contains__(self, word: Sequence[int]) -> bool:
        """Whether a word, as piece ids, is in the trie."""
        node = torch.tensor(0)
        for piece in word:
            node = self.child(node, torch.tensor(piece))
            if not node:
                return False
        return bool(self.ends[node])

    def child(self, node: Tensor, piece: Tensor) -> Tensor:
        """The nodes behind these nodes and pieces, 0 where there is none."""
        key = node * self._size + piece
        edge = torch.searchsorted(self._keys, key).clamp(max=len(self._keys) - 1)
        return torch.where(self._keys[edge] == key, edge + 1, 0)


class Spelling:
    """Where in the trie each beam of a search is: at a node within a word in lower case, else at the root."""

    def __init__(self, lexicon: Lexicon, sentences: int, beams: int) -> None:
        self._lexicon = lexicon
        self._node = torch.zeros(sentences, beams, dtype=torch.long, device=lexicon.edges.device)

    def constrain(self, logs: Tensor) -> None:
        """Set to -inf, in place, what no word of the lexicon goes on with. logs: (N, K, V)."""
        lexicon, flat = self._lexicon, logs.view(-1, logs.size(-1))
        within = self._node.flatten()
        rows = within.nonzero().flatten()
        nodes = within[rows]
        counts = lexicon.children[nodes]
        starts = lexicon.first[nodes] - (counts.cumsum(0) - counts)
        edges = torch.repeat_interleave(starts, counts) + torch.arange(int(counts.sum()), device=logs.device)
        places = torch.repeat_interleave(rows, counts), lexicon.edges[edges]
        kept = flat[places]
        flat[rows[:, None], lexicon.inner] = _NEVER
        flat[rows[~lexicon.ends[nodes]]] = _NEVER
        flat[places] = kept

    def follow(self, parent: Tensor, chosen: Tensor) -> None:
        """Beams (N, K) go on from these parents with these pieces."""
        node = self._node.gather(1, parent)
        inner = torch.isin(chosen, self._lexicon.inner)
        self._node = self._lexicon.child(torch.where(inner, node, 0), chosen)

    def select(self, rows: Tensor) -> None:
        """Keep these sentences."""
        self._node = self._node[rows]
