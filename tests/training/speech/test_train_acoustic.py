"""The acoustic model's training, end to end on a few made-up utterances."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
import torch

from engine.speech.acoustic import CHANCE, Acoustic, AcousticConfig
from engine.speech.mel import N_MELS
from tests.training.speech.tiny import WORDS, utterance
from training.export import export
from training.speech.acoustic_set import HUMAN, KERSTIN, TEACHER, AcousticSet, Batch, SetWriter, continuous
from training.speech.losses import MelEnergy
from training.speech.train_acoustic import losses, sound, start_from, train
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
    first = torch.load(tmp_path / "last.pt", weights_only=True)
    minutes = first["spent"] + 0.15
    longer = train(prepared, tmp_path, minutes=minutes, device="cpu", frames=200, seed=0)
    state = torch.load(tmp_path / "last.pt", weights_only=True)
    assert state["step"] > first["step"]
    assert state["spent"] >= minutes
    assert longer["human_mel"] < short["human_mel"]


def test_padding_changes_no_sound(prepared: Path) -> None:
    torch.manual_seed(0)
    data = AcousticSet(prepared, 0)
    model = Acoustic(AcousticConfig()).eval()
    first, second = data.train[0], data.train[5]

    def plain(batch: Batch) -> torch.Tensor:
        silent = batch.frames.new_zeros((*batch.frames.shape, CHANCE))
        return sound(model, model.encode(batch.rows, batch.mask), batch, silent)

    with torch.inference_mode():
        together = plain(data.collated([first, second]))
        for row, entry in enumerate((first, second)):
            alone = plain(data.collated([entry]))[0]
            assert torch.allclose(together[row, :, : entry["frames"]], alone, atol=1e-3)


def test_bands_that_a_recording_lacks_are_not_learnt_from(prepared: Path) -> None:
    torch.manual_seed(0)
    batch = AcousticSet(prepared, 0).batch(400)
    narrow = replace(batch, bands=(torch.arange(N_MELS) < 60).float().expand_as(batch.bands))
    louder = replace(narrow, mel=batch.mel + 3.0 * (1 - narrow.bands)[..., None])
    model = Acoustic(AcousticConfig()).eval()
    scores = [losses(model, one, torch.Generator().manual_seed(0))["mel"] for one in (narrow, louder, batch)]
    assert scores[0] == scores[1]
    assert scores[0] != scores[2]


def test_the_energy_score_wants_chance_where_there_is_some() -> None:
    torch.manual_seed(0)
    real, known = torch.randn(64, N_MELS, 16), torch.ones(64, N_MELS, 16)
    as_varied, calmer = (
        MelEnergy()(spread * torch.randn_like(real), spread * torch.randn_like(real), real, known)
        for spread in (1.0, 0.2)
    )
    plain = MelEnergy()(torch.zeros_like(real), torch.zeros_like(real), real, known)
    assert as_varied < calmer < plain


def test_what_was_learnt_is_taken_over_and_a_new_speaker_begins_as_the_human(
    prepared: Path, tmp_path: Path
) -> None:
    torch.manual_seed(0)
    known = Acoustic(AcousticConfig(speakers=2))
    export("acoustic", known.state_dict(), known.config, tmp_path, data=[], command="", scores={})
    model = Acoustic(AcousticConfig())
    start_from(model, tmp_path)
    assert torch.equal(model.enter.weight, known.enter.weight.half().float())
    assert torch.equal(model.timbre.weight[:2], known.timbre.weight.half().float())
    assert torch.equal(model.timbre.weight[KERSTIN], model.timbre.weight[HUMAN])
