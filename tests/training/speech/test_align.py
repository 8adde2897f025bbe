"""Alignment: warping, and Viterbi paths through phones."""

import numpy as np
import torch

from engine.speech.mel import LogMel
from engine.speech.phones import PHONES
from engine.speech.phrases import Ending
from tests.training.speech.tiny import WORDS, utterance
from training.speech import align

INDEX = {name: number for number, name in enumerate(PHONES)}


def test_warping_finds_a_stretched_copy() -> None:
    random = np.random.default_rng(0)
    short = random.standard_normal((30, 8)).astype(np.float32)
    match = align.warp(np.repeat(short, 2, axis=0), short)
    assert np.abs(match - np.arange(60) // 2).max() <= 1
    assert (np.diff(match) >= 0).all()


def test_viterbi_finds_the_boundaries_of_made_up_words() -> None:
    mel = LogMel()
    said = [utterance(word, seed)[0] for seed, word in enumerate(WORDS * 2)]
    heard = [align.cepstra(mel(torch.from_numpy(one.audio)[None])[0].numpy()) for one in said]
    names = [["_", *(s.ipa for s in one.phrases[0].segments), "_"] for one in said]
    labels = [align.labels_of(n, one.durations, INDEX) for n, one in zip(names, said, strict=True)]
    model = align.fitted(heard, labels, INDEX)
    for one, frames in zip(said, heard, strict=True):
        segments = one.phrases[0].segments
        states = align.graph(segments, INDEX)
        path, _ = align.viterbi(states, model.likelihood(frames))
        phrases, durations = align.realised(segments, Ending.STATEMENT, states, path)
        assert len(phrases) == 1
        assert durations.sum() == one.durations.sum()
        assert np.abs(np.cumsum(durations) - np.cumsum(one.durations)).mean() < 3


def test_a_silence_between_words_parts_the_phrase() -> None:
    mel = LogMel()
    first, second = (utterance(word, seed)[0] for seed, word in enumerate(("salAm", "salim")))
    both = np.concatenate([first.audio, second.audio])
    frames = align.cepstra(mel(torch.from_numpy(both)[None])[0].numpy())
    names = [["_", *(s.ipa for s in one.phrases[0].segments), "_"] for one in (first, second)]
    labels = np.concatenate(
        [align.labels_of(n, one.durations, INDEX) for n, one in zip(names, (first, second), strict=True)]
    )
    model = align.fitted([frames] * 5, [labels[: len(frames)]] * 5, INDEX)
    segments = (*first.phrases[0].segments, *second.phrases[0].segments)
    states = align.graph(segments, INDEX)
    path, _ = align.viterbi(states, model.likelihood(frames))
    phrases, durations = align.realised(segments, Ending.QUESTION, states, path)
    assert [phrase.ending for phrase in phrases] == [Ending.CONTINUES, Ending.QUESTION]
    assert durations.sum() == len(frames)
