"""The vocoder's preparation and training, end to end on a few made-up recordings."""

from importlib.util import find_spec
from pathlib import Path

import pytest
import torch

from engine.speech.vocoder import VocoderConfig
from tests.training.speech.tiny import corpus
from training.speech.budget import Budget
from training.speech.train_vocoder import train
from training.speech.vocoder_set import FRAMES, Pieces

pytestmark = pytest.mark.skipif(find_spec("pyworld") is None, reason="pyworld (extra `train`) is missing")
SMALL = VocoderConfig(width=16, inner=32, layers=1)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from training.speech import prepare_vocoder

    data = tmp_path_factory.mktemp("data")
    for speaker in prepare_vocoder.SPEAKERS:
        corpus(data, speaker, 22)
    prepare_vocoder.prepare(data, data / "set")
    return data / "set"


def test_pieces_are_of_one_shape(prepared: Path) -> None:
    audio, pitch = Pieces(prepared, 0).batch(6)
    assert audio.shape == (6, (FRAMES - 1) * 256)
    assert pitch.shape == (6, FRAMES)
    assert (pitch > 0).any()


def test_one_in_forty_is_held_out(prepared: Path) -> None:
    pieces = Pieces(prepared, 0)
    assert len(pieces.held_out) == 2
    held = {entry["name"] for entry in pieces.held_out}
    assert held.isdisjoint(entry["name"] for entry in pieces.train)


def test_training_learns_and_resumes(prepared: Path, tmp_path: Path) -> None:
    options = {"device": "cpu", "batch": 2, "seed": 0, "config": SMALL}
    short = train(prepared, tmp_path, minutes=0.005, **options)
    first = torch.load(tmp_path / "last.pt", weights_only=True)
    longer = train(prepared, tmp_path, minutes=first["spent"] + 0.2, **options)
    assert torch.load(tmp_path / "last.pt", weights_only=True)["step"] > first["step"]
    assert longer["multi_resolution_stft"] < short["multi_resolution_stft"]


def test_learning_rate_rises_and_falls_with_the_minutes() -> None:
    assert Budget(10).rate(0) < 0.02
    assert Budget(10).rate(1000) == pytest.approx(1, abs=0.01)
    assert Budget(10, spent=5).rate(1000) == pytest.approx(0.51, abs=0.01)
    assert Budget(10, spent=10).over
    assert Budget(10, spent=10).rate(1000) == pytest.approx(0.02, abs=0.001)
