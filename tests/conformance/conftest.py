"""The suite runs on a local engine, on a remote engine over a live server, and on raw HTTP.

`engine` and `open_engine` are the first two, with capabilities that do as a text tells them; `http` is the
third, on the same server. `real` is an engine of either kind with the weights of the package.
"""

from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from engine import LocalEngine, RemoteEngine
from engine.service.account import Allowances
from tests.conformance.serving import Organization, RunningServer, running
from tests.conformance.stage import Obedient, World

Engine = LocalEngine | RemoteEngine
OpenEngine = Callable[..., Engine]
Staged = Callable[[str], RunningServer]


@pytest.fixture(scope="session")
def world(tmp_path_factory: pytest.TempPathFactory) -> World:
    return World(tmp_path_factory.mktemp("world"))


@pytest.fixture(scope="session")
def staged(world: World, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Staged]:
    """A server of a deployment, on the world's clock; started when it is first asked for."""
    servers: dict[str, RunningServer] = {}
    with ExitStack() as stack:

        def server(deployment: str) -> RunningServer:
            if deployment not in servers:
                folder = tmp_path_factory.mktemp(deployment)
                program = [
                    "-m",
                    "tests.conformance.stage",
                    str(folder / "data"),
                    str(world.folder),
                    deployment,
                ]
                servers[deployment] = stack.enter_context(running(folder, program, world))
            return servers[deployment]

        yield server


@pytest.fixture
def server(staged: Staged) -> RunningServer:
    """A server in production."""
    return staged("production")


@pytest.fixture
def organization(server: RunningServer) -> Organization:
    """An organization that no other test uses."""
    return server.organization()


@pytest.fixture
def http(organization: Organization) -> httpx.Client:
    """Raw HTTP with that organization's key."""
    return organization.http


@pytest.fixture(params=["local", "remote"])
def open_engine(
    request: pytest.FixtureRequest, staged: Staged, world: World, tmp_path: Path
) -> Iterator[OpenEngine]:
    """Opens an engine of either kind for an account of its own: `open_engine(deployment, **allowances)`."""
    with ExitStack() as stack:

        def open_(deployment: str = "production", **allowances: Any) -> Engine:
            if request.param == "remote":
                return stack.enter_context(staged(deployment).organization(**allowances).engine())
            return stack.enter_context(
                LocalEngine(
                    data_dir=tmp_path / deployment,
                    models=Obedient(world),
                    clock=world,
                    deployment=deployment,
                    allowances=Allowances(**allowances),
                )
            )

        yield open_


@pytest.fixture
def engine(open_engine: OpenEngine) -> Engine:
    """An engine with plenty of everything, in production."""
    return open_engine()


@pytest.fixture(scope="session")
def live(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """`persian-engine serve` with the package's weights."""
    folder = tmp_path_factory.mktemp("live")
    program = [
        "-m",
        "engine.cli",
        "--threads",
        "1",
        "serve",
        "--data-dir",
        str(folder / "data"),
        "--port",
        "0",
    ]
    with running(folder, program) as server:
        yield server


@pytest.fixture(scope="session", params=["local", "remote"])
def real(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    """An engine of either kind with the package's weights."""
    if request.param == "local":
        with LocalEngine(data_dir=tmp_path_factory.mktemp("real"), threads=1) as engine:
            yield engine
    else:
        with request.getfixturevalue("live").organization().engine() as engine:
            yield engine
