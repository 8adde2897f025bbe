"""The client on a bad line to a live server: answers are lost, streams are cut, and nothing is done twice."""

import asyncio
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest

from engine import AsyncRemoteEngine, RemoteEngine
from engine.contract.errors import EngineError
from engine.remote import OutcomeUnknown, Retries
from tests.conformance.asking import TEXT, new_key
from tests.conformance.serving import RunningServer, running
from tests.conformance.stage import SECONDS, World


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    folder: Path = tmp_path_factory.mktemp("server")
    program = ["-m", "tests.conformance.stage", str(folder / "data"), str(folder), "production"]
    with running(folder, program, World(folder)) as server:
        yield server


class Losing(httpx.BaseTransport):
    """Loses the answers of the first so many requests, which the server has served all the same."""

    def __init__(self, losses: int) -> None:
        self._line = httpx.HTTPTransport()
        self.losses = losses

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._line.handle_request(request)
        if self.losses:
            self.losses -= 1
            response.read()
            response.close()
            raise httpx.ReadTimeout("lost")
        return response

    def close(self) -> None:
        self._line.close()


class Cut(httpx.SyncByteStream):
    """A response that ends after so many bytes."""

    def __init__(self, stream: httpx.SyncByteStream, size: int) -> None:
        self._stream = stream
        self._left = size

    def __iter__(self) -> Iterator[bytes]:
        for chunk in self._stream:
            yield chunk[: self._left]
            self._left -= len(chunk)
            if self._left <= 0:
                raise httpx.ReadError("cut")

    def close(self) -> None:
        self._stream.close()


class Cutting(httpx.BaseTransport):
    """Cuts each event stream and each download a little later than the one before."""

    def __init__(self, first: int, step: int) -> None:
        self._line = httpx.HTTPTransport()
        self._size = first
        self._step = step
        self.streams = 0

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self._line.handle_request(request)
        if request.url.path.endswith(("/events", "/audio")):
            response.stream = Cut(response.stream, self._size)
            self._size += self._step
            self.streams += 1
        return response

    def close(self) -> None:
        self._line.close()


@pytest.fixture
def open_engine(server: RunningServer):
    """Opens an engine over a bad line, of an organization of its own."""
    opened = []

    def open_(transport: httpx.BaseTransport, tries: int = 3) -> RemoteEngine:
        retries = Retries(tries, first_seconds=0.01, longest_seconds=0.01)
        key = server.organization().key
        opened.append(RemoteEngine(server.address, key, transport=transport, retries=retries))
        return opened[-1]

    yield open_
    for engine in opened:
        engine.close()


@pytest.mark.parametrize("method", ["diacritize", "pinglish", "translate", "speech"])
def test_lost_answers_are_asked_for_again_and_charged_once(open_engine, method):
    line = Losing(2)
    engine = open_engine(line)
    answer = getattr(engine, method)(TEXT)
    assert line.losses == 0
    report = engine.usage()
    assert report.text.used_units == getattr(answer.usage, "units", 0)
    assert report.basic_speech.used_seconds == (SECONDS if method == "speech" else 0)


def test_a_job_is_queued_once(open_engine):
    engine = open_engine(Losing(2))
    key = new_key()
    job = engine.create_speech_job(TEXT, idempotency_key=key)
    assert engine.create_speech_job(TEXT, idempotency_key=key).id == job.id


def test_after_all_tries_the_key_still_leads_to_the_answer(open_engine):
    line = Losing(3)
    engine = open_engine(line)
    with pytest.raises(OutcomeUnknown) as caught:
        engine.translate(TEXT)
    assert engine.translate(TEXT, idempotency_key=caught.value.idempotency_key)
    assert engine.usage().text.used_units == 2 * len(TEXT)


@pytest.mark.parametrize(("first", "step"), [(1, 60), (40, 45), (120, 200), (250, 100), (100_000, 1)])
def test_a_stream_cut_again_and_again_gives_every_event_once(open_engine, first, step):
    line = Cutting(first, step)
    engine = open_engine(line, tries=50)
    job = engine.create_speech_job(TEXT, idempotency_key=new_key())
    found = [(event.id, event.event) for event in engine.stream_speech_job(job.id)]
    assert [id_ for id_, _ in found] == list(range(1, len(found) + 1))
    assert [name for _, name in found] == ["status", "status", "complete"]
    assert (line.streams == 1) == (first == 100_000)


def test_a_download_cut_again_and_again_is_whole(open_engine, server):
    line = Cutting(1_000, 5_000)
    engine = open_engine(line)
    clip = engine.speech(TEXT)
    audio = engine.download_audio(clip.audio_url)
    assert line.streams == 4  # 24,044 bytes
    assert len(audio) == 44 + 24_000 * 2 * SECONDS
    with RemoteEngine(server.address, "no-key-is-needed") as other:
        assert other.download_audio(clip.audio_url) == audio


def test_a_server_that_went_away_is_an_engine_error(server):
    with RemoteEngine("http://127.0.0.1:9", "a-key", retries=Retries(tries=1)) as engine:
        for call in (engine.usage, lambda: engine.translate(TEXT)):
            with pytest.raises(EngineError) as caught:
                call()
            assert caught.value.detail.code == "unreachable"


def test_many_threads_share_one_engine(server):
    texts = [f"{TEXT} {number}" for number in range(40)]
    with server.organization().engine() as engine, ThreadPoolExecutor(8) as threads:
        answers = list(threads.map(engine.translate, texts))
        assert [answer.original for answer in answers] == texts
        assert engine.usage().text.used_units == 2 * sum(map(len, texts))


def test_many_tasks_share_one_engine(server):
    texts = [f"{TEXT} {number}" for number in range(20)]

    async def all_of_it():
        async with AsyncRemoteEngine(server.address, server.organization().key) as engine:
            answers = await asyncio.gather(*map(engine.pinglish, texts))
            job = await engine.create_speech_job(TEXT, idempotency_key=new_key())
            events = [event.event async for event in engine.stream_speech_job(job.id)]
            done = await engine.get_speech_job(job.id)
            return answers, events, await engine.download_audio(done.audio_url)

    answers, events, audio = asyncio.run(all_of_it())
    assert [answer.original for answer in answers] == texts
    assert events == ["status", "status", "complete"]
    assert audio[:4] == b"RIFF"
