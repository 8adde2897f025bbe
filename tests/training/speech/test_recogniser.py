"""The recogniser of phonemes: what it takes for what, what it does not care about, how it learns."""

from pathlib import Path

import numpy as np
import pytest
import torch

from engine.speech.mel import LogMel
from engine.speech.persian import segments
from engine.speech.phones import PHONES, SILENCE
from engine.speech.phrases import Ending, Phrase, Segment
from tests.training.speech.tiny import WORDS, utterance
from training.speech.heard import DE, EN, FA, INVENTORIES, PERSIAN, heard, phonemes_of, said_in
from training.speech.heard_set import HeardSet, HeardWriter, read
from training.speech.perturbation import contrasted, perturbed, stretched
from training.speech.recogniser import KNOWN, Recogniser, RecogniserConfig, load
from training.speech.train_recogniser import error_rate, loss_of, score, train


@pytest.mark.parametrize("name", PHONES)
def test_every_phone_is_heard_as_persian(name: str) -> None:
    said = heard(name)
    assert set(said) <= set(PERSIAN)
    assert bool(said) == (name != SILENCE)


def test_persian_phones_are_heard_as_themselves() -> None:
    assert [heard(name) for name in PERSIAN] == [(name,) for name in PERSIAN]
    assert heard("ɣ") == ("ɢ",)
    assert heard("aɪ") == ("ɒ", "j")


def test_phonemes_of_phrases_leave_silences_out() -> None:
    phrases = (Phrase(segments("bAqe"), Ending.CONTINUES), Phrase(segments("?alI"), Ending.STATEMENT))
    assert phonemes_of(phrases) == ("b", "ɒ", "ɢ", "e", "ʔ", "æ", "l")


def test_each_language_has_its_own_phones() -> None:
    said = (Phrase(segments("qam"), Ending.STATEMENT),)
    assert said_in(FA, said) == ("ɢ", "æ", "m")
    english = (Phrase((Segment("oʊ"), Segment("n")), Ending.STATEMENT),)
    assert said_in(EN, english) == ("oʊ", "n")
    assert "ɹ" in INVENTORIES[EN]
    assert "ç" in INVENTORIES[DE]
    assert set(KNOWN) == {name for phones in INVENTORIES.values() for name in phones}


def test_only_phones_of_the_language_are_heard() -> None:
    torch.manual_seed(0)
    model = Recogniser(RecogniserConfig()).eval()
    mel = 3 * torch.randn(100, 400)
    for language, phones in INVENTORIES.items():
        found = set(model.phones(mel, language))
        assert found
        assert found <= set(phones)


def test_errors_are_counted_for_each_phoneme_meant() -> None:
    assert error_rate([("sælm", "sælɒm"), ("dxar", "dær")]) == pytest.approx((1 + 2) / 8)
    assert error_rate([]) == 0


def test_a_longer_throat_moves_resonances_down() -> None:
    mel = torch.full((100, 40), -5.0)
    mel[50] = 0.0
    moved = stretched(mel, 0.8, 1.0)
    assert 40 < int(moved[:, 10].argmax()) < 50
    assert stretched(mel, 1.0, 1.0).allclose(mel[:, :39], atol=1e-3)


def test_regions_move_on_their_own() -> None:
    mel = torch.full((100, 40), -5.0)
    mel[[20, 80]] = 0.0
    moved = stretched(mel, np.array([1.0, 1.0, 0.9]), 1.0)[:, 10]
    assert abs(int(moved[:50].argmax()) - 20) <= 1
    assert int(moved[50:].argmax()) + 50 < 79


def test_contrast_leaves_the_level_alone() -> None:
    mel = torch.randn(100, 30)
    assert contrasted(mel, 1.0).allclose(mel, atol=1e-5)
    flat = contrasted(mel, 0.5)
    assert flat.std() < mel.std()
    assert float(flat.mean()) == pytest.approx(float(mel.mean()), abs=0.02)


def test_tempo_changes_the_length_only() -> None:
    mel = torch.randn(100, 1).expand(100, 60).contiguous()
    faster = stretched(mel, 1.0, 1.2)
    assert faster.shape == (100, 50)
    assert faster[:, 7].allclose(mel[:, 7], atol=1e-3)


def test_perturbation_is_seeded() -> None:
    mel = torch.randn(100, 60)
    once, again = (perturbed(mel, np.random.default_rng(3)) for _ in range(2))
    assert once.equal(again)
    assert not once.equal(perturbed(mel, np.random.default_rng(4)))


def test_neither_level_nor_channel_matters() -> None:
    torch.manual_seed(0)
    model = Recogniser(RecogniserConfig()).eval()
    said, _ = utterance("salAm", 0)
    mel = LogMel()(torch.from_numpy(said.audio)[None])[0]
    tilt = torch.linspace(0, 1, 100)[:, None]
    assert model.cepstra(mel).allclose(model.cepstra(mel - 1.5), atol=1e-4)
    assert (model.cepstra(mel) - model.cepstra(mel + tilt)).abs().mean() < 0.15


def test_padding_changes_nothing() -> None:
    torch.manual_seed(0)
    model = Recogniser(RecogniserConfig()).eval()
    short, long = torch.randn(31, 24), torch.randn(50, 24)
    both = torch.nn.utils.rnn.pad_sequence([short, long], batch_first=True)
    with torch.inference_mode():
        together, lengths = model(both, torch.tensor([31, 50]), [FA, EN])
        alone, _ = model(short[None], torch.tensor([31]), [FA])
    assert lengths.tolist() == [16, 25]
    assert together[0, :16].allclose(alone[0], atol=1e-4)


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("heard")
    writer = HeardWriter(folder)
    for number, word in enumerate(WORDS * 4):
        said, _ = utterance(word, number)
        speaker = "one" if number % 2 else "other"
        writer.add(speaker, FA, phonemes_of(said.phrases), said.audio, held_out=number < 4)
    writer.close()
    return folder


def test_batches_hold_nothing_held_out(prepared: Path) -> None:
    utterances = read(prepared)
    assert sum(one.held_out for one in utterances) == 4
    known = {one.phones for one in utterances if not one.held_out}
    batch = HeardSet(utterances, 0).batch(400)
    assert len(batch) > 1
    assert all(one.phones in known for one in batch)


def test_it_learns_the_made_up_phones(prepared: Path) -> None:
    torch.manual_seed(0)
    data = HeardSet(read(prepared), 0)
    model = Recogniser(RecogniserConfig(width=48, inner=96, layers=2, dropout=0.0))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-2)
    losses = []
    for _ in range(150):
        loss = loss_of(model, data.batch(500))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(loss.item())
    assert np.mean(losses[-5:]) < 0.4 * losses[0]
    scores = score(model, read(prepared))
    assert set(scores) == {"one", "other"}
    assert max(scores.values()) < 0.85


def test_training_goes_on_where_it_was(prepared: Path, tmp_path: Path) -> None:
    train(prepared, tmp_path, minutes=1e-4, device="cpu", frames=300, seed=0)
    first = torch.load(tmp_path / "last.pt", weights_only=True)
    assert first["step"] == 1
    minutes = first["spent"] + 0.02
    scores = train(prepared, tmp_path, minutes=minutes, device="cpu", frames=300, seed=0)
    assert torch.load(tmp_path / "last.pt", weights_only=True)["step"] > 1
    model, known = load(tmp_path / "last.pt")
    assert known == scores
    assert not model.training
    assert train(prepared, tmp_path, minutes=minutes, device="cpu", frames=300, seed=0) == scores
