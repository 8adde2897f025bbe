"""Weights of our own kind with one voice, in place of a shipped voice."""

import io
import json
import math
import shutil
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine import LocalEngine
from engine.checkpoint import MANIFEST, default_root, manifest
from engine.contract.errors import WeightsError
from engine.speech.brought.opening import opened
from engine.speech.brought.registry import choose, examine
from engine.speech.rendering import HUMAN
from tests.speech.measures import pitches

TEXT = "مردم شهر از هوای سرد گله دارند."


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The shipped acoustic model and vocoder, as if they knew one voice."""
    entries = {name: manifest()[name] for name in ("acoustic", "vocoder")}
    folder = tmp_path / "voice"
    folder.mkdir()
    for entry in entries.values():
        for file in entry["files"]:
            shutil.copyfile(default_root() / file["name"], folder / file["name"])
    (folder / MANIFEST).write_text(json.dumps(entries), encoding="utf-8")
    return folder


def test_it_speaks_at_its_own_pitch(folder: Path, tmp_path: Path) -> None:
    choice = examine("kian", folder)
    choose(tmp_path / "data", "kian", choice)
    own = math.exp(manifest(folder)["acoustic"]["config"]["log_pitch"][HUMAN])
    with LocalEngine(device="cpu", data_dir=tmp_path / "data") as engine:
        clip = engine.speech(TEXT, voice="kian")
        samples, _ = soundfile.read(io.BytesIO(engine.download_audio(clip.audio_url)), dtype="float32")
    assert np.median(pitches(samples)) == pytest.approx(own, rel=0.15)
    assert clip.engine_version.endswith(f"+kian-{choice.name}")


@pytest.mark.parametrize("model", [MANIFEST, "acoustic", "vocoder"])
def test_a_changed_file_is_named(folder: Path, model: str) -> None:
    choice = examine("kian", folder)
    path = folder / (model if model == MANIFEST else manifest(folder)[model]["files"][0]["name"])
    path.write_bytes(path.read_bytes() + b" ")
    with pytest.raises(WeightsError) as caught:
        opened(choice)
    assert caught.value.details["file"] == str(path)
    assert "weights reset speech:kian" in caught.value.detail.action


def test_a_folder_without_a_vocoder_is_refused(folder: Path) -> None:
    entries = manifest(folder)
    (folder / MANIFEST).write_text(json.dumps({"acoustic": entries["acoustic"]}), encoding="utf-8")
    with pytest.raises(WeightsError, match="no model 'vocoder'"):
        examine("kian", folder)
