"""Which model the user chose in place of the shipped one: kept in `weights.json` of the data folder.

The model stays where it is; the choice holds its path and the sha256 of its files, so that a folder that
changed since is refused, never used and never passed over in favour of the shipped model.
"""

import hashlib
import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from engine.contract.errors import StorageUnavailable
from engine.saving import save
from engine.translation.brought.folder import digest, digests, kind_of, refusal
from engine.translation.brought.kinds import KINDS, Kind

FILE = "weights.json"
_TASK = "translation"
_ACTION = (
    "Put the files back, choose the folder again with `persian-engine weights use translation FOLDER`, "
    "or return to the shipped model with `persian-engine weights reset translation`."
)


@dataclass(frozen=True, slots=True)
class Choice:
    """A model that the user brought.

    Attributes:
        folder: where it lies, absolute.
        kind: name of its kind.
        source_tag: what stands before a source's pieces; "" for nothing.
        files: sha256 of its files, by name.
    """

    folder: str
    kind: str
    source_tag: str
    files: dict[str, str]

    @property
    def name(self) -> str:
        """What tells it apart in `engine_version`: the kind and eight hex digits of its files."""
        joined = "".join(f"{name}{digest}" for name, digest in sorted(self.files.items()))
        return f"{self.kind}-{hashlib.sha256(joined.encode()).hexdigest()[:8]}"

    @property
    def family(self) -> Kind:
        """Its kind."""
        return KINDS[self.kind]

    def verify(self) -> None:
        """Sees that every file is still what was chosen.

        Raises:
            WeightsError: one is missing or has changed; names it.
        """
        for name, known in self.files.items():
            path = Path(self.folder) / name
            if not path.is_file():
                raise refusal(path, "is missing", _ACTION)
            if digest(path) != known:
                raise refusal(path, "has changed since it was chosen: its sha256 differs", _ACTION)

    @property
    def size(self) -> int:
        """Bytes of its files."""
        return sum((Path(self.folder) / name).stat().st_size for name in self.files)


def examine(folder: Path) -> Choice:
    """What a folder would be as a choice.

    Raises:
        WeightsError: it holds no model that the engine can run.
    """
    kind, tag = kind_of(folder)
    return Choice(str(folder.resolve()), kind.name, tag, digests(folder, kind))


def chosen(data_dir: Path) -> Choice | None:
    """The choice that stands; None for the shipped model.

    Raises:
        WeightsError: the record of it is damaged.
    """
    path = data_dir / FILE
    try:
        entry: Any = json.loads(path.read_text(encoding="utf-8")).get(_TASK)
        choice = None if entry is None else Choice(**entry)
        if choice is not None and choice.kind not in KINDS:
            raise ValueError(f"unknown kind {choice.kind!r}")
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise refusal(path, f"is damaged: {error}", _ACTION) from None
    return choice


def choose(data_dir: Path, choice: Choice | None) -> None:
    """Make the choice; None goes back to the shipped model.

    Raises:
        StorageUnavailable: the data folder cannot be written.
    """
    try:
        data_dir.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise StorageUnavailable(f"{data_dir} cannot be made: {error.strerror}") from None
    entries = {} if choice is None else {_TASK: asdict(choice)}
    save(json.dumps(entries, indent=1).encode(), data_dir / FILE)
