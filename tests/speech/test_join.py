"""Clips become one file, or none at all."""

import io
import resource
from pathlib import Path

import numpy as np
import pytest
import soundfile

from engine.contract.errors import StorageUnavailable, ValidationFailed
from engine.speech.audio_file import join_wav
from engine.speech.join import FORMATS, SECTION_PAUSE, check_output, join

RATE = 24_000


def clip(seconds: float, format_: str = "WAV") -> bytes:
    file = io.BytesIO()
    tone = 0.1 * np.sin(np.arange(int(seconds * RATE)) / 20)
    soundfile.write(file, tone.astype(np.float32), RATE, format=format_)
    return file.getvalue()


@pytest.mark.parametrize("ending", FORMATS)
def test_clips_are_joined_in_every_format(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"joined{ending}"
    seconds = 0.75 + SECTION_PAUSE
    assert join([clip(0.5), clip(0.25, "MP3")], path) == pytest.approx(seconds, abs=0.1)
    assert soundfile.info(path).duration == pytest.approx(seconds, abs=0.1)
    assert [file.name for file in tmp_path.iterdir()] == [path.name]


def test_clips_are_joined_as_the_service_joins_sections(tmp_path: Path) -> None:
    path = tmp_path / "joined.wav"
    clips = [clip(0.5), clip(0.25), clip(0.5)]
    service = join_wav(clips)
    assert join(clips, path) == service.duration_seconds == 1.25 + 2 * SECTION_PAUSE
    np.testing.assert_array_equal(soundfile.read(path)[0], soundfile.read(io.BytesIO(service.data))[0])


def test_an_output_that_cannot_be_written_is_refused_beforehand(tmp_path: Path) -> None:
    (tmp_path / "folder.wav").mkdir()
    (tmp_path / "file").touch()
    too_long = (f"{'a' * 300}.wav", f"{'a' * 250}.wav")  # the second only with `.part` behind it
    for path in ("clip.txt", "clip", "folder.wav", "absent/clip.wav", "file/clip.wav", *too_long):
        with pytest.raises(ValidationFailed) as caught:
            check_output(tmp_path / path)
        assert caught.value.details == {"field": "output"}
    check_output(tmp_path / "clip.wav")
    assert not (tmp_path / "clip.wav").exists()


def test_nothing_to_join_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValidationFailed):
        join([], tmp_path / "clip.wav")
    assert not list(tmp_path.iterdir())


def test_a_full_disk_leaves_the_earlier_file(tmp_path: Path) -> None:
    path = tmp_path / "clip.wav"
    path.write_bytes(b"earlier")
    second = clip(1)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (len(second) // 2, limits[1]))
    try:
        with pytest.raises(StorageUnavailable) as caught:
            join([second, second], path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert caught.value.details == {"path": str(path)}
    assert path.read_bytes() == b"earlier"
    assert [file.name for file in tmp_path.iterdir()] == ["clip.wav"]
