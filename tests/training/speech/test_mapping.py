"""The teacher in a person's timbre: where phones land, and what becomes of the training set."""

from pathlib import Path

import numpy as np
import pytest
import torch

from engine.speech.mel import N_MELS
from engine.speech.phones import PHONES, SILENCE
from engine.speech.phrases import matrix, names
from tests.training.speech.tiny import WORDS, utterance
from training.speech.acoustic_set import HUMAN, MAPPED_HUMAN, TEACHER, AcousticSet, SetWriter
from training.speech.mapping import Mapping, Profile, labels, names_of
from training.speech.prepare_acoustic import HUMANS
from training.speech.prepare_mapped import add, spoken_by
from training.speech.transform import Throat

LEVELS = {SILENCE: -6.0, "i": 0.0, "g": -2.0, "s": -3.0}  # nepers, flat spectra


def said(order: list[str], higher: float) -> tuple[np.ndarray, np.ndarray]:
    """Labels and mels of somebody whose phones lie so much higher; no noise in the silences."""
    durations = np.full(len(order), 400)
    flat = [LEVELS.get(name, -2.5) + (higher if name != SILENCE else 0) for name in order]
    mel = np.repeat(np.array(flat, np.float32), durations)[:, None].repeat(N_MELS, axis=1)
    return labels(order, durations), mel


def test_rows_tell_their_phones() -> None:
    for word in WORDS:
        spoken, _ = utterance(word, 0)
        assert names_of(matrix(spoken.phrases)) == names(spoken.phrases)


def moved(person: Profile, order: list[str]) -> np.ndarray:
    """How far each phone of the teacher goes to become the person's, in nepers."""
    teacher = Profile.of([said([SILENCE, "i", "g", "s", "ɢ"], 0.0)])
    where, mel = said(order, 0.0)
    middles = 200 + 400 * np.arange(len(order))
    return (Mapping(teacher, person)(mel, where) - mel)[middles].mean(axis=1)


def test_a_timbre_is_taken_over() -> None:
    person = Profile.of([said([SILENCE, "i", "g", "s"], 1.0)])
    assert moved(person, ["i", "g", "s"]) == pytest.approx([1.0, 1.0, 1.0], abs=0.05)


def test_a_phone_goes_part_of_its_own_way_and_one_that_nobody_said_goes_with_its_like() -> None:
    person = Profile.of([said([SILENCE, "i", "s"], 1.0), said(["g"], 2.0)])
    i, g, s, like = moved(person, ["i", "g", "s", "ɢ"])
    assert i == pytest.approx(s, abs=0.1)
    assert 1.0 < i < g < 2.0
    assert like == pytest.approx(g, abs=0.1)


def test_silences_are_the_persons() -> None:
    mapping = Mapping(Profile.of([said([SILENCE, "i"], 0.0)]), Profile.of([said([SILENCE, "i"], 1.0)]))
    digital = np.full((50, N_MELS), -11.5, np.float32)
    assert mapping(digital, labels([SILENCE], np.array([50]))).mean() == pytest.approx(-6.0, abs=0.1)


def test_the_set_grows_and_its_speakers_stay_as_they_were(tmp_path: Path) -> None:
    writer = SetWriter(tmp_path)
    for number, word in enumerate(WORDS * 30):
        spoken, pitch = utterance(word, number)
        writer.add(
            spoken, pitch, speaker=HUMAN if number % 2 else TEACHER, throat=Throat(1.0, 1.0), held_out=False
        )
    writer.close()
    before, human = AcousticSet(tmp_path, 0), HUMANS[0]
    profiles = [Profile.of(spoken_by(before, speaker)) for speaker in (TEACHER, HUMAN)]
    assert len(profiles[0].count) == 2 * len(PHONES)
    writer = SetWriter(tmp_path, further=True)
    spoken, _ = utterance("salAm", 99)
    add(writer, spoken, Mapping(*profiles), human, 0.9, held_out=False)
    writer.close()
    after = AcousticSet(tmp_path, 0)
    assert len(after.train) == len(before.train) + 1
    assert after.speakers[:MAPPED_HUMAN] == before.speakers[:MAPPED_HUMAN]
    last = after.train[-1]
    assert (last["speaker"], last["formants"]) == (MAPPED_HUMAN, 0.9)
    mel = after.collated([last]).mel
    assert mel.shape[2] == int(spoken.durations.sum())
    assert bool(torch.isfinite(mel).all())
    assert sum(1 for _ in spoken_by(after, HUMAN)) == len(WORDS) * 15
