"""What a server counts, for Prometheus; every label comes from a fixed set."""

from functools import partial

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram

from engine.server.pools import Pools

_SECONDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120, 300, 900)


class Metrics:
    """The counters of one server.

    Args:
        pools: Whose load is shown.
    """

    def __init__(self, pools: Pools) -> None:
        self.registry = CollectorRegistry()
        self._requests = Counter(
            "persian_engine_http_requests",
            "Answered requests",
            ("route", "method", "status"),
            registry=self.registry,
        )
        self._seconds = Histogram(
            "persian_engine_http_seconds",
            "Time to the end of the answer",
            ("route",),
            buckets=_SECONDS,
            registry=self.registry,
        )
        self.streams = Gauge(
            "persian_engine_event_streams", "Event streams that are being followed", registry=self.registry
        )
        taken = self._of_pools("persian_engine_pool_calls", "Calls that run or wait")
        bound = self._of_pools("persian_engine_pool_bound", "Calls that may run or wait")
        for pool in pools.all:
            taken.labels(pool.name).set_function(partial(getattr, pool, "taken"))
            bound.labels(pool.name).set(pool.bound)

    def answered(self, route: str, method: str, status: int, seconds: float) -> None:
        """Counts one answer."""
        self._requests.labels(route, method, str(status)).inc()
        self._seconds.labels(route).observe(seconds)

    def _of_pools(self, name: str, meaning: str) -> Gauge:
        return Gauge(name, meaning, ("pool",), registry=self.registry)
