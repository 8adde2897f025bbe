"""Which sentences are spoken first."""

from __future__ import annotations

import numpy as np

from training.speech.rare_sounds import rare_early

RARE = 20
SENTENCES = ["In mard-e xub ast."] * 980 + ["garAZ bAz ast!"] * RARE


def test_every_sentence_has_its_turn_once() -> None:
    assert sorted(rare_early(SENTENCES, np.random.default_rng(0))) == list(range(len(SENTENCES)))


def test_rare_sounds_come_early_yet_not_alone() -> None:
    first = rare_early(SENTENCES, np.random.default_rng(0))[:100]
    rare = int((first >= len(SENTENCES) - RARE).sum())
    assert 10 < rare < 20  # drawn evenly: 2


def test_a_rare_mark_is_no_sound() -> None:
    marked = ["In ast;"] * 5 + ["In ast"] * 995
    first = rare_early(marked, np.random.default_rng(0))[:200]
    assert (first < 5).sum() <= 3


def test_the_same_state_gives_the_same_order() -> None:
    first, second = (rare_early(SENTENCES, np.random.default_rng(3)) for _ in range(2))
    assert (first == second).all()
