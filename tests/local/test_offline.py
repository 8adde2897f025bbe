"""The main job with real models and no network: every socket is refused."""

import io
import socket

import pytest
import soundfile

from engine import LocalEngine

TEXT = "مردم شهر از هوای سرد گله دارند. امروز ۲۵ نفر به کتابخانه رفتند."


@pytest.fixture
def no_network(monkeypatch):
    def refuse(*_arguments, **_options):
        raise AssertionError("the engine reached for the network")

    for name in ("socket", "create_connection", "getaddrinfo", "gethostbyname"):
        monkeypatch.setattr(socket, name, refuse)


def test_the_main_job_runs_with_sockets_blocked(tmp_path, no_network):
    with LocalEngine(device="cpu", threads=2, data_dir=tmp_path) as engine:
        marked = engine.diacritize(TEXT)
        assert marked.operations
        assert marked.original == TEXT
        assert len(marked.marked) == len(TEXT) + len(marked.operations)

        latin = engine.pinglish(TEXT)
        assert all(item.source == TEXT[item.source_start : item.source_end] for item in latin.alignment)
        assert latin.pinglish.isascii()

        assert any(char.isalpha() and char.isascii() for char in engine.translate(TEXT).translation)

        clip = engine.speech(TEXT, tier="basic", voice="leyla")
        sound = soundfile.info(io.BytesIO(engine.download_audio(clip.audio_url)))
        assert sound.samplerate == 24_000
        assert sound.duration == pytest.approx(clip.duration_seconds, abs=0.01)
        assert clip.duration_seconds > 1

        job = engine.create_speech_job(TEXT, tier="basic", voice="kian", idempotency_key="a-key-of-mine")
        *_, last = engine.stream_speech_job(job.id)
        assert last.event == "complete"

        assert [word.text for word in engine.phonemize("مردم شهر")] == ["مردم", "شهر"]
        many = engine.diacritize_many(["مردم شهر", TEXT])
        assert many[1].operations == marked.operations

        usage = engine.usage()
        assert usage.text.used_units == 5 * len(TEXT) + len("مردم شهر")
        assert usage.basic_speech.used_seconds == pytest.approx(
            clip.duration_seconds + last.data.result.duration_seconds, abs=1e-5
        )
