"""Timing on the way to sound."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from engine.speech.mel import FRAME_RATE
from engine.speech.rendering import TEACHER, Renderer, faded, silence, stretched, timbres, whole_frames
from engine.speech.voices import voice_named


@pytest.mark.parametrize(
    ("asked", "there", "taken"),
    [(None, True, "cuda"), (None, False, "cpu"), ("cpu", True, "cpu"), ("cuda:1", False, "cuda:1")],
)
def test_without_a_word_about_the_device_it_is_the_gpu_where_there_is_one(
    monkeypatch: pytest.MonkeyPatch, asked: str | None, there: bool, taken: str
) -> None:
    moved: list[torch.device] = []

    def to(model: torch.nn.Module, device: torch.device, _: torch.dtype) -> torch.nn.Module:
        moved.append(device)
        return model

    monkeypatch.setattr(torch.cuda, "is_available", lambda: there)
    monkeypatch.setattr(torch.nn.Module, "to", to)
    assert Renderer(device=asked).device == torch.device(taken)
    assert moved == [torch.device(taken)] * 2


lengths = st.lists(st.floats(0.02, 0.5), min_size=1, max_size=60)


@given(lengths)
def test_frames_add_up_to_the_seconds(seconds: list[float]) -> None:
    frames = whole_frames(np.array(seconds, np.float32))
    assert (frames >= 1).all()
    assert abs(frames.sum() - sum(seconds) * FRAME_RATE) <= 1


def test_a_phone_lasts_a_frame_however_short() -> None:
    assert (whole_frames(np.full(20, 0.001, np.float32)) >= 1).all()


@given(lengths, st.floats(0.75, 1.25))
def test_stretching_keeps_every_phone_in_its_place(seconds: list[float], pace: float) -> None:
    natural = whole_frames(np.array(seconds, np.float32))
    wanted = whole_frames(np.array(seconds, np.float32) / np.float32(pace))
    places = stretched(natural, wanted)
    assert len(places) == wanted.sum()
    assert (np.diff(places) >= 0).all()
    phone = np.repeat(np.arange(len(natural)), natural)
    expected = np.repeat(np.arange(len(wanted)), wanted)
    assert np.abs(phone[np.round(places).astype(int)] - expected).max() <= 1


def test_ends_fade() -> None:
    loud = np.ones(2400, np.float32)
    soft = faded(loud)
    assert soft[0] == 0
    assert soft[-1] == 0
    assert (soft[200:-200] == 1).all()
    assert (loud == 1).all()


def test_silence_has_its_length() -> None:
    assert len(silence(0.5)) == 12_000
    assert len(silence(-1)) == 0


def test_a_timbre_is_of_the_humans_alone_in_their_shares() -> None:
    leyla = voice_named("leyla")
    shares = timbres(leyla, 3)
    assert shares.shape == (3, 5)
    assert np.allclose(shares.sum(axis=1), 1)
    assert (shares[:, TEACHER] == 0).all()
    recorded, persian = shares[:, 1:3], shares[:, 3:]
    assert np.allclose((recorded + persian)[:, 1], leyla.second)
    assert (persian.sum(axis=1) > 0).all()
