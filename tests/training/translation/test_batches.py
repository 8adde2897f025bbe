from itertools import islice

import numpy as np

from engine.translation.vocabulary import BOS, EOS, PAD
from training.translation.batches import Pairs, draw, passes, plan

RANDOM = np.random.default_rng(0)
SOURCES = [RANDOM.integers(12, 99, RANDOM.integers(1, 12)).tolist() for _ in range(200)]
TARGETS = [RANDOM.integers(12, 99, RANDOM.integers(1, 15)).tolist() for _ in range(200)]
PAIRS = Pairs(SOURCES, TARGETS)


def test_batches_hold_each_pair_once_within_bounds_and_sources_of_one_length() -> None:
    batches = plan(PAIRS, np.arange(200), 64, 100, np.random.default_rng(1))
    assert sorted(np.concatenate(batches)) == list(range(200))
    source, target = PAIRS.lengths()
    for rows in batches:
        assert len(set(source[rows])) == 1
        assert len(rows) == 1 or len(rows) * (max(source[rows].max(), target[rows].max()) + 1) <= 64


def test_long_pairs_are_left_out() -> None:
    kept = np.concatenate(plan(PAIRS, np.arange(200), 64, 8, np.random.default_rng(1)))
    assert all(len(SOURCES[i]) <= 8 and len(TARGETS[i]) <= 8 for i in kept)
    assert len(kept) == sum(len(s) <= 8 and len(t) <= 8 for s, t in zip(SOURCES, TARGETS, strict=True))


def test_a_batch_reads_from_bos_and_expects_eos() -> None:
    pairs = Pairs([[20, 21], [22, 23]], [[30], [31, 32, 33]])
    batch = pairs.collate(np.array([0, 1]))
    assert batch.source.tolist() == [[20, 21, EOS], [22, 23, EOS]]
    assert batch.target.tolist() == [[BOS, 30, PAD, PAD], [BOS, 31, 32, 33]]
    assert batch.expected.tolist() == [[30, EOS, PAD, PAD], [31, 32, 33, EOS]]


def test_a_pair_is_drawn_as_often_as_its_file_says() -> None:
    pairs = Pairs(SOURCES, TARGETS)
    pairs.file[100:] = 1
    drawn = np.concatenate([draw(pairs, np.array([2.0, 0.25]), np.random.default_rng(i)) for i in range(40)])
    assert np.sum(drawn < 100) == 2 * 100 * 40
    assert abs(np.sum(drawn >= 100) - 0.25 * 100 * 40) < 120


def test_a_run_goes_on_with_the_batch_after_the_last() -> None:
    repeats = np.array([1.0])
    whole = list(islice(passes(PAIRS, repeats, 64, 100, seed=5), 90))
    number, at, _ = whole[40]
    rest = islice(passes(PAIRS, repeats, 64, 100, seed=5, start=(number, at + 1)), 20)
    for (_, _, before), (_, _, after) in zip(whole[41:], rest, strict=False):
        assert before.target.tolist() == after.target.tolist()


def test_swapped_pairs_read_what_they_wrote() -> None:
    swapped = PAIRS.swapped()
    assert swapped[7][0].tolist() == TARGETS[7]
    assert swapped[7][1].tolist() == SOURCES[7]
    assert swapped.take(np.array([7, 3]))[1][0].tolist() == TARGETS[3]
