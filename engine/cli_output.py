"""The file that takes what a command prints."""

import errno
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.contract.errors import StorageUnavailable, ValidationFailed

Write = Callable[[str], None]


@contextmanager
def output_file(path: Path) -> Iterator[Write]:
    """Writes text to `path`, which appears or is replaced whole, at the end.

    Until then the text so far stands in `path` with `.part` at its end. A run that is stopped leaves it
    there, and the next one begins it anew.

    Raises:
        ValidationFailed: The file cannot be made.
        StorageUnavailable: The disk is full, or the file could not be finished.
    """
    try:
        if path.is_dir():
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR))
        unfinished = path.with_name(path.name + ".part")
        file = unfinished.open("w", encoding="utf-8", newline="")
    except OSError as error:
        raise ValidationFailed(
            f"{path} cannot be written: {error.strerror}", details={"field": "output"}
        ) from None

    def write(text: str) -> None:
        with _said(path):
            file.write(text)
            file.flush()  # a section may take seconds; whoever follows the file sees each at once

    try:
        yield write
    except BaseException:
        if file.tell() == 0:
            unfinished.unlink()
        raise
    finally:
        with _said(path):
            file.close()
    with _said(path):
        unfinished.replace(path)


@contextmanager
def _said(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise StorageUnavailable(
            f"{path} cannot be written: {error.strerror}",
            details={"path": str(path)},
            action="Free space in its folder and repeat the command: finished parts are not charged again.",
        ) from error
