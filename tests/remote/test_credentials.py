"""Where the key goes and where it never shows: section 1.4, 5.1 and 5.7."""

import io
import logging
import pickle
import traceback

import httpx
import pytest
from rich.console import Console
from rich.traceback import Traceback

from engine import AsyncRemoteEngine, RemoteEngine
from engine.contract.errors import AudioAddressRefused, AuthenticationFailed, EngineError, ValidationFailed
from engine.remote.credentials import KEY_VARIABLE
from tests.remote.server import ADDRESS, JOB, KEY, TEXT, Script, events, failure, status_event, translation

SIGNED = f"{ADDRESS}/v1/developer/audio?id=a1&expires=99&signature=s%2Fe+c%20ret"
KINDS = pytest.mark.parametrize("kind", [RemoteEngine, AsyncRemoteEngine])


@pytest.mark.parametrize("method", ["translate", "usage", "get_speech_job", "stream_speech_job"])
def test_the_key_is_a_bearer_token(ask, method):
    arguments = {"translate": [TEXT], "usage": []}.get(method, [JOB])
    script = Script(failure(404, "not_found", category="validation", retryable=False))
    with pytest.raises(ValidationFailed):
        ask(script, method, *arguments)
    assert script.requests[0].headers["Authorization"] == f"Bearer {KEY}"


@KINDS
def test_the_key_may_come_from_the_environment(kind, monkeypatch):
    monkeypatch.setenv(KEY_VARIABLE, f"{KEY}\n")
    kind(ADDRESS)
    monkeypatch.delenv(KEY_VARIABLE)
    with pytest.raises(AuthenticationFailed, match=KEY_VARIABLE):
        kind(ADDRESS)


@pytest.mark.parametrize("key", ["", " ", "a b", "a\r\nX-Other: 1", "کلید", "a\x7f"])
@KINDS
def test_what_cannot_be_a_key_is_refused_and_not_repeated(kind, key):
    with pytest.raises(AuthenticationFailed) as caught:
        kind(ADDRESS, key)
    assert "Other" not in str(caught.value)


@pytest.mark.parametrize(
    "address",
    [
        "http://api.example",
        "http://10.0.0.1:8000",
        "http://localhost.example",
        "http://[2001:db8::1]",
        "http://127.0.0.1@api.example",
        "https://user:word@api.example",
        "https://api.example?x=1",
        "https://api.example#x",
        "ftp://api.example",
        "https://",
        "api.example",
        "https://[::1",
        "",
        None,
    ],
)
@KINDS
def test_an_address_the_key_must_not_go_to_is_refused(kind, address):
    with pytest.raises(ValidationFailed) as caught:
        kind(address, KEY)
    assert caught.value.details == {"field": "address"}


@pytest.mark.parametrize(
    "address",
    [
        "https://api.example",
        "https://api.example:8443/persian/",
        "http://localhost:8000",
        "http://LOCALHOST",
        "http://127.0.0.1:8000/",
        "http://127.9.9.9",
        "http://[::1]:8000",
    ],
)
@KINDS
def test_https_and_this_machine_itself_are_fine(kind, address):
    kind(address, KEY)


def test_a_path_in_the_address_goes_before_the_route():
    script = Script(translation())
    with RemoteEngine(f"{ADDRESS}/persian/", KEY, transport=httpx.MockTransport(script)) as engine:
        engine.translate(TEXT)
    assert str(script.requests[0].url) == f"{ADDRESS}/persian/v1/translate"


def test_a_proxy_of_the_environment_is_not_told_the_key_of_a_plain_request(monkeypatch):
    monkeypatch.setenv("HTTP_PROXY", "http://proxy.example:3128")
    with RemoteEngine("http://localhost:8000", KEY) as local, RemoteEngine(ADDRESS, KEY) as distant:
        assert not local._client.trust_env
        assert distant._client.trust_env


def test_a_redirect_is_not_followed(ask):
    elsewhere = httpx.Response(307, headers={"Location": "https://elsewhere.example/"})
    script = Script(lambda _: elsewhere)
    with pytest.raises(EngineError):
        ask(script, "translate", TEXT)
    assert [request.url.host for request in script.requests] == ["api.example"]


def test_audio_is_fetched_by_the_address_alone_exactly_as_given(ask):
    script = Script(httpx.ReadError("cut"), lambda _: httpx.Response(200, content=b"RIFF"))
    assert ask(script, "download_audio", SIGNED) == b"RIFF"
    for request in script.requests:
        assert str(request.url) == SIGNED
        assert "Authorization" not in request.headers
        assert "Idempotency-Key" not in request.headers


@pytest.mark.parametrize("code", ["audio_address_refused", "some_code"])
def test_a_refused_address_is_said_to_be_that(ask, code):
    with pytest.raises(AudioAddressRefused):
        ask(Script(failure(403, code, category="authorization", retryable=False)), "download_audio", SIGNED)


@pytest.mark.parametrize(
    "address", ["persian-engine://local/v1/developer/audio?id=1", "http://api.example/a", "", "x", None]
)
def test_an_address_that_is_none_of_a_service_is_refused_unasked(ask, address):
    script = Script(translation())
    with pytest.raises(AudioAddressRefused):
        ask(script, "download_audio", address)
    assert script.requests == []


@KINDS
def test_the_key_is_in_no_repr(kind):
    engine = kind(ADDRESS, KEY)
    assert repr(engine) == f"{kind.__name__}({ADDRESS!r})"
    seen = [
        engine,
        vars(engine),
        *vars(engine).values(),
        *map(vars, (engine._connection, engine._connection._auth)),
    ]
    assert KEY not in "".join(map(repr, seen))


@pytest.mark.parametrize(
    "reply",
    [
        httpx.ReadTimeout("no answer"),
        failure(503, "service_unavailable"),
        failure(401, "invalid_api_key", category="authentication", retryable=False),
        translation(new_field=1),
    ],
)
def test_the_key_is_in_no_traceback_even_with_locals(ask, reply):
    with pytest.raises(EngineError) as caught:
        ask(Script(reply), "translate", TEXT)
    error = caught.value
    assert not isinstance(error.__context__, httpx.HTTPError)
    console = Console(width=200, file=io.StringIO())
    shown = Traceback.from_exception(type(error), error, _frames_of_the_engine(error), show_locals=True)
    console.print(shown)
    printed = console.file.getvalue()
    assert "locals" in printed
    assert KEY not in printed + "".join(traceback.format_exception(error))


def _frames_of_the_engine(error):
    frames = error.__traceback__
    while "engine/remote" not in frames.tb_frame.f_code.co_filename:
        frames = frames.tb_next  # the test's own, which know the key
    return frames


def test_neither_key_nor_signature_is_logged(ask, caplog):
    caplog.set_level(logging.DEBUG)
    ask(Script(lambda _: httpx.Response(200, content=b"RIFF")), "download_audio", SIGNED)
    ask(Script(translation()), "translate", TEXT)
    ask(Script(events(status_event(1, "cancelled"))), "stream_speech_job", JOB)
    assert "/v1/developer/audio" in caplog.text
    assert "signature" not in caplog.text
    assert KEY not in caplog.text


@KINDS
def test_an_engine_is_not_copied_into_a_file(kind):
    with pytest.raises((TypeError, AttributeError, pickle.PicklingError)):
        pickle.dumps(kind(ADDRESS, KEY))
