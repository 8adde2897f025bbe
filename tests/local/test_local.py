"""LocalEngine and its async twin on stand-in capabilities: the methods of the design, one by one."""

import asyncio
import errno
import inspect
import os
import stat

import pytest

from engine import AsyncLocalEngine, LocalEngine
from engine.contract import CompleteEvent
from engine.contract.errors import (
    AudioAddressRefused,
    IdempotencyKeyRequired,
    PremiumSpeechJobsUnavailable,
    ServiceUnavailable,
    StorageUnavailable,
    TextQuotaExhausted,
    ValidationFailed,
    WeightsError,
)
from engine.service.account import Allowances
from tests.service.doubles import HandClock, PlainCapabilities

TEXT = "مردم شهر"
KEY = "a-key-of-mine"


@pytest.fixture
def models():
    return PlainCapabilities()


@pytest.fixture
def local(tmp_path, models):
    with LocalEngine(data_dir=tmp_path / "data", models=models, clock=HandClock()) as engine:
        yield engine


def test_text(local):
    marked = local.diacritize(TEXT, include_ezafe=True, idempotency_key=KEY)
    assert (marked.original, marked.marked) == (TEXT, "مَردم شهر")
    assert [operation.type for operation in marked.operations] == ["ezafe"]
    assert local.diacritize(TEXT, True, idempotency_key=KEY) == marked
    latin = local.pinglish(TEXT, style="systematic", vowel_notation="macron")
    assert (latin.pinglish, latin.style, latin.vowel_notation) == (
        "systematic macron",
        "systematic",
        "macron",
    )
    assert latin.alignment[0].source == TEXT
    assert latin.warnings == ("a warning",)
    english = local.translate(TEXT)
    assert (english.translation, english.source_language, english.target_language) == (
        f"English of {TEXT}",
        "fa",
        "en",
    )
    assert local.usage().text.used_units == 8 + 8 + 16


def test_speech_and_its_audio(local, tmp_path):
    clip = local.speech(TEXT, tier="basic", voice="leyla", pace=1.1)
    assert (clip.voice, clip.delivery.pace, clip.mime_type) == ("leyla", 1.1, "audio/wav")
    assert local.download_audio(clip.audio_url) == f"sound of leyla: {TEXT}".encode()
    path = local.download(clip.audio_url, tmp_path / "clip.wav")
    assert path.read_bytes() == local.download_audio(clip.audio_url)
    with pytest.raises(AudioAddressRefused):
        local.download_audio(clip.audio_url + "0")


def test_premium_speech(local, tmp_path):
    clip = local.speech_to_file(
        TEXT, tmp_path / "clip.wav", tier="premium", voice="Kore", style="warm", director_notes="آرام"
    )
    assert (clip.delivery.style, clip.delivery.director_notes) == ("warm", "آرام")
    assert (tmp_path / "clip.wav").read_bytes() == f"sound of Kore: {TEXT}".encode()


@pytest.mark.parametrize(
    "options",
    [
        {"style": "warm"},
        {"expressiveness": "calm"},
        {"regional_mode": "standard"},
        {"director_notes": "آرام"},
        {"pace": 0.74},
        {"pace": None},
        {"voice": "Kore"},
        {"tier": "gold"},
        {"tier": None},
    ],
)
def test_what_basic_speech_does_not_take(local, options):
    with pytest.raises(ValidationFailed) as caught:
        local.speech(TEXT, **options)
    assert caught.value.details["field"] == next(iter(options))
    with pytest.raises(ValidationFailed):
        local.create_speech_job(TEXT, **options, idempotency_key=KEY)


@pytest.mark.parametrize("text", ["", "hello", "س" * 6_001, None, 5, b"x"])
def test_bad_texts(local, models, text):
    for call in (local.diacritize, local.pinglish, local.translate, local.speech):
        with pytest.raises(ValidationFailed) as caught:
            call(text)
        assert caught.value.details["field"] == "text"
    assert models.calls == []
    assert local.usage().text.used_units == 0


def test_a_job(local):
    job = local.create_speech_job(TEXT, voice="kian", idempotency_key=KEY)
    *_, last = local.stream_speech_job(job.id)
    assert isinstance(last.data, CompleteEvent)
    assert [event.id for event in local.stream_speech_job(job.id, after=1)] == [2, 3]
    done = local.get_speech_job(job.id)
    assert local.download_audio(done.audio_url)
    assert local.cancel_speech_job(str(job.id)).status == "succeeded"
    with pytest.raises(IdempotencyKeyRequired):
        local.create_speech_job(TEXT)


def test_premium_jobs_need_another_deployment(local, models, tmp_path):
    with pytest.raises(PremiumSpeechJobsUnavailable):
        local.create_speech_job(TEXT, tier="premium", voice="Kore", idempotency_key=KEY)
    with LocalEngine(data_dir=tmp_path / "other", models=models, deployment="development") as engine:
        job = engine.create_speech_job(TEXT, tier="premium", voice="Kore", idempotency_key=KEY)
        assert [event.event for event in engine.stream_speech_job(job.id)][-1] == "complete"


def test_an_unknown_deployment_is_refused(models, tmp_path):
    with pytest.raises(ValidationFailed) as caught:
        LocalEngine(data_dir=tmp_path, models=models, deployment="prod")
    assert caught.value.details == {"field": "deployment"}
    assert not list(tmp_path.iterdir())


def test_one_text_is_not_many(local):
    for call in (local.diacritize_many, local.pinglish_many, local.translate_many):
        with pytest.raises(ValidationFailed) as caught:
            call("سلام")
        assert caught.value.details == {"field": "texts"}
        assert caught.value.request_id is not None


def test_many_texts_in_one_batch(local, models):
    texts = ["یک", "دو", "سه"]
    assert [answer.original for answer in local.diacritize_many(texts)] == texts
    assert [answer.original for answer in local.pinglish_many(texts, vowel_notation="macron")] == texts
    keys = [f"key-number-{number}" for number in range(3)]
    first = local.translate_many(texts, idempotency_keys=keys)
    assert local.translate_many(texts, idempotency_keys=keys) == first
    assert models.calls == ["diacritize", "romanize", "translate"]
    assert local.translate_many([]) == []


@pytest.mark.parametrize("keys", [[KEY], [], [KEY, KEY], [KEY, None, None]])
def test_keys_must_be_as_many_as_texts_and_all_different(local, keys):
    with pytest.raises(ValidationFailed) as caught:
        local.translate_many(["یک", "دو"], idempotency_keys=keys)
    assert caught.value.details["field"] == "idempotency_keys"


def test_allowances_can_be_set(tmp_path, models):
    with LocalEngine(data_dir=tmp_path, models=models, allowances=Allowances(text_units=10)) as engine:
        engine.diacritize(TEXT)
        with pytest.raises(TextQuotaExhausted):
            engine.diacritize(TEXT)
        assert engine.usage().text.included_units == 10


def test_the_data_folder_outlives_the_engine(tmp_path, models):
    with LocalEngine(data_dir=str(tmp_path / "deep" / "data"), models=models) as engine:
        first = engine.translate(TEXT, idempotency_key=KEY)
    with LocalEngine(data_dir=tmp_path / "deep" / "data", models=models) as engine:
        assert engine.translate(TEXT, idempotency_key=KEY) == first
    assert stat.S_IMODE((tmp_path / "deep" / "data" / "secret").stat().st_mode) == 0o600


def test_the_data_folder_is_the_users_by_default(tmp_path, models, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setenv("HOME", str(tmp_path))
    LocalEngine(models=models).close()
    assert list(tmp_path.rglob("engine.sqlite3"))


def test_an_unwritable_data_folder(tmp_path, models):
    (tmp_path / "data").write_text("in the way")
    with pytest.raises(StorageUnavailable, match="data"):
        LocalEngine(data_dir=tmp_path / "data", models=models)


def test_an_unwritable_target_of_a_download(local, tmp_path, monkeypatch):
    clip = local.speech(TEXT)
    with pytest.raises(StorageUnavailable):
        local.download(clip.audio_url, tmp_path / "missing" / "clip.wav")

    def no_space(*_):
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("pathlib.Path.replace", no_space)
    with pytest.raises(StorageUnavailable, match="No space left"):
        local.download(clip.audio_url, tmp_path / "clip.wav")
    assert not list(tmp_path.glob("clip.wav*"))


def test_a_closed_engine_answers_no_more(tmp_path, models):
    engine = LocalEngine(data_dir=tmp_path, models=models)
    engine.close()
    engine.close()
    with pytest.raises(ServiceUnavailable, match="closed"):
        engine.translate(TEXT)


@pytest.mark.parametrize("damage", ["no folder", "no manifest", "no entry"])
def test_missing_weights_are_said_and_cost_nothing(tmp_path, damage):
    weights = tmp_path / "weights"
    if damage != "no folder":
        weights.mkdir()
    if damage == "no entry":
        (weights / "manifest.json").write_text("{}")
    with LocalEngine(data_dir=tmp_path / "data", weights=weights) as engine:
        for call in (engine.diacritize, engine.pinglish, engine.translate, engine.speech):
            with pytest.raises(WeightsError) as caught:
                call(TEXT)
            assert str(weights) in caught.value.details["file"]
            assert caught.value.detail.action
        usage = engine.usage()
        assert usage.text.used_units == usage.basic_speech.used_seconds == 0
        job = engine.create_speech_job(TEXT, idempotency_key=KEY)
        *_, last = engine.stream_speech_job(job.id)
        assert last.data.error.code == "weights_unavailable"


def test_a_bad_lexicon_or_thread_count(tmp_path):
    with pytest.raises(ValidationFailed, match="lexicon"):
        LocalEngine(data_dir=tmp_path, lexicon=tmp_path / "missing.tsv")
    wrong = tmp_path / "wrong.tsv"
    wrong.write_text("خانه\tkhaneh\n", encoding="utf-8")
    with pytest.raises(ValidationFailed, match=r"wrong\.tsv, line 1"):
        LocalEngine(data_dir=tmp_path, lexicon=wrong)
    with pytest.raises(ValidationFailed, match="threads"):
        LocalEngine(data_dir=tmp_path, threads=0)


@pytest.mark.parametrize("text", ["", None, 5])
def test_phonemize_refuses_what_is_no_text(local, text):
    with pytest.raises(ValidationFailed) as caught:
        local.phonemize(text)
    assert caught.value.request_id is not None


def test_director_notes_tell_what_is_ignored(local):
    notes = local.read_director_notes("slower, don’t whisper; با لهجهٔ مریخی")
    assert notes.understood == ("slower",)
    assert notes.ignored == ("don’t whisper", "با لهجهٔ مریخی")
    with pytest.raises(ValidationFailed, match="notes"):
        local.read_director_notes("")


def test_the_engine_tells_its_version(local, models):
    assert local.engine_version == models.engine_version == local.usage().engine_version


def test_the_async_twin_has_the_same_methods():
    def methods(kind):
        return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}

    assert methods(AsyncLocalEngine) == methods(LocalEngine)


def test_the_async_twin_does_the_same(tmp_path, models):
    async def all_of_it():
        async with AsyncLocalEngine(data_dir=tmp_path / "data", models=models) as engine:
            texts = await asyncio.gather(
                engine.diacritize(TEXT), engine.pinglish(TEXT, style="systematic"), engine.translate(TEXT)
            )
            clip = await engine.speech(TEXT, voice="ava", idempotency_key=KEY)
            audio = await engine.download_audio(clip.audio_url)
            await engine.speech_to_file(TEXT, tmp_path / "clip.wav", voice="mana")
            await engine.download(clip.audio_url, tmp_path / "again.wav")
            job = await engine.create_speech_job(TEXT, idempotency_key="another-key")
            events = [event.event async for event in engine.stream_speech_job(job.id)]
            done = await engine.get_speech_job(job.id)
            cancelled = await engine.cancel_speech_job(job.id)
            many = [
                *await engine.diacritize_many([TEXT]),
                *await engine.pinglish_many([TEXT]),
                *await engine.translate_many([TEXT]),
            ]
            usage = await engine.usage()
            with pytest.raises(ValidationFailed):
                await engine.phonemize("")
            return texts, audio, events, done, cancelled, many, usage

    texts, audio, events, done, cancelled, many, usage = asyncio.run(all_of_it())
    assert {answer.original for answer in texts} == {TEXT}
    assert audio == (tmp_path / "again.wav").read_bytes() == f"sound of ava: {TEXT}".encode()
    assert (tmp_path / "clip.wav").exists()
    assert events == ["status", "status", "complete"]
    assert done.status == cancelled.status == "succeeded"
    assert len(many) == 3
    assert usage.basic_speech.used_seconds == 7.5
