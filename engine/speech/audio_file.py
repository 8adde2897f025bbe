"""Sound as a file: 16-bit WAV, or MP3 for longer Basic clips (section 2.9)."""

from __future__ import annotations

import io
import wave
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import soundfile
from numpy.typing import NDArray

from engine.contract.names import MimeType, Tier
from engine.speech.join import SECTION_PAUSE
from engine.speech.mel import SAMPLE_RATE

WAV_SECONDS: Final = 60.0  # Basic clips up to this length are WAV, longer ones MP3


@dataclass(frozen=True)
class Audio:
    """Mono sound.

    Attributes:
        samples: (T,) float32 within -1 and 1.
        sample_rate: Samples per second.
    """

    samples: NDArray[np.float32]
    sample_rate: int = SAMPLE_RATE

    @property
    def seconds(self) -> float:
        """Its length."""
        return len(self.samples) / self.sample_rate


@dataclass(frozen=True)
class EncodedAudio:
    """A finished file.

    Attributes:
        duration_seconds: As a decoder of the file finds it.
    """

    data: bytes
    mime_type: MimeType
    duration_seconds: float


def encode_wav(samples: NDArray[np.float32], sample_rate: int = SAMPLE_RATE) -> bytes:
    """A 16-bit mono WAV file."""
    return _encoded(samples, sample_rate, "WAV", "PCM_16")


def join_wav(files: Sequence[bytes]) -> EncodedAudio:
    """Several files of `encode_wav` as one, SECTION_PAUSE seconds of silence between them."""
    joined, rate = io.BytesIO(), 0
    with wave.open(joined, "wb") as whole:
        for number, file in enumerate(files):
            with wave.open(io.BytesIO(file)) as part:
                rate = part.getframerate()
                if number == 0:
                    whole.setparams(part.getparams())
                else:
                    whole.writeframes(bytes(part.getsampwidth() * round(SECTION_PAUSE * rate)))
                whole.writeframes(part.readframes(part.getnframes()))
        frames = whole.getnframes()
    return EncodedAudio(joined.getvalue(), "audio/wav", frames / rate)


def encode_mp3(samples: NDArray[np.float32], sample_rate: int = SAMPLE_RATE) -> bytes:
    """A mono MP3 file."""
    return _encoded(samples, sample_rate, "MP3", "MPEG_LAYER_III")


def encode(audio: Audio, tier: Tier) -> EncodedAudio:
    """The file a tier gets: Premium WAV, Basic WAV up to WAV_SECONDS and MP3 above."""
    mime_type: MimeType = "audio/mpeg" if tier == "basic" and audio.seconds > WAV_SECONDS else "audio/wav"
    data = _ENCODERS[mime_type](audio.samples, audio.sample_rate)
    return EncodedAudio(data, mime_type, float(soundfile.info(io.BytesIO(data)).duration))


_ENCODERS: Final[dict[MimeType, Callable[[NDArray[np.float32], int], bytes]]] = {
    "audio/wav": encode_wav,
    "audio/mpeg": encode_mp3,
}


def _encoded(samples: NDArray[np.float32], sample_rate: int, container: str, subtype: str) -> bytes:
    file = io.BytesIO()
    soundfile.write(file, samples, sample_rate, format=container, subtype=subtype)
    return file.getvalue()
