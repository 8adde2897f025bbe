"""Finished clips joined into one audio file, in order, through one open encoder."""

import io
from collections.abc import Iterable
from pathlib import Path
from typing import Final

import soundfile

from engine.contract.errors import ValidationFailed

# As libsndfile names them. Separately encoded MP3s do not join, so clips are decoded first.
FORMATS: Final = {
    ".wav": {"format": "WAV", "subtype": "PCM_16"},
    ".mp3": {"format": "MP3", "subtype": "MPEG_LAYER_III"},
    ".flac": {"format": "FLAC", "subtype": "PCM_16"},
    ".ogg": {"format": "OGG", "subtype": "OPUS"},
}


def check_format(path: Path) -> None:
    """Raises ValidationFailed where the file's ending names no known format."""
    if path.suffix.lower() not in FORMATS:
        raise ValidationFailed(
            f"{path}: the ending must be one of {', '.join(FORMATS)}", details={"field": "output"}
        )


def join(clips: Iterable[bytes], path: Path) -> float:
    """Writes encoded mono clips of one sample rate as one file; a failure leaves no half file behind.

    Returns:
        The file's length in seconds.

    Raises:
        ValidationFailed: The file's ending names no known format.
    """
    check_format(path)
    unfinished = path.with_name(path.name + ".part")
    frames, rate, writer = 0, 0, None
    try:
        for clip in clips:
            samples, rate = soundfile.read(io.BytesIO(clip), dtype="float32")
            if writer is None:
                writer = soundfile.SoundFile(unfinished, "w", rate, 1, **FORMATS[path.suffix.lower()])
            writer.write(samples)
            frames += len(samples)
        if writer is None:
            raise ValidationFailed("there is nothing to speak", details={"field": "text"})
        writer.close()
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)
    return frames / rate
