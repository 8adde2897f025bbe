"""Audio into a file, whole or not at all."""

from pathlib import Path

from engine.contract.errors import StorageUnavailable


def save(data: bytes, path: Path | str) -> Path:
    """Writes `data` to `path`; a file that stood there is replaced at one stroke.

    Raises:
        StorageUnavailable: `path` cannot be written.
    """
    target = Path(path)
    unfinished = target.with_name(target.name + ".part")
    try:
        unfinished.write_bytes(data)
        unfinished.replace(target)
    except OSError as error:
        unfinished.unlink(missing_ok=True)
        raise StorageUnavailable(
            f"{target} cannot be written: {error.strerror or error}", details={"path": str(target)}
        ) from error
    return target
