"""Offline Persian text and speech behind the interface of a hosted API.

Names are loaded when they are first used, so that importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.connecting import connect
    from engine.local import LocalEngine
    from engine.local_async import AsyncLocalEngine
    from engine.remote import AsyncRemoteEngine, RemoteEngine
    from engine.text.split import split_text
    from engine.version import __version__ as __version__

__all__ = [
    "AsyncLocalEngine",
    "AsyncRemoteEngine",
    "LocalEngine",
    "RemoteEngine",
    "connect",
    "split_text",
]

_HOMES = {
    "AsyncLocalEngine": "engine.local_async",
    "AsyncRemoteEngine": "engine.remote",
    "LocalEngine": "engine.local",
    "RemoteEngine": "engine.remote",
    "__version__": "engine.version",
    "connect": "engine.connecting",
    "split_text": "engine.text.split",
}


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
