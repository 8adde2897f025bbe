from dataclasses import replace
from pathlib import Path

import pytest
import torch

from engine.checkpoint import default_root, load
from engine.translation.model import ModelConfig
from engine.translation.vocabulary import PAD, Vocabulary
from training.translation import train as command
from training.translation.batches import Batch
from training.translation.config import named
from training.translation.train import Run, as_large_as, shipped

WEIGHTS = default_root()
STORED = load("translation", WEIGHTS)
VOCABULARY = Vocabulary(STORED.assets["vocabulary"])
MODEL = ModelConfig(**STORED.config)
TINY = ModelConfig(
    vocabulary=60, width=16, heads=2, feed_forward=32, encoder_layers=1, decoder_layers=1, dropout=0.0
)


def test_training_further_starts_from_the_shipped_weights_with_its_own_dropout() -> None:
    config = replace(named("further"), model=replace(MODEL, dropout=0.3))
    run = Run(config, torch.device("cpu"))
    run.begin(shipped(WEIGHTS, VOCABULARY, config.model))
    for (name, parameter), average in zip(run.model.named_parameters(), run.average, strict=True):
        assert torch.equal(parameter, STORED.tensors[name].float())
        assert torch.equal(average, parameter)


def test_weights_of_other_dimensions_are_refused() -> None:
    with pytest.raises(ValueError, match="other dimensions"):
        shipped(WEIGHTS, VOCABULARY, replace(MODEL, decoder_layers=MODEL.decoder_layers + 1))
    with pytest.raises(ValueError, match="encoder layers"):
        shipped(WEIGHTS, VOCABULARY, replace(MODEL, encoder_layers=MODEL.encoder_layers - 1))


@pytest.mark.parametrize("name", ["cpu", "further", "deeper", "wider"])
def test_the_shipped_weights_start_every_configuration_that_they_can_grow_into(name: str) -> None:
    config = replace(named(name).model, vocabulary=MODEL.vocabulary)
    known = shipped(WEIGHTS, VOCABULARY, as_large_as(WEIGHTS, config))
    assert known.keys() >= STORED.tensors.keys()


def test_data_prepared_with_another_vocabulary_is_refused() -> None:
    class Other:
        pieces = VOCABULARY.pieces[::-1]

    with pytest.raises(ValueError, match="vocabulary"):
        shipped(WEIGHTS, Other(), MODEL)  # type: ignore[arg-type]


@pytest.mark.parametrize("words", [[], ["--reverse"], ["--start", "weights", "--report", "3"]])
def test_the_command_trains_as_it_was_told(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    said = []
    monkeypatch.setattr(command, "train", lambda *given, **named_ones: said.append((given, named_ones)))
    monkeypatch.setattr("sys.argv", ["train", *words])
    threads = torch.get_num_threads()
    command.main()
    torch.set_num_threads(threads)
    [(_, told)] = said
    assert told["reverse"] is ("--reverse" in words)
    assert told["start"] == (Path("weights") if "--start" in words else None)
    assert told["report_minutes"] == (3.0 if "--report" in words else 10.0)


def test_parameters_that_are_not_known_keep_their_random_values() -> None:
    run = Run(replace(named("cpu"), model=TINY), torch.device("cpu"))
    before = run.model.encoder[0].attention.query.weight.detach().clone()
    run.begin({"embedding.weight": torch.ones(60, 16)})
    assert torch.equal(run.model.embedding.weight, torch.ones(60, 16))
    assert torch.equal(run.average[0], torch.ones(60, 16))
    assert torch.equal(run.model.encoder[0].attention.query.weight, before)


def test_a_run_learns_a_small_set_and_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    config = replace(named("cpu"), model=TINY, warmup_steps=5)
    generator = torch.Generator().manual_seed(0)
    source = torch.randint(12, 60, (16, 6), generator=generator)
    batch = Batch(
        source, torch.cat((torch.full((16, 1), 1), source), 1), torch.cat((source, source[:, :1]), 1)
    )
    assert not (batch.expected == PAD).any()
    run = Run(config, torch.device("cpu"))
    first = run.update(batch, 0.0)
    for _ in range(40):
        last = run.update(batch, 0.0)
    assert last < first - 1  # nats
    run.save(tmp_path / "last.pt")
    again = Run(config, torch.device("cpu"))
    again.load(tmp_path / "last.pt")
    assert again.step == run.step
    assert again.update(batch, 0.5) == run.update(batch, 0.5)
