from itertools import islice

import numpy as np
import pytest

from engine.checkpoint import default_root
from engine.translation.vocabulary import Vocabulary
from training.translation.batches import TAG, Pairs, passes
from training.translation.segmentation import Segmenter

MODEL = default_root() / "translation.vocabulary.model"
VOCABULARY = Vocabulary(MODEL)
TEXTS = [
    "رئیس جمهور دیروز در تهران با مردم دیدار کرد.",
    "کتابخانه شهر تا ساعت 8 شب باز است.",
    "لطفا برای دیدن ⟦0⟧ به ⟦1⟧ بروید.",
    "دانشمندان راهی تازه برای درمان این بیماری یافته اند.",
] * 25
PAIRS = Pairs(VOCABULARY.encode_many(TEXTS), [[20 + i % 50, 21] for i in range(len(TEXTS))])


def test_texts_and_targets_stay_and_the_share_of_sources_is_cut_anew() -> None:
    segmenter, different = Segmenter(MODEL, share=0.5, alpha=0.3), 0
    for seed in range(8):
        changed = segmenter(PAIRS, np.random.default_rng(seed))
        for row, text in enumerate(TEXTS):
            source, target = changed[row]
            assert VOCABULARY.decode(source.tolist()) == text
            assert target.tolist() == PAIRS[row][1].tolist()
            different += source.tolist() != PAIRS[row][0].tolist()
    assert 0.3 < different / (8 * len(TEXTS)) < 0.5  # a fifth of those cut anew come out the same


def test_the_generator_alone_decides() -> None:
    segmenter = Segmenter(MODEL, share=1.0, alpha=0.3)
    one, same, other = (segmenter(PAIRS, np.random.default_rng(seed)) for seed in (1, 1, 2))
    assert all(np.array_equal(one[row][0], same[row][0]) for row in range(len(PAIRS)))
    assert not all(np.array_equal(one[row][0], other[row][0]) for row in range(len(PAIRS)))


@pytest.mark.parametrize(("alpha", "longest"), [(0.3, 1.5), (0.5, 1.25)])
def test_a_sharper_alpha_leaves_sources_shorter(alpha: float, longest: float) -> None:
    changed = Segmenter(MODEL, share=1.0, alpha=alpha)(PAIRS, np.random.default_rng(1))
    assert 1 < changed.lengths()[0].sum() / PAIRS.lengths()[0].sum() < longest


def test_tagged_sources_keep_their_pieces() -> None:
    tagged = Pairs([[TAG, *ids] for ids in VOCABULARY.encode_many(TEXTS[:4])], [[20]] * 4)
    changed = Segmenter(MODEL, share=1.0, alpha=0.3)(tagged, np.random.default_rng(1))
    assert [changed[row][0].tolist() for row in range(4)] == [tagged[row][0].tolist() for row in range(4)]


def test_a_run_goes_on_with_the_same_segmentations() -> None:
    change = Segmenter(MODEL, share=0.5, alpha=0.3)
    repeats = np.array([1.0])
    whole = list(islice(passes(PAIRS, repeats, 100, 100, seed=5, change=change), 60))
    number, at, _ = whole[30]
    assert number > 0
    rest = islice(passes(PAIRS, repeats, 100, 100, 5, (number, at + 1), change), 20)
    for (_, _, before), (_, _, after) in zip(whole[31:], rest, strict=False):
        assert before.source.tolist() == after.source.tolist()
        assert len(set(map(len, before.source.tolist()))) == 1
