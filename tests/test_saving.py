"""A file is written whole, or it is said why not."""

from pathlib import Path

import pytest

from engine.contract.errors import StorageUnavailable
from engine.saving import save


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "clip.wav"
    path.write_bytes(b"earlier")
    assert save(b"later", path) == path
    assert path.read_bytes() == b"later"
    assert [file.name for file in tmp_path.iterdir()] == ["clip.wav"]


@pytest.mark.parametrize("name", ["file/x.wav", "absent/x.wav", "folder", "x" * 300, "x\0y", ".", "..", ""])
def test_a_path_that_cannot_be_written_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    (tmp_path / "file").touch()
    (tmp_path / "folder").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(StorageUnavailable) as caught:
        save(b"x", name)
    assert caught.value.details == {"path": str(Path(name))}
    assert {path.name for path in tmp_path.rglob("*")} == {"file", "folder"}
