"""The acoustic model's training, end to end on a few made-up utterances."""

from pathlib import Path

import numpy as np
import pytest
import torch

from tests.training.speech.tiny import WORDS, utterance
from training.speech.acoustic_set import HUMAN, TEACHER, AcousticSet, SetWriter, continuous
from training.speech.train_acoustic import losses, train
from training.speech.transform import Throat


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("set")
    writer = SetWriter(folder)
    for number, word in enumerate(WORDS * 3):
        said, pitch = utterance(word, number)
        speaker = HUMAN if number % 2 else TEACHER
        writer.add(said, pitch, speaker=speaker, throat=Throat(1.0, 1.0), held_out=number < 4)
    writer.close()
    return folder


def test_batches_are_padded_and_normalised(prepared: Path) -> None:
    batch = AcousticSet(prepared, 0).batch(400)
    frames = batch.durations.sum(dim=1)
    assert (batch.frames.sum(dim=1).long() == frames).all()
    assert batch.mel.shape[2] == int(frames.max()) == batch.log_pitch.shape[1]
    assert batch.rows.shape[:2] == batch.mask.shape == batch.durations.shape == batch.energy.shape
    assert batch.height[batch.voiced > 0].abs().max() < 5


def test_pitch_runs_on_through_unvoiced_frames() -> None:
    logs = continuous(np.array([0, 100, 0, 0, 200, 0], np.float32), 5.0)
    assert np.allclose(np.exp(logs[[0, 1, 4, 5]]), [100, 100, 200, 200])
    assert logs[1] < logs[2] < logs[3] < logs[4]
    assert (continuous(np.zeros(3, np.float32), 5.0) == 5.0).all()


def test_training_learns_and_resumes(prepared: Path, tmp_path: Path) -> None:
    short = train(prepared, tmp_path, minutes=0.01, device="cpu", frames=200, seed=0)
    steps = torch.load(tmp_path / "last.pt", weights_only=True)["step"]
    longer = train(prepared, tmp_path, minutes=0.08, device="cpu", frames=200, seed=0)
    state = torch.load(tmp_path / "last.pt", weights_only=True)
    assert state["step"] > steps
    assert state["spent"] >= 0.08
    assert longer["human_mel"] < short["human_mel"]


def test_padding_changes_no_loss(prepared: Path) -> None:
    from engine.speech.acoustic import Acoustic, AcousticConfig

    torch.manual_seed(0)
    data = AcousticSet(prepared, 0)
    model = Acoustic(AcousticConfig()).eval()
    first, second = data.train[0], data.train[5]
    with torch.inference_mode():
        alone = [losses(model, data.collated([entry]))["mel"] for entry in (first, second)]
        together = losses(model, data.collated([first, second]))["mel"]
    weights = [entry["frames"] / (first["frames"] + second["frames"]) for entry in (first, second)]
    expected = sum(w * float(loss) for w, loss in zip(weights, alone, strict=True))
    assert float(together) == pytest.approx(expected, rel=1e-3)


def test_a_recogniser_learns_the_made_up_phones(prepared: Path) -> None:
    from training.speech.recogniser import accuracy, example, trained

    data = AcousticSet(prepared, 0)
    held_out = [example(data, entry) for entry in data.held_out]
    assert accuracy(trained(data, 80), held_out) > max(0.3, accuracy(trained(data, 3), held_out))
