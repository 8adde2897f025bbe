"""Beam search with length normalisation (Wu 2016), batched over sentences, with a cached decoder.

All choices of a step are tensor operations over (sentences, beams); the only loop in Python is over pieces.
A sentence leaves the batch as soon as it is done, so the last long sentence does not hold up the others.
Deterministic: nothing is sampled, and ties go to the lower index.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import torch
from torch import Tensor
from torch.nn import functional as F

from engine.translation.lexicon import Lexicon, Spelling
from engine.translation.model import Transformer
from engine.translation.preserve import SLOT_COUNT
from engine.translation.vocabulary import BOS, EOS, FIRST_SLOT, PAD, UNKNOWN

_NEVER = float("-inf")


@dataclass(frozen=True, slots=True)
class SearchOptions:
    """How to search.

    Attributes:
        beams: hypotheses kept per sentence; 1 is greedy search.
        length_penalty: alpha of the normalisation; 0 favours short results, 1 scores the mean piece.
        no_repeat: an n-gram of this many pieces never occurs twice in a result; 0 allows all.
        shortest_ratio: no result is shorter than this share of the pieces of its source, within the bounds.
        longest_ratio, longest_extra: bound on the pieces of a result, from the pieces of its source.
        longest: bound on the pieces of any result.
    """

    beams: int = 4
    length_penalty: float = 1.0
    no_repeat: int = 0
    shortest_ratio: float = 0.0
    longest_ratio: float = 2.0
    longest_extra: int = 10
    longest: int = 256


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """One result.

    Attributes:
        pieces: without EOS.
        score: mean log-probability of a piece in nats, EOS included. The order of hypotheses is by the
            normalised score instead, which is this one where `length_penalty` is 1.
        finished: whether it ended with EOS before the bound.
    """

    pieces: list[int]
    score: float
    finished: bool


@torch.inference_mode()
def search(
    model: Transformer,
    sources: list[list[int]],
    options: SearchOptions,
    lexicon: Lexicon | None = None,
    never: Sequence[int] = (),
) -> list[tuple[Hypothesis, ...]]:
    """Hypotheses of each source, the best first, at most `beams` of them and at least one.

    Args:
        sources: piece ids without EOS; none may be empty.
        lexicon: the words that results may hold; any if None. On the device of the model.
        never: pieces that no result may hold.
    """
    device = model.embedding.weight.device
    source, mask, lengths = _padded(sources, device)
    bounds = (lengths * options.longest_ratio).int() + options.longest_extra  # of a result, with EOS
    bounds = bounds.clamp(max=options.longest)
    limit = int(bounds.max())
    least = (lengths * options.shortest_ratio).int().clamp(min=1).minimum(bounds - 1)  # of pieces before EOS
    beams = options.beams
    forbidden = torch.tensor([PAD, BOS, UNKNOWN, *never], device=device)
    state = model.start(source, mask, limit, beams)
    rules: list[_Slots | Spelling] = [_Slots(source, beams)]
    if lexicon is not None:
        rules.append(Spelling(lexicon, len(sources), beams))
    results: list[tuple[Hypothesis, ...]] = [()] * len(sources)

    # Of the sentences still in the batch (N,): who they are, their live beams, and what they have finished.
    alive = torch.arange(len(sources), device=device)
    pieces = torch.full((len(sources), beams, limit + 1), BOS, device=device)
    sums = torch.full((len(sources), beams), _NEVER, device=device)
    sums[:, 0] = 0.0  # all beams start equal: only the first may grow
    finished = torch.full((len(sources), beams), _NEVER, device=device)
    finished_pieces = torch.full_like(pieces, EOS)

    for at in range(limit):
        logs = F.log_softmax(model.step(pieces[:, :, at], state).float(), dim=-1)  # (N, K, V)
        logs[:, :, forbidden] = _NEVER
        for rule in rules:
            rule.constrain(logs)
        logs[:, :, EOS].masked_fill_((at < least[alive])[:, None], _NEVER)  # nothing is never a translation
        if options.no_repeat and at >= options.no_repeat:
            _forbid_repeats(logs, pieces[:, :, 1 : at + 1], options.no_repeat)
        normaliser = (at + 1) ** options.length_penalty

        # Each beam can end in one way only, so of 2K candidates at least K go on.
        total, choice = _best(logs.add_(sums[:, :, None]).flatten(1), 2 * beams)
        parent, piece = choice // logs.size(-1), choice % logs.size(-1)
        ends = piece == EOS

        # Those that end among the best K join the finished ones.
        ended = torch.where(ends, total / normaliser, _NEVER)[:, :beams]
        finished, kept = torch.cat((finished, ended), 1).topk(beams, dim=-1)
        finished_pieces = _rows(torch.cat((finished_pieces, _rows(pieces, parent[:, :beams])), 1), kept)
        finished_pieces[:, :, at + 1 :].masked_fill_((kept >= beams)[:, :, None], EOS)

        # The best K of the others go on.
        going = ends.int().argsort(dim=-1, stable=True)[:, :beams]
        sums, parent, piece = (x.gather(1, going) for x in (total, parent, piece))
        pieces = _rows(pieces, parent)
        pieces[:, :, at + 1] = piece
        for rule in rules:
            rule.follow(parent, piece)

        # To wait for as many finished ones as there are beams costs little; the first to end is often short.
        over = bounds[alive] == at + 1
        done = over | ~torch.isinf(finished[:, -1]) | torch.isinf(sums[:, 0])
        for row in done.nonzero().flatten().tolist():
            cut_off = Hypothesis(pieces[row, 0, 1 : at + 2].tolist(), float(sums[row, 0]) / (at + 1), False)
            found = _hypotheses(finished[row], finished_pieces[row], options.length_penalty)
            results[int(alive[row])] = found or (cut_off,)
        keep = (~done).nonzero().flatten()
        if len(keep) == 0:
            break
        rows = (keep[:, None] * beams + parent[keep]).flatten()
        if len(keep) < len(alive):
            alive, pieces, sums = alive[keep], pieces[keep], sums[keep]
            finished, finished_pieces = finished[keep], finished_pieces[keep]
            for rule in rules:
                rule.select(keep)
            state.select(keep, rows)
        else:
            state.follow(rows)
    return results


def _best(x: Tensor, count: int) -> tuple[Tensor, Tensor]:
    """The `count` highest values of each row of x (N, J) and their places, in order: (N, count) each.

    None of them can lie outside of the `count` blocks with the highest maxima. To look there only takes a
    third of the time of `topk` over rows of many thousands.
    """
    width = _block(x.size(-1))
    if width * count >= x.size(-1):
        return x.topk(count, dim=-1)
    blocked = x.view(len(x), -1, width)
    blocks = blocked.amax(-1).topk(count, dim=-1).indices.sort(dim=-1).values  # ties go to the lower index
    within = blocked.gather(1, blocks[:, :, None].expand(-1, -1, width)).flatten(1)
    values, at = within.topk(count, dim=-1)
    return values, blocks.gather(1, at // width) * width + at % width


@cache
def _block(size: int) -> int:
    """The width of equal blocks of a row of that size, about a hundred."""
    return max(width for width in range(1, 129) if size % width == 0)


def _rows(x: Tensor, beams: Tensor) -> Tensor:
    """Of x (N, J, T) the rows `beams` (N, K) of each sentence: (N, K, T)."""
    return x.gather(1, beams[:, :, None].expand(-1, -1, x.size(-1)))


def _hypotheses(scores: Tensor, pieces: Tensor, length_penalty: float) -> tuple[Hypothesis, ...]:
    """Those of the K finished beams that are filled, best first. scores: (K,), normalised; pieces: (K, T)."""
    found = []
    for score, ids in zip(scores.tolist(), pieces[:, 1:].tolist(), strict=True):
        if score > _NEVER:
            end = ids.index(EOS)
            found.append(Hypothesis(ids[:end], score * (end + 1) ** (length_penalty - 1), True))
    return tuple(found)


def _padded(sources: list[list[int]], device: torch.device) -> tuple[Tensor, Tensor | None, Tensor]:
    """Sources with EOS as a batch (B, S), its mask (B, 1, 1, S) unless all are equally long, lengths (B,)."""
    lengths = torch.tensor([len(source) + 1 for source in sources], device=device)
    width = int(lengths.max())
    rows = [[*source, EOS] + [PAD] * (width - len(source) - 1) for source in sources]
    batch = torch.tensor(rows, device=device)
    if int(lengths.min()) == width:
        return batch, None, lengths
    mask = torch.arange(width, device=device) < lengths[:, None]
    return batch, mask[:, None, None], lengths


class _Slots:
    """Sees to it that each slot of a source (`engine.translation.preserve`) stands once in its result.

    A slot that is not in the source, or was written already, is forbidden. Where a hypothesis would end with
    slots outstanding, the first of them takes the place of the end.
    """

    def __init__(self, source: Tensor, beams: int) -> None:
        ids = torch.arange(FIRST_SLOT, FIRST_SLOT + SLOT_COUNT, device=source.device)
        owed = (source[:, :, None] == ids).any(1)  # (B, SLOT_COUNT)
        self._owed = owed[:, None].repeat(1, beams, 1)
        self._idle = not bool(owed.any())

    def constrain(self, logs: Tensor) -> None:
        """Change the log-probabilities (N, K, V) in place."""
        of_slots = logs[:, :, FIRST_SLOT : FIRST_SLOT + SLOT_COUNT]  # a view
        if self._idle:
            of_slots.fill_(_NEVER)
            return
        of_slots.masked_fill_(~self._owed, _NEVER)
        owing = self._owed.any(-1)
        first = self._owed.int().argmax(-1, keepdim=True)
        end = torch.where(owing, logs[:, :, EOS], _NEVER)[:, :, None]
        of_slots.scatter_(2, first, torch.maximum(of_slots.gather(2, first), end))
        logs[:, :, EOS].masked_fill_(owing, _NEVER)

    def follow(self, parent: Tensor, chosen: Tensor) -> None:
        """Beams (N, K) go on from these parents with these pieces."""
        if not self._idle:
            owed = _rows(self._owed, parent)
            ids = torch.arange(FIRST_SLOT, FIRST_SLOT + SLOT_COUNT, device=chosen.device)
            self._owed = owed & (chosen[:, :, None] != ids)

    def select(self, rows: Tensor) -> None:
        """Keep these sentences."""
        self._owed = self._owed[rows]


def _forbid_repeats(logs: Tensor, pieces: Tensor, size: int) -> None:
    """Set to -inf, in place, every piece that would repeat an n-gram of its own hypothesis.

    Args:
        logs: (N, K, V).
        pieces: (N, K, T), the pieces so far without BOS.
        size: n.
    """
    grams = pieces.unfold(-1, size, 1)  # (N, K, T - n + 1, n)
    prefix = pieces[:, :, None, pieces.size(-1) - size + 1 :]
    same = (grams[..., :-1] == prefix).all(-1)  # (N, K, T - n + 1)
    penalty = torch.where(same, _NEVER, 0.0)
    logs.scatter_add_(2, grams[..., -1], penalty)
