"""The package's face: what it exports, how lazily, and how one connects."""

import subprocess
import sys
from pathlib import Path

import pytest

import engine
from engine.contract.errors import ValidationFailed
from tests.service.doubles import PlainCapabilities

CHECKOUT = Path(__file__).parents[2]


def test_the_exported_names_are_sorted_and_there():
    assert engine.__all__ == sorted(engine.__all__)
    assert set(engine.__all__) <= set(dir(engine))
    for name in engine.__all__:
        assert getattr(engine, name).__name__ == name


def test_other_names_are_not():
    with pytest.raises(AttributeError, match="no attribute 'nothing'"):
        _ = engine.nothing


@pytest.mark.parametrize(
    ("statement", "unloaded"),
    [
        ("import engine", ["torch", "sqlalchemy", "pydantic", "numpy", "engine.contract"]),
        ("import engine.contract", ["torch", "sqlalchemy", "numpy", "httpx", "hazm"]),
        ("from engine import split_text", ["torch", "sqlalchemy", "numpy", "hazm"]),
        (
            "from engine import LocalEngine, AsyncLocalEngine, connect",
            ["torch", "numpy", "soundfile", "hazm"],
        ),
        (
            "from engine import RemoteEngine, AsyncRemoteEngine",
            ["torch", "numpy", "sqlalchemy", "hazm", "engine.service", "engine.local"],
        ),
        ("import engine.service.service", ["torch", "numpy", "soundfile", "starlette"]),
    ],
)
def test_importing_loads_nothing_heavy(statement, unloaded):
    program = f"import sys; {statement}; print([name for name in {unloaded!r} if name in sys.modules])"
    run = subprocess.run(
        [sys.executable, "-c", program], cwd=CHECKOUT, capture_output=True, text=True, check=True
    )
    assert run.stdout.strip() == "[]"


def test_connect_opens_a_local_engine(tmp_path):
    with engine.connect("local", data_dir=tmp_path, models=PlainCapabilities()) as local:
        assert isinstance(local, engine.LocalEngine)


def test_connect_opens_a_remote_engine():
    with engine.connect("https://host.example", api_key="a-key") as remote:
        assert isinstance(remote, engine.RemoteEngine)


@pytest.mark.parametrize(
    "address", ["http://host.example", "ftp://host.example", "host.example", "", "remote", None]
)
def test_connect_to_anything_else_is_refused(address):
    with pytest.raises(ValidationFailed) as caught:
        engine.connect(address, api_key="a-key")
    assert caught.value.details == {"field": "address"}
