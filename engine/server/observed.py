"""Around the whole app: every answer is logged and counted, and no exception gets out with its message."""

import logging
import time
from typing import Final

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.server.metrics import Metrics

_LOG: Final = logging.getLogger("engine.server")
_METHODS: Final = frozenset({"GET", "HEAD", "POST"})


class Observed:
    """ASGI middleware. It sees the route's pattern, never the path: that may be a credential."""

    def __init__(self, app: ASGIApp, metrics: Metrics) -> None:
        self._app = app
        self._metrics = metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self._app(scope, receive, send)
        started = time.perf_counter()
        status = 0
        request_id = ""

        async def observe(message: Message) -> None:
            nonlocal status, request_id
            if message["type"] == "http.response.start":
                status = message["status"]
                request_id = dict(message["headers"]).get(b"x-request-id", b"").decode()
            await send(message)

        try:
            await self._app(scope, receive, observe)
        except Exception as error:  # Starlette has answered it already
            _LOG.error("a request failed", exc_info=error, extra={"request_id": request_id})
        finally:
            route = getattr(scope.get("route"), "path", "none")
            method = scope["method"] if scope["method"] in _METHODS else "other"
            seconds = time.perf_counter() - started
            self._metrics.answered(route, method, status, seconds)
            facts = {"route": route, "method": method, "status": status, "request_id": request_id}
            _LOG.info("request", extra={**facts, "seconds": round(seconds, 6)})
