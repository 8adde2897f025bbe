"""Damaged weights: the file is named, nothing is charged, and mended weights work at once."""

import shutil

import pytest

from engine import LocalEngine
from engine.checkpoint import default_root, manifest
from engine.contract.errors import ValidationFailed, WeightsError

TEXT = "مردم شهر"
CALLS = {
    "reading": "diacritize",
    "pinglish_names": "pinglish",
    "translation": "translate",
    "acoustic": "speech",
    "vocoder": "speech",
}


@pytest.fixture
def weights(tmp_path):
    return shutil.copytree(default_root(), tmp_path / "weights")


def damage(path, kind):
    data = path.read_bytes()
    if kind == "missing":
        path.unlink()
    else:
        path.write_bytes(data[:-1] if kind == "cut short" else bytes([data[0] ^ 1]) + data[1:])
    return data


@pytest.mark.parametrize(
    "options", [{"device": "abacus"}, {"device": "cuda:99"}, {"dtype": "float7"}, {"dtype": "int8"}]
)
def test_a_device_or_dtype_that_is_not_here(tmp_path, options):
    with LocalEngine(data_dir=tmp_path, **options) as engine:
        for call in (engine.diacritize, engine.translate, engine.speech):
            with pytest.raises(ValidationFailed) as caught:
                call(TEXT)
            assert caught.value.details["field"] in options


@pytest.mark.parametrize("kind", ["missing", "cut short", "one bit changed"])
@pytest.mark.parametrize("model", CALLS)
def test_a_missing_or_damaged_file_is_named(tmp_path, weights, model, kind):
    path = weights / manifest(weights)[model]["files"][0]["name"]
    whole = damage(path, kind)
    with LocalEngine(device="cpu", data_dir=tmp_path / "data", weights=weights) as engine:
        call = getattr(engine, CALLS[model])
        with pytest.raises(WeightsError) as caught:
            call(TEXT, idempotency_key="a-key-of-mine")
        assert caught.value.details["file"] == str(path)
        assert "weights" in caught.value.detail.action
        usage = engine.usage()
        assert usage.text.used_units == usage.basic_speech.used_seconds == 0
        if kind == "missing":
            path.write_bytes(whole)
            assert call(TEXT, idempotency_key="a-key-of-mine").original == TEXT
