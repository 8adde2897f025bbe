"""Models that the user brought in place of shipped ones: `weights.json` of the data folder says which.

A model stays where it is; its record holds its path and the sha256 of its files, so that one that changed
since is refused, never used and never passed over in favour of the shipped model.
"""

import hashlib
import json
from abc import ABC, abstractmethod
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, get_args, get_origin

from engine.contract.errors import StorageUnavailable, WeightsError
from engine.saving import save

FILE = "weights.json"


@dataclass(frozen=True, slots=True)
class Brought(ABC):
    """A model that the user brought.

    Attributes:
        folder: where its files lie, absolute.
        kind: name of its kind.
        files: sha256 of its files, by name.

    Raises:
        TypeError: a field is not of its type, as a damaged record may have it.
        ValueError: there are no files.
    """

    folder: str
    kind: str
    files: dict[str, str]

    def __post_init__(self) -> None:
        for field in fields(self):
            if not _is_a(getattr(self, field.name), field.type):
                raise TypeError(f"{field.name} is {getattr(self, field.name)!r}")
        if not self.files:
            raise ValueError("files are missing")

    @property
    @abstractmethod
    def task(self) -> str:
        """What it does, as `persian-engine weights` calls it."""

    @property
    def name(self) -> str:
        """What tells it apart in `engine_version`: the kind, eight hex digits of its files, its variant."""
        joined = "".join(f"{name}{digest}" for name, digest in sorted(self.files.items()))
        return f"{self.kind}-{hashlib.sha256(joined.encode()).hexdigest()[:8]}{self.variant}"

    @property
    def variant(self) -> str:
        """How its name ends where the same files can run in several ways; nothing for the usual one."""
        return ""

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum((Path(self.folder) / name).stat().st_size for name in self.files)

    def verify(self) -> None:
        """Sees that every file is still what was chosen.

        Raises:
            WeightsError: one is missing or has changed; names it.
        """
        action = remedy(self.task)
        for name, known in self.files.items():
            path = Path(self.folder) / name
            if not path.is_file():
                raise refusal(path, "is missing", action)
            if digest(path) != known:
                raise refusal(path, "has changed since it was chosen: its sha256 differs", action)


def _is_a(value: object, kind: Any) -> bool:
    """Whether a value is of a field's type: a plain one, or a dict of plain ones."""
    if get_origin(kind) is not dict:
        return type(value) is kind
    key_kind, value_kind = get_args(kind)
    return type(value) is dict and all(
        _is_a(key, key_kind) and _is_a(one, value_kind) for key, one in value.items()
    )


def entries(data_dir: Path) -> dict[str, Any]:
    """What the record holds, by task; nothing where there is no record.

    Raises:
        WeightsError: the record cannot be read.
    """
    path = data_dir / FILE
    try:
        found: Any = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}
    except (OSError, ValueError) as error:
        raise damaged(data_dir, error) from None
    if not isinstance(found, dict):
        raise damaged(data_dir, "it is not an object")
    return found


def enter(data_dir: Path, task: str, choice: Brought | None) -> None:
    """Make a choice for a task; None goes back to the shipped model.

    A record that cannot be read begins anew.

    Raises:
        StorageUnavailable: the data folder cannot be written.
    """
    try:
        known = entries(data_dir)
    except WeightsError:
        known = {}
    known.pop(task, None)
    if choice is not None:
        known[task] = asdict(choice)
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageUnavailable(f"{data_dir} cannot be made: {error.strerror}") from None
    save(json.dumps(known, indent=1).encode(), data_dir / FILE)


def damaged(data_dir: Path, error: object, task: str = "TASK") -> WeightsError:
    """The error about a record that says nothing sensible of a task."""
    return refusal(data_dir / FILE, f"is damaged: {error}", remedy(task))


def remedy(task: str) -> str:
    """What to do about files of a task that are not what they were."""
    return (
        f"Put the files back, choose the model again with `persian-engine weights use {task} PATH`, "
        f"or return to the shipped one with `persian-engine weights reset {task}`."
    )


def digest(path: Path) -> str:
    """sha256 of a file, which may be larger than memory.

    Raises:
        WeightsError: it is missing or cannot be read.
    """
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise refusal(path, f"is missing: {error.strerror}", "Carry the whole model.") from None


def refusal(path: Path, message: str, action: str) -> WeightsError:
    """The error about a file or folder of a brought model."""
    return WeightsError(f"{path} {message}", details={"file": str(path)}, action=action)
