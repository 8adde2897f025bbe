"""Weights travel from training to the engine unharmed, or are refused by name."""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest
import torch

from engine import checkpoint
from engine.contract.errors import WeightsError
from training import export as exporting
from training.export import export, record


@dataclass(frozen=True)
class Config:
    width: int = 3


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    vocabulary = tmp_path / "words.txt"
    vocabulary.write_text("سلام", encoding="utf-8")
    weights = tmp_path / "weights"
    export(
        "toy",
        {"a.weight": torch.arange(6.0).reshape(2, 3), "steps": torch.tensor([7])},
        Config(),
        weights,
        data=[{"name": "written here", "licence": "CC0"}],
        command="python -m toy",
        scores={"accuracy": 0.5},
        assets={"vocabulary": vocabulary},
    )
    return weights


def test_round_trip(folder: Path) -> None:
    loaded = checkpoint.load("toy", folder)
    assert loaded.config == {"width": 3}
    assert torch.equal(loaded.tensors["a.weight"], torch.arange(6, dtype=torch.float16).reshape(2, 3))
    assert loaded.tensors["steps"].dtype == torch.int64
    assert loaded.assets["vocabulary"].read_text(encoding="utf-8") == "سلام"


def test_matrices_in_eight_bits_lose_half_a_step_at_most(folder: Path) -> None:
    state = {
        "a.weight": torch.randn(5, 64) * torch.logspace(-3, 3, 5)[:, None],
        "a.bias": torch.randn(5).half(),
    }
    export("small", state, Config(), folder, data=[], command="", scores={}, eight_bits=True)
    loaded = checkpoint.load("small", folder).tensors
    assert set(loaded) == set(state)
    step = state["a.weight"].abs().amax(1, keepdim=True) / 127
    assert ((loaded["a.weight"] - state["a.weight"]).abs() <= 0.5001 * step).all()
    assert torch.equal(loaded["a.bias"], state["a.bias"])
    stored = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["small"]["files"][0]["bytes"]
    assert stored < 2 * 5 * 64


def test_shards_stay_small_and_old_ones_go(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exporting, "SHARD_BYTES", 40)
    state = {f"layer{i}": torch.full((16,), float(i)) for i in range(3)}
    export("toy", state, Config(), folder, data=[], command="", scores={})
    assert len(list(folder.glob("toy-*.safetensors"))) == 3
    assert checkpoint.load("toy", folder).tensors["layer2"][0] == 2
    monkeypatch.undo()
    export("toy", {"only": torch.zeros(1)}, Config(), folder, data=[], command="", scores={})
    assert [path.name for path in folder.glob("toy-*.safetensors")] == ["toy-00.safetensors"]


def test_two_models_share_a_manifest(folder: Path) -> None:
    export("other", {"w": torch.ones(1)}, Config(9), folder, data=[], command="", scores={})
    assert checkpoint.load("toy", folder).config == {"width": 3}
    assert checkpoint.load("other", folder).config == {"width": 9}


def test_scores_measured_anew_change_nothing_else(folder: Path) -> None:
    before = checkpoint.manifest(folder)["toy"]
    record("toy", {"accuracy": 0.75}, folder)
    assert checkpoint.manifest(folder)["toy"] == {**before, "scores": {"accuracy": 0.75}}
    assert checkpoint.load("toy", folder).tensors["a.weight"].shape == (2, 3)


@pytest.mark.parametrize("name", ["toy-00.safetensors", "toy.vocabulary.txt"])
def test_damaged_file_is_named(folder: Path, name: str) -> None:
    data = bytearray((folder / name).read_bytes())
    data[-1] ^= 1
    (folder / name).write_bytes(data)
    with pytest.raises(WeightsError, match=name) as caught:
        checkpoint.load("toy", folder)
    assert caught.value.details["file"] == str(folder / name)
    assert caught.value.detail.action


@pytest.mark.parametrize("name", ["toy-00.safetensors", "toy.vocabulary.txt", "manifest.json"])
def test_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(WeightsError, match=name):
        checkpoint.load("toy", folder)


def test_unknown_model_and_broken_manifest(folder: Path) -> None:
    with pytest.raises(WeightsError, match="no model 'absent'"):
        checkpoint.load("absent", folder)
    for content in ("{", "[]", '{"toy": {"config": {}}}', '{"toy": 1}'):
        (folder / "manifest.json").write_text(content, encoding="utf-8")
        with pytest.raises(WeightsError, match=r"manifest\.json"):
            checkpoint.load("toy", folder)


def test_fingerprint_follows_the_weights(folder: Path, tmp_path: Path) -> None:
    before = checkpoint.fingerprint(folder)
    changed = tmp_path / "changed"
    changed.mkdir()
    entries = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    entries["toy"]["files"][0]["sha256"] = "0" * 64
    (changed / "manifest.json").write_text(json.dumps(entries), encoding="utf-8")
    assert len(before) == 8
    assert checkpoint.fingerprint(changed) != before


def test_shipped_weights_are_whole_and_small() -> None:
    root = checkpoint.default_root()
    entries = checkpoint.manifest(root)
    assert set(entries) == {"reading", "pinglish_names", "translation", "acoustic", "vocoder"}
    for entry in entries.values():
        for file in (*entry["files"], *entry["assets"].values()):
            assert len(checkpoint.verified(root, file)) == file["bytes"] < 15 * 2**20
        assert entry["scores"]
        assert entry["command"]
        assert all(item["name"] and item["licence"] for item in entry["data"])
    assert sum(path.stat().st_size for path in root.iterdir()) < 150 * 2**20
