import math

import pytest
import torch

from engine.translation.model import Transformer
from engine.translation.preserve import SLOT_COUNT
from engine.translation.search import SearchOptions, _best, search
from engine.translation.vocabulary import BOS, EOS, FIRST_SLOT, PAD, UNKNOWN

SOURCES = [[20, 21, 22, 23, 24], [30, 31], [40, 41, 42], [20, 21, 22, 23, 25], [50]]
SLOTS = range(FIRST_SLOT, FIRST_SLOT + SLOT_COUNT)


def greedy(model: Transformer, source: list[int], limit: int) -> list[int]:
    """The plainest decoder there is: the whole prefix anew for every piece, the likeliest one taken."""
    encoded = model.encode(torch.tensor([[*source, EOS]]))
    pieces = [BOS]
    while len(pieces) <= limit:
        scores = model.score(model.decode(torch.tensor([pieces]), encoded))[0, -1]
        scores[[PAD, BOS, UNKNOWN, *SLOTS, *([EOS] if len(pieces) == 1 else [])]] = float("-inf")
        pieces.append(int(scores.argmax()))
        if pieces[-1] == EOS:
            return pieces[1:-1]
    return pieces[1:]


@torch.inference_mode()
def test_one_beam_is_greedy_search(model: Transformer) -> None:
    results = search(model, SOURCES, SearchOptions(beams=1))
    for source, (found, *_) in zip(SOURCES, results, strict=True):
        assert found.pieces == greedy(model, source, limit=2 * (len(source) + 1) + 10)


@pytest.mark.parametrize("beams", [1, 4])
def test_a_batch_gives_what_each_sentence_gives_alone(model: Transformer, beams: int) -> None:
    options = SearchOptions(beams=beams)
    together = search(model, SOURCES, options)
    for source, found in zip(SOURCES, together, strict=True):
        (alone,) = search(model, [source], options)
        assert [h.pieces for h in found] == [h.pieces for h in alone]
        assert [h.score for h in found] == pytest.approx([h.score for h in alone], abs=1e-3)


def test_the_same_search_twice_gives_the_same(model: Transformer) -> None:
    assert search(model, SOURCES, SearchOptions()) == search(model, SOURCES, SearchOptions())


@pytest.mark.parametrize("length_penalty", [0.6, 1.0])
def test_the_score_is_the_mean_log_probability(model: Transformer, length_penalty: float) -> None:
    options = SearchOptions(beams=4, length_penalty=length_penalty)
    for source, (best, *_) in zip(SOURCES, search(model, SOURCES, options), strict=True):
        pieces = [*best.pieces, EOS] if best.finished else best.pieces
        with torch.inference_mode():
            encoded = model.encode(torch.tensor([[*source, EOS]]))
            logs = model.score(model.decode(torch.tensor([[BOS, *pieces[:-1]]]), encoded)).log_softmax(-1)
        mean = logs[0, torch.arange(len(pieces)), torch.tensor(pieces)].mean().item()
        assert best.score == pytest.approx(mean, abs=1e-3)


class Scripted:
    """A model whose next piece depends on the last one alone, with these probabilities."""

    def __init__(self, following: dict[int, dict[int, float]]) -> None:
        self.embedding = torch.nn.Embedding(60, 1)
        self.following = following

    def start(self, *_: object) -> "Scripted":
        return self

    def step(self, ids: torch.Tensor, _: object) -> torch.Tensor:
        scores = torch.full((*ids.shape, 60), -20.0)
        for sentence, beam in torch.cartesian_prod(*map(torch.arange, ids.shape)).tolist():
            for piece, probability in self.following.get(int(ids[sentence, beam]), {}).items():
                scores[sentence, beam, piece] = math.log(probability)
        return scores

    def follow(self, *_: object) -> None: ...

    def select(self, *_: object) -> None: ...


def test_a_result_that_ends_early_does_not_end_the_search_for_a_better_one() -> None:
    short, long = {50: {EOS: 0.7, 52: 0.3}, 52: {52: 0.5}}, {51: {53: 0.99}, 53: {EOS: 0.99}}
    model = Scripted({BOS: {50: 0.6, 51: 0.35}, **short, **long})
    [found] = search(model, [[20, 21]], SearchOptions(beams=2))  # type: ignore[arg-type]
    assert [hypothesis.pieces for hypothesis in found] == [[51, 53], [50]]


def test_hypotheses_come_best_first_and_within_the_bound(model: Transformer) -> None:
    options = SearchOptions(beams=4, longest_ratio=1.0, longest_extra=3)
    for source, found in zip(SOURCES, search(model, SOURCES, options), strict=True):
        assert [h.score for h in found] == sorted((h.score for h in found), reverse=True)
        assert all(len(h.pieces) <= len(source) + 1 + 3 for h in found)


def test_no_result_is_shorter_than_wanted() -> None:
    model = Scripted({BOS: {50: 0.9}, 50: {EOS: 0.6, 50: 0.4}})
    sources = [list(range(20, 29)), [20, 21]]
    found = search(model, sources, SearchOptions(beams=1, shortest_ratio=0.5))  # type: ignore[arg-type]
    assert [len(best.pieces) for best, *_ in found] == [5, 1]
    options = SearchOptions(beams=1, shortest_ratio=0.5, longest=4)
    [[cut, *_]] = search(model, sources[:1], options)  # type: ignore[arg-type]
    assert (len(cut.pieces), cut.finished) == (3, True)  # the bound above holds before the one below


def test_what_is_never_to_stand_in_a_result_does_not() -> None:
    model = Scripted({BOS: {50: 0.9, 51: 0.1}, 50: {EOS: 0.9}, 51: {EOS: 0.9}})
    options = SearchOptions(beams=1)
    [[found, *_]] = search(model, [[20]], options)  # type: ignore[arg-type]
    [[other, *_]] = search(model, [[20]], options, never=[50])  # type: ignore[arg-type]
    assert (found.pieces, other.pieces) == ([50], [51])


def test_no_n_gram_is_repeated_where_that_is_forbidden(model: Transformer) -> None:
    for found in search(model, SOURCES, SearchOptions(beams=4, no_repeat=2, longest_extra=30)):
        for hypothesis in found:
            grams = list(zip(hypothesis.pieces, hypothesis.pieces[1:], strict=False))
            assert len(grams) == len(set(grams))


def test_every_slot_of_the_source_stands_once_in_the_result(model: Transformer) -> None:
    sources = [[20, FIRST_SLOT, 21], [FIRST_SLOT + 1, 30, FIRST_SLOT], [40, 41]]
    for source, found in zip(sources, search(model, sources, SearchOptions(longest_extra=40)), strict=True):
        for hypothesis in found:
            if hypothesis.finished:
                assert sorted(p for p in hypothesis.pieces if p in SLOTS) == sorted(
                    p for p in source if p in SLOTS
                )


@pytest.mark.parametrize(("rows", "size", "count"), [(3, 48_000, 12), (1, 8000, 2), (5, 60, 8), (2, 7919, 4)])
def test_the_best_of_long_rows_are_those_of_topk(rows: int, size: int, count: int) -> None:
    x = torch.randn(rows, size, generator=torch.Generator().manual_seed(0))
    x[:, size // 2 :] = float("-inf")  # as beams that may not grow
    values, places = _best(x, count)
    assert torch.equal(values, x.topk(count, dim=-1).values)
    assert torch.equal(x.gather(1, places), values)
    assert all(len(set(row)) == count for row in places.tolist())
