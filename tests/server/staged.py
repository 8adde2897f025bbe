"""The stage of the conformance tests in a process that is forked, and so starts in no time after a kill."""

import multiprocessing
import os
from multiprocessing.connection import Connection
from pathlib import Path

from engine.service.directory import Directory
from tests.conformance.serving import PLENTY
from tests.conformance.stage import World, main

FORKS = multiprocessing.get_context("forkserver")
FORKS.set_forkserver_preload(["tests.server.staged", "engine.server.serving", "engine.service.service"])


class Staged:
    """A server that can be killed and started again on its data folder.

    Args:
        folder: Where its data, its world and its log are.
    """

    def __init__(self, folder: Path) -> None:
        self.data_dir = folder / "data"
        self.world = World(folder)
        self._log = folder / "log"
        self._start()

    def key_of(self, organization: str) -> str:
        """The key of a new organization with plenty of everything."""
        with Directory(self.data_dir) as directory:
            directory.subscribe(organization, "live", "scale")
            directory.change(organization, "live", PLENTY)
            return directory.create_key(organization, "live")[1]

    def crash(self) -> None:
        """Kills it."""
        self._process.kill()
        self._end()

    def restart(self) -> None:
        """Kills it and starts it again, at another address."""
        self.crash()
        self._start()

    def close(self) -> None:
        """Ends it as an operator would."""
        self._process.terminate()
        self._end()

    def _start(self) -> None:
        reading, writing = FORKS.Pipe(duplex=False)
        self._process = FORKS.Process(target=_serve, args=(writing, self._log, self.data_dir, self.world))
        self._process.start()
        writing.close()
        with os.fdopen(os.dup(reading.fileno())) as printed:
            self.address = printed.readline().strip()
        reading.close()
        assert self.address, self._log.read_text()

    def _end(self) -> None:
        self._process.join(60)
        self._process.close()


def _serve(printed: Connection, log: Path, data_dir: Path, world: World) -> None:
    os.dup2(printed.fileno(), 1)
    printed.close()
    with log.open("ab") as file:
        os.dup2(file.fileno(), 2)
    main(data_dir, world, "production")
