"""Which voices the user chose in place of shipped ones: a Piper voice, or weights of our own kind."""

from dataclasses import dataclass
from pathlib import Path

from engine import brought
from engine.brought import Brought, digest, refusal
from engine.checkpoint import MANIFEST, manifest
from engine.speech.voices import VOICES

TASK = "speech:"
PIPER, OWN = "piper", "voice"
CONFIG = ".json"  # ends the name of a Piper voice's configuration, after the whole name of its graph
_MODELS = ("acoustic", "vocoder")
_ACTION = "Carry a Piper voice (NAME.onnx beside NAME.onnx.json) or a folder made by training.speech.voice."


@dataclass(frozen=True, slots=True)
class VoiceChoice(Brought):
    """What speaks in place of a shipped voice.

    Attributes:
        voice: name of the voice, as the contract has it.
        speaker: which speaker of a Piper voice that has several; 0 else.
    """

    voice: str
    speaker: int = 0

    @property
    def task(self) -> str:
        """What it does, as `persian-engine weights` calls it."""
        return TASK + self.voice

    @property
    def variant(self) -> str:
        """The number of a speaker who is not the first."""
        return f"-{self.speaker}" if self.speaker else ""

    @property
    def graph(self) -> Path:
        """The ONNX file of a Piper voice."""
        return Path(self.folder) / next(name for name in self.files if not name.endswith(CONFIG))


def examine(voice: str, path: Path, speaker: str | None = None) -> VoiceChoice:
    """What a file or folder would be as a choice for a voice.

    Args:
        voice: name of the voice to replace.
        path: a Piper voice's `.onnx` file, or a folder of weights.
        speaker: name or number of a speaker of a Piper voice; its first one if None.

    Raises:
        WeightsError: it holds no voice that the engine can run.
    """
    if path.is_dir():
        return _own(voice, path.resolve())
    from engine.speech.piper.config import read

    graph = path.resolve()
    config = read(graph)
    files = {name: digest(graph.with_name(name)) for name in (graph.name, graph.name + CONFIG)}
    return VoiceChoice(str(graph.parent), PIPER, files, voice, config.number_of(speaker))


def _own(voice: str, folder: Path) -> VoiceChoice:
    entries = manifest(folder)
    files = {MANIFEST: digest(folder / MANIFEST)}
    for model in _MODELS:
        if model not in entries:
            raise refusal(folder / MANIFEST, f"holds no model {model!r}", _ACTION)
        files |= {file["name"]: digest(folder / file["name"]) for file in entries[model]["files"]}
    return VoiceChoice(str(folder), OWN, files, voice)


def chosen(data_dir: Path) -> dict[str, VoiceChoice]:
    """The choices that stand, by voice.

    Raises:
        WeightsError: the record of one is damaged.
    """
    found = {}
    for task, entry in sorted(brought.entries(data_dir).items()):
        if not task.startswith(TASK):
            continue
        voice = task.removeprefix(TASK)
        try:
            choice = VoiceChoice(**entry)
            if choice.voice != voice or voice not in VOICES or choice.kind not in (PIPER, OWN):
                raise ValueError(f"unknown voice {choice.voice!r} or kind {choice.kind!r}")
        except (ValueError, TypeError) as error:
            raise brought.damaged(data_dir, error, task) from None
        found[voice] = choice
    return found


def choose(data_dir: Path, voice: str, choice: VoiceChoice | None) -> None:
    """Make the choice for a voice; None goes back to the shipped one.

    Raises:
        StorageUnavailable: the data folder cannot be written.
    """
    brought.enter(data_dir, TASK + voice, choice)
