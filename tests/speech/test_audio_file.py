"""Files that others can read, of the right length and type."""

import io

import numpy as np
import pytest
import soundfile

from engine.speech.audio_file import (
    WAV_SECONDS,
    Audio,
    encode,
    encode_mp3,
    encode_wav,
    join_wav,
)
from engine.speech.join import SECTION_PAUSE


def sound(seconds: float) -> np.ndarray:
    time = np.arange(int(24_000 * seconds)) / 24_000
    return (0.3 * np.sin(2 * np.pi * 220 * time)).astype(np.float32)


def test_wav_is_16_bit_mono_and_whole() -> None:
    data = encode_wav(sound(1.5))
    info = soundfile.info(io.BytesIO(data))
    assert (info.samplerate, info.channels, info.subtype, info.frames) == (24_000, 1, "PCM_16", 36_000)
    samples, _ = soundfile.read(io.BytesIO(data), dtype="float32")
    assert np.abs(samples - sound(1.5)).max() < 1e-4


def test_mp3_decodes_to_the_same_sound() -> None:
    samples, rate = soundfile.read(io.BytesIO(encode_mp3(sound(2))), dtype="float32")
    assert rate == 24_000
    assert len(samples) / rate == pytest.approx(2, abs=0.1)
    assert np.corrcoef(samples[: len(sound(2))][:40_000], sound(2)[:40_000])[0, 1] > 0.95


def test_sections_join_in_order_with_a_pause_between_them() -> None:
    parts = [sound(1.5), -0.5 * sound(0.7), sound(0.2)]
    file = join_wav([encode_wav(part) for part in parts])
    samples, rate = soundfile.read(io.BytesIO(file.data), dtype="float32")
    pause = np.zeros(int(rate * SECTION_PAUSE), np.float32)
    expected = np.concatenate([parts[0], pause, parts[1], pause, parts[2]])
    assert (file.mime_type, rate, len(samples)) == ("audio/wav", 24_000, len(expected))
    assert np.abs(samples - expected).max() < 1e-4
    assert file.duration_seconds == len(expected) / rate
    assert soundfile.info(io.BytesIO(file.data)).subtype == "PCM_16"


@pytest.mark.parametrize(
    ("tier", "seconds", "mime_type"),
    [
        ("basic", 1.0, "audio/wav"),
        ("basic", WAV_SECONDS, "audio/wav"),
        ("basic", WAV_SECONDS + 0.5, "audio/mpeg"),
        ("premium", WAV_SECONDS + 0.5, "audio/wav"),
    ],
)
def test_type_by_tier_and_length(tier: str, seconds: float, mime_type: str) -> None:
    encoded = encode(Audio(sound(seconds)), tier)  # type: ignore[arg-type]
    assert encoded.mime_type == mime_type
    assert encoded.duration_seconds == pytest.approx(seconds, abs=0.1)
    decoded, rate = soundfile.read(io.BytesIO(encoded.data))
    assert encoded.duration_seconds == pytest.approx(len(decoded) / rate, abs=1e-6)
