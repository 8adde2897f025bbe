from collections.abc import Callable
from typing import Any

import anyio
import httpx
import pytest

from engine import AsyncRemoteEngine, RemoteEngine
from tests.remote.server import ADDRESS, KEY, Script

Ask = Callable[..., Any]


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The pauses between tries, which pass at once; the jitter is at its upper end."""
    passed: list[float] = []

    async def sleep(seconds: float) -> None:
        passed.append(seconds)

    monkeypatch.setattr("time.sleep", passed.append)
    monkeypatch.setattr("anyio.sleep", sleep)
    monkeypatch.setattr("random.uniform", lambda _, upper: upper)
    return passed


@pytest.fixture(params=["blocking", "asyncio"])
def ask(request: pytest.FixtureRequest, pauses: list[float]) -> Ask:
    """Calls a method of an engine of either kind against a script; streams come back as lists."""

    def blocking(script: Script, method: str, *args: Any, options: Any = None, **kwargs: Any) -> Any:
        with RemoteEngine(ADDRESS, KEY, transport=httpx.MockTransport(script), **(options or {})) as engine:
            result = getattr(engine, method)(*args, **kwargs)
            return list(result) if method == "stream_speech_job" else result

    def concurrent(script: Script, method: str, *args: Any, options: Any = None, **kwargs: Any) -> Any:
        async def run() -> Any:
            transport = httpx.MockTransport(script)
            async with AsyncRemoteEngine(ADDRESS, KEY, transport=transport, **(options or {})) as engine:
                result = getattr(engine, method)(*args, **kwargs)
                if method == "stream_speech_job":
                    return [event async for event in result]
                return await result

        return anyio.run(run)

    return blocking if request.param == "blocking" else concurrent
