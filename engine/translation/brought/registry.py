"""Which translation model the user chose in place of the shipped one."""

from dataclasses import dataclass
from pathlib import Path

from engine import brought
from engine.brought import Brought
from engine.translation.brought.folder import digests, kind_of
from engine.translation.brought.kinds import KINDS, Kind

TASK = "translation"


@dataclass(frozen=True, slots=True)
class Choice(Brought):
    """A translation model that the user brought.

    Attributes:
        source_tag: what stands before a source's pieces; "" for nothing.
    """

    source_tag: str

    @property
    def task(self) -> str:
        """What it does, as `persian-engine weights` calls it."""
        return TASK

    @property
    def family(self) -> Kind:
        """Its kind."""
        return KINDS[self.kind]


def examine(folder: Path) -> Choice:
    """What a folder would be as a choice.

    Raises:
        WeightsError: it holds no model that the engine can run.
    """
    kind, tag = kind_of(folder)
    return Choice(str(folder.resolve()), kind.name, digests(folder, kind), tag)


def chosen(data_dir: Path) -> Choice | None:
    """The choice that stands; None for the shipped model.

    Raises:
        WeightsError: the record of it is damaged.
    """
    entry = brought.entries(data_dir).get(TASK)
    if entry is None:
        return None
    try:
        choice = Choice(**entry)
        if choice.kind not in KINDS:
            raise ValueError(f"unknown kind {choice.kind!r}")
    except (ValueError, TypeError) as error:
        raise brought.damaged(data_dir, error, TASK) from None
    return choice


def choose(data_dir: Path, choice: Choice | None) -> None:
    """Make the choice; None goes back to the shipped model.

    Raises:
        StorageUnavailable: the data folder cannot be written.
    """
    brought.enter(data_dir, TASK, choice)
