"""Audio into a file, whole or not at all."""

from contextlib import suppress
from pathlib import Path

from engine.contract.errors import StorageUnavailable


def save(data: bytes, path: Path | str) -> Path:
    """Writes `data` to `path`; a file that stood there is replaced at one stroke.

    Raises:
        StorageUnavailable: `path` cannot be written.
    """
    target = Path(path)
    unfinished = target.parent / f"{target.name}.part"
    try:
        unfinished.write_bytes(data)
        unfinished.replace(target)
    except (OSError, ValueError) as error:  # ValueError: a null character in the name
        with suppress(OSError, ValueError):
            unfinished.unlink(missing_ok=True)
        reason = getattr(error, "strerror", None) or error
        raise StorageUnavailable(
            f"{target} cannot be written: {reason}", details={"path": str(target)}
        ) from error
    return target
