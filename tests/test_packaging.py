"""The wheel carries everything: in an empty environment outside the checkout it works offline."""

import os
import site
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(build, check=True, capture_output=True)
    return next(out.glob("*.whl"))


@pytest.fixture(scope="module")
def command(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`persian-engine` of an environment with the wheel that borrows only the dependencies of this one."""
    home = tmp_path_factory.mktemp("environment")
    venv.create(home, with_pip=True)
    binaries = home / "bin"
    pip = [str(binaries / "python"), "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", str(wheel)]
    subprocess.run(pip, check=True, capture_output=True, cwd=home)
    packages = next((home / "lib").glob("python3*/site-packages"))
    (packages / "dependencies.pth").write_text("\n".join(site.getsitepackages()), encoding="utf-8")
    return binaries / "persian-engine"


def run(command: Path, *arguments: str, folder: Path) -> str:
    clean = {key: value for key, value in os.environ.items() if not key.startswith("PYTHON")}
    finished = subprocess.run(
        [str(command), "--data-dir", str(folder / "data"), *arguments],
        capture_output=True,
        text=True,
        cwd=folder,
        env=clean,
        timeout=300,
    )
    assert finished.returncode == 0, finished.stderr
    return finished.stdout


def test_weights_lie_inside_the_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    shipped = {path.name for path in (ROOT / "weights").iterdir()}
    assert {f"engine/weights/{name}" for name in shipped} <= set(names)
    assert {name.split("/")[0] for name in names} == {"engine", "persian_engine-0.1.0.dist-info"}
    assert "engine/py.typed" in names
    assert "engine/server/ui/static/index.html" in names


def test_installed_command_does_the_main_job(command: Path, tmp_path: Path) -> None:
    text = "مردم شهر از هوای سرد گله دارند."
    assert "مَردُمِ" in run(command, "diacritize", text, folder=tmp_path)
    assert "mardom-e" in run(command, "pinglish", text, folder=tmp_path)
    assert run(command, "translate", text, folder=tmp_path).isascii()
    run(command, "speak", text, "--output", "speech.wav", folder=tmp_path)
    assert (tmp_path / "speech.wav").read_bytes()[:4] == b"RIFF"
    assert "reading" in run(command, "weights", folder=tmp_path)


def test_installed_package_is_the_one_that_runs(command: Path, tmp_path: Path) -> None:
    python = command.with_name("python")
    where = subprocess.run(
        [str(python), "-c", "import engine; print(engine.__file__)"],
        capture_output=True,
        text=True,
        cwd=tmp_path,
        check=True,
    ).stdout
    assert Path(where.strip()).is_relative_to(command.parents[1])
