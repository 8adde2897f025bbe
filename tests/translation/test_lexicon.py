import itertools
import re
from pathlib import Path

import pytest
import torch

from engine.checkpoint import default_root
from engine.translation.lexicon import Lexicon, Spelling
from engine.translation.model import Transformer
from engine.translation.search import SearchOptions, search
from engine.translation.translator import Translator
from engine.translation.vocabulary import Vocabulary

VOCABULARY = Vocabulary(default_root() / "translation.vocabulary.model")
PIECES = ["<pad>", "<s>", "</s>", "<unk>", *(f"⟦{i}⟧" for i in range(8))]
PIECES += ["▁", "▁a", "▁ab", "▁The", "b", "c", "x", "X", ",", "7"]
PIECES += [f"▁{chr(0x628 + i)}" for i in range(60 - len(PIECES))]
ID = {piece: i for i, piece in enumerate(PIECES)}


def spelled(*words: str) -> list[list[int]]:
    return [[ID[piece] for piece in word.split("|")] for word in words]


@pytest.fixture
def small() -> Lexicon:
    """Of: a, abb, acb, xb."""
    return Lexicon.of(spelled("▁a", "▁ab|b", "▁a|c|b", "▁|x|b"), PIECES)


def allowed(spelling: Spelling) -> set[str]:
    """The pieces that one sentence with one beam may go on with."""
    logs = torch.zeros(1, 1, len(PIECES))
    spelling.constrain(logs)
    return {PIECES[i] for i in range(len(PIECES)) if logs[0, 0, i] == 0}


def after(small: Lexicon, *pieces: str) -> set[str]:
    spelling = Spelling(small, 1, 1)
    for piece in pieces:
        spelling.follow(torch.tensor([[0]]), torch.tensor([[ID[piece]]]))
    return allowed(spelling)


INNER = {"b", "c", "x"}
OTHERS = set(PIECES) - INNER


@pytest.mark.parametrize(
    ("pieces", "expected"),
    [
        ((), set(PIECES)),
        (("▁a",), OTHERS | {"c"}),
        (("▁a", "c"), {"b"}),
        (("▁a", "c", "b"), OTHERS),
        (("▁ab",), {"b"}),
        (("▁ab", "b", "▁a"), OTHERS | {"c"}),
        (("▁",), OTHERS | {"x"}),
        (("▁", "x"), {"b"}),
        (("▁", "X"), set(PIECES)),
        (("▁", "7"), set(PIECES)),
        (("▁The",), set(PIECES)),
        (("▁The", "c"), set(PIECES)),
        (("▁a", ","), set(PIECES)),
        (("▁a", ",", "x"), set(PIECES)),
        (("▁ب",), set(PIECES)),
    ],
)
def test_what_may_follow(small: Lexicon, pieces: tuple[str, ...], expected: set[str]) -> None:
    assert after(small, *pieces) == expected


def test_beams_take_the_place_of_their_parents_in_the_trie(small: Lexicon) -> None:
    spelling = Spelling(small, 2, 2)
    spelling.follow(
        torch.tensor([[0, 0], [0, 0]]), torch.tensor([[ID["▁ab"], ID["▁The"]], [ID["▁a"], ID["▁"]]])
    )
    spelling.follow(torch.tensor([[1, 0], [0, 1]]), torch.tensor([[ID["c"], ID["b"]], [ID["c"], ID["x"]]]))
    spelling.select(torch.tensor([1]))
    logs = torch.zeros(1, 2, len(PIECES))
    spelling.constrain(logs)
    assert [{PIECES[i] for i in range(len(PIECES)) if beam[i] == 0} for beam in logs[0]] == [{"b"}, {"b"}]


def test_words_are_found_as_they_are_spelled(small: Lexicon) -> None:
    known = spelled("▁a", "▁ab|b", "▁a|c|b", "▁|x|b")
    assert all(word in small for word in known)
    assert not any(word in small for word in spelled("▁ab", "▁a|c", "▁a|b", "▁|x", "▁The", "▁a|c|b|b"))


@pytest.mark.parametrize("word", ["▁The", "b", "▁a|X", "▁a|,", "▁ب"])
def test_only_words_in_lower_case(word: str) -> None:
    with pytest.raises(ValueError, match="no word in lower case"):
        Lexicon.of(spelled(word), PIECES)


def test_saved_and_loaded(small: Lexicon, tmp_path: Path) -> None:
    small.save(tmp_path / "words.npz")
    loaded = Lexicon.load(tmp_path / "words.npz", PIECES, torch.device("cpu"))
    for name in ("children", "edges", "ends", "first", "inner"):
        assert torch.equal(getattr(loaded, name), getattr(small, name))
    assert loaded.children.dtype == small.children.dtype


LETTERS = [chr(ord("a") + i) for i in range(23)]
SPOKEN = ["<pad>", "<s>", "</s>", "<unk>", *(f"⟦{i}⟧" for i in range(8)), ",", "▁"]
SPOKEN += [*(f"▁{letter}" for letter in LETTERS), *LETTERS]
"""A vocabulary of the size of the small model's, in which any two letters make a word, or do not."""


@pytest.mark.parametrize("beams", [1, 4])
def test_a_search_stays_within_the_lexicon(model: Transformer, beams: int) -> None:
    doubles = [[SPOKEN.index(f"▁{letter}"), SPOKEN.index(letter)] for letter in LETTERS]
    lexicon = Lexicon.of(doubles, SPOKEN)
    sources = [[14 + i, 20 + i, 30 + i] for i in range(12)]

    def results(bound: Lexicon | None) -> list[str]:
        found = itertools.chain(*search(model, sources, SearchOptions(beams, no_repeat=1), bound))
        return ["".join(SPOKEN[piece] for piece in one.pieces) for one in found]

    proper = re.compile(r"[a-w]*(▁(?![a-w])|▁([a-w])\2(?![a-w])|,[a-w]*)*(▁[a-w])?")  # the last one cut off
    assert not all(map(proper.fullmatch, results(None)))
    assert all(map(proper.fullmatch, results(lexicon)))


def test_shipped_words(translator: Translator) -> None:
    lexicon = translator.decoder.lexicon  # type: ignore[attr-defined]
    for word in ("unforgettable", "photosynthesis", "skiers", "qanat", "earthquakes", "the", "café", "naïve"):
        assert VOCABULARY.encode(word) in lexicon, word
    for word in ("advertisinger", "specifys", "unforgettabled"):
        assert VOCABULARY.encode(word) not in lexicon, word


def test_shipped_words_have_no_dead_end(translator: Translator) -> None:
    lexicon = translator.decoder.lexicon  # type: ignore[attr-defined]
    leaves = lexicon.children == 0
    assert bool(lexicon.ends[leaves].all())
    assert len(lexicon.children) == len(lexicon.edges) + 1 == int(lexicon.children.sum()) + 1
    for node, count in itertools.islice(enumerate(lexicon.children.tolist()), 2000):
        first = int(lexicon.first[node])
        edges = lexicon.edges[first : first + count]
        assert torch.equal(edges, edges.unique())
        assert torch.equal(lexicon.child(torch.tensor(node), edges), torch.arange(first, first + count) + 1)
