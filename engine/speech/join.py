"""Finished clips joined into one audio file, in order, through one open encoder."""

import errno
import io
import os
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryFile
from typing import Final

import numpy as np
import soundfile

from engine.contract.errors import StorageUnavailable, ValidationFailed

SECTION_PAUSE: Final = 0.6  # seconds between two sections of a long text: between sentence and paragraph

# As libsndfile names them. Separately encoded MP3s do not join, so clips are decoded first.
FORMATS: Final = {
    ".wav": {"format": "WAV", "subtype": "PCM_16"},
    ".mp3": {"format": "MP3", "subtype": "MPEG_LAYER_III"},
    ".flac": {"format": "FLAC", "subtype": "PCM_16"},
    ".ogg": {"format": "OGG", "subtype": "OPUS"},
}


def check_output(path: Path) -> None:
    """Says that no file could be written at `path`, before any speech is made for it and charged.

    Raises:
        ValidationFailed: Its ending names no known format, it is a folder, or its folder cannot be written.
    """
    if path.suffix.lower() not in FORMATS:
        raise ValidationFailed(
            f"{path}: the ending must be one of {', '.join(FORMATS)}", details={"field": "output"}
        )
    try:
        for place in (path, _unfinished(path)):  # a name that is too long says so here too
            if place.is_dir():
                raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        with TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise ValidationFailed(
            f"{path} cannot be written: {error.strerror}", details={"field": "output"}
        ) from None


def join(clips: Iterable[bytes], path: Path) -> float:
    """Writes encoded mono clips of one sample rate as one file; a failure leaves no half file behind.

    SECTION_PAUSE seconds of silence lie between two clips, as between sections that the service joins.

    Returns:
        The file's length in seconds.

    Raises:
        ValidationFailed: The file cannot be made, or there is no clip.
        StorageUnavailable: The disk is full, or the file could not be finished.
    """
    check_output(path)
    unfinished = _unfinished(path)
    frames, rate, writer = 0, 0, None
    try:
        for clip in clips:
            samples, rate = soundfile.read(io.BytesIO(clip), dtype="float32")
            if writer is None:
                writer = soundfile.SoundFile(unfinished, "w", rate, 1, **FORMATS[path.suffix.lower()])
            else:
                samples = np.concatenate([np.zeros(round(SECTION_PAUSE * rate), np.float32), samples])
            writer.write(samples)
            frames += len(samples)
        if writer is None:
            raise ValidationFailed("there is nothing to speak", details={"field": "text"})
        writer.close()
        unfinished.replace(path)
    except (OSError, soundfile.SoundFileError) as error:
        raise StorageUnavailable(
            f"{path} cannot be written: {error}",
            details={"path": str(path)},
            action="Free space in its folder; with the same idempotency key a repeat is not charged again.",
        ) from error
    finally:
        with suppress(OSError):
            unfinished.unlink(missing_ok=True)
    return frames / rate


def _unfinished(path: Path) -> Path:
    """Where a file stands until it is whole."""
    return path.with_name(path.name + ".part")
