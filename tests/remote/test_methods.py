"""The engines have the same face: a remote one's methods are a local one's, argument by argument."""

import inspect

import httpx
import pytest

from engine import AsyncLocalEngine, AsyncRemoteEngine, LocalEngine, RemoteEngine
from engine.contract.errors import ServiceUnavailable
from engine.remote import calls
from tests.remote.server import ADDRESS, KEY, TEXT, Script, translation

LOCAL_ONLY = {
    "phonemize", "diacritize_with_confidence", "read_director_notes",
    "diacritize_many", "pinglish_many", "translate_many",
}  # fmt: skip
REMOTE_ONLY = {"send"}


def methods(kind):
    return {name for name, _ in inspect.getmembers(kind, inspect.isfunction) if not name.startswith("_")}


@pytest.mark.parametrize(
    ("remote", "local"), [(RemoteEngine, LocalEngine), (AsyncRemoteEngine, AsyncLocalEngine)]
)
def test_the_methods_are_those_of_a_local_engine(remote, local):
    assert methods(remote) - REMOTE_ONLY == methods(local) - LOCAL_ONLY


@pytest.mark.parametrize("name", sorted(methods(LocalEngine) - LOCAL_ONLY))
@pytest.mark.parametrize("remote", [RemoteEngine, AsyncRemoteEngine])
def test_so_are_their_arguments(remote, name):
    def arguments(kind):
        parameters = inspect.signature(getattr(kind, name)).parameters.values()
        return [(each.name, each.kind, each.default) for each in parameters]

    assert arguments(remote) == arguments(LocalEngine)


def test_methods_are_documented_and_named():
    assert RemoteEngine.translate.__name__ == AsyncRemoteEngine.translate.__name__ == "translate"
    for name in methods(RemoteEngine) | methods(AsyncRemoteEngine):
        assert getattr(RemoteEngine, name).__doc__


def test_send_gives_the_response_beside_the_value():
    with RemoteEngine(ADDRESS, KEY, transport=httpx.MockTransport(Script(translation()))) as engine:
        answer = engine.send(calls.translate(TEXT, idempotency_key="a-key-of-mine"))
        assert answer.value == engine.translate(TEXT)
    assert answer.response.status_code == 200
    assert answer.response.headers["RateLimit-Remaining"] == "7"
    assert (answer.tries, answer.idempotency_key) == (1, "a-key-of-mine")


def test_a_closed_engine_says_so():
    engine = RemoteEngine(ADDRESS, KEY, transport=httpx.MockTransport(Script(translation())))
    engine.close()
    with pytest.raises(ServiceUnavailable, match="closed"):
        engine.translate(TEXT)
