"""Opening a data folder: its failures name it, and one process at a time makes what is missing."""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from engine.contract.errors import StorageUnavailable

STORE_FILE: Final = "engine.sqlite3"
RATES_FILE: Final = "rates.sqlite3"


@contextmanager
def opening(folder: Path) -> Iterator[None]:
    """Makes the folder where missing and keeps other processes from opening it meanwhile.

    Raises:
        StorageUnavailable: It cannot be made or written.
    """
    with _named(folder):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with _alone(folder / "opening.lock"):
            yield


@contextmanager
def _named(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageUnavailable(
            f"the data folder {folder} cannot be used: {error.strerror or error}",
            details={"path": str(folder)},
        ) from error


@contextmanager
def _alone(path: Path) -> Iterator[None]:
    # Two processes that make one folder at once would trip over each other's half-made database.
    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield
