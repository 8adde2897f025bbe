"""A real server on loopback, in a thread of the test."""

import threading
from pathlib import Path
from typing import Any

import httpx

from engine.server.face import Face, Timing
from engine.server.pools import Pools
from engine.server.serving import Options, Server, address_of, bound
from engine.server.ui.opening import PageOptions, open_page
from engine.service.directory import Directory
from engine.service.service import Service
from engine.service.settings import Settings
from tests.service.doubles import HandClock, wait_for

QUICK = Timing(body=0.5, heartbeat=0.2, look=0.01)


class Live:
    """One server."""

    def __init__(
        self,
        data_dir: Path,
        capabilities: Any,
        clock: HandClock,
        timing: Timing = QUICK,
        pools: Pools | None = None,
        grace_seconds: int = 5,
        page: PageOptions | None = None,
        **settings: Any,
    ) -> None:
        options = Options(port=0, grace_seconds=grace_seconds)
        listening = bound(options)
        self.address = address_of(options, listening)
        self.data_dir = data_dir
        self.directory = Directory(data_dir, clock)
        self.service = Service(
            data_dir,
            capabilities,
            self.directory.account,
            Settings(**{"base_address": self.address, "counts_requests": False, **settings}),
            clock,
        )
        self.face = Face(self.service, self.directory, pools or Pools(), timing)
        self.page = page and open_page(page, self.directory, self.address, None)
        self._server = Server(self.face, options, self.page)
        self._thread = threading.Thread(target=self._server.run, args=([listening],))
        self._thread.start()
        wait_for(lambda: self._server.started)

    def client(self, key: str | None = None, **options: Any) -> httpx.Client:
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        return httpx.Client(base_url=self.address, headers=headers, timeout=20, verify=False, **options)

    def key_of(
        self, organization: str, environment: Any = "live", allowances: Any = None, **options: Any
    ) -> str:
        """A key of an organization, subscribed where it is not yet."""
        if not any(a.environment == environment for a in self.directory.accounts(organization)):
            plan: Any = "scale" if environment == "live" else "sandbox"
            self.directory.subscribe(organization, environment, plan)
        self.directory.change(organization, environment, allowances or {})
        return self.directory.create_key(organization, environment, **options)[1]

    def stop(self) -> None:
        """What SIGTERM does."""
        self._server.should_exit = True

    def close(self) -> None:
        self.stop()
        self._thread.join()
        self.service.stop()
        self.face.pools.close()
        self.service.close()
        self.directory.close()
