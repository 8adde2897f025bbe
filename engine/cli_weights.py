"""`persian-engine weights`: the models, their files checked, and models of your own in their place."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from engine.brought import Brought
from engine.cli_data import folder_of
from engine.contract.errors import ValidationFailed, WeightsError

app = typer.Typer(help="The models: list and check them, use your own translation model or voice.")

Task = Annotated[str, typer.Argument(help="What the model does: `translation`, or `speech:` and a voice.")]
DataDir = Annotated[Path | None, typer.Option(help="Folder of usage, results and audio.")]


@app.callback(invoke_without_command=True)
def weights(context: typer.Context) -> None:
    """List the models and check every weight file against its sha256."""
    if context.invoked_subcommand is None:
        list_(context)


@app.command("list")
def list_(context: typer.Context, data_dir: DataDir = None) -> None:
    """List the models and check every weight file against its sha256."""
    from engine.checkpoint import default_root, manifest, verified
    from engine.cli_table import table

    root = context.obj["weights"] or default_root()
    rows = []
    for name, entry in sorted(manifest(root).items()):
        files = [*entry["files"], *entry["assets"].values()]
        size = sum(len(verified(root, file)) for file in files)
        scores = "\n".join(f"{key} {value}" for key, value in entry["scores"].items())
        rows.append((name, _mebibytes(size), scores))
    for choice in _brought(folder_of(context, data_dir)):
        choice.verify()
        rows.append((choice.task, _mebibytes(choice.size), f"in use: {choice.name}\n{choice.folder}"))
    table(("model", "size", "scores"), rows)


@app.command()
def use(
    context: typer.Context,
    task: Task,
    path: Annotated[
        Path,
        typer.Argument(
            help="A CTranslate2 model with its tokenizer files; a Piper voice (.onnx beside .onnx.json) or a "
            "folder of weights with one voice."
        ),
    ],
    speaker: Annotated[
        str | None, typer.Option(help="Name or number of one speaker of a Piper voice that has several.")
    ] = None,
    data_dir: DataDir = None,
) -> None:
    """Check a model of your own, try it, and use it from now on in place of the shipped one."""
    from engine.brought import enter

    voice = _voice_of(task)
    if speaker is not None and voice is None:
        raise typer.BadParameter("goes with speech alone", param_hint="--speaker")
    with _own_argument():
        choice, sample = (
            _translation(context, path) if voice is None else _speech(context, voice, path, speaker)
        )
    enter(folder_of(context, data_dir), task, choice)
    typer.echo(f"{task} now runs on {choice.name}, {choice.folder}\n{sample}", err=True)


@app.command()
def reset(context: typer.Context, task: Task, data_dir: DataDir = None) -> None:
    """Go back to the shipped model."""
    from engine.brought import enter

    _voice_of(task)
    enter(folder_of(context, data_dir), task, None)
    typer.echo(f"{task} now runs on the shipped model", err=True)


@contextmanager
def _own_argument() -> Iterator[None]:
    """A model that will not do is a wrong argument here; only a package that is missing is not."""
    try:
        yield
    except WeightsError as error:
        if "package" in error.details:
            raise
        raise ValidationFailed(
            error.detail.message, details=error.details, action=error.detail.action
        ) from error


def _voice_of(task: str) -> str | None:
    """The voice that a task names, None for translation."""
    from engine.speech.brought.registry import TASK as SPEECH
    from engine.speech.voices import VOICES
    from engine.translation.brought.registry import TASK as TRANSLATION

    voice = task.removeprefix(SPEECH)
    if task == TRANSLATION:
        return None
    if not task.startswith(SPEECH) or voice not in VOICES:
        raise typer.BadParameter(
            f"{task!r} is neither {TRANSLATION} nor {SPEECH} with one of {', '.join(VOICES)}",
            param_hint="TASK",
        )
    return voice


def _brought(data_dir: Path) -> Iterator[Brought]:
    """Every model of the user's own that is in use."""
    from engine.speech.brought import registry as speech
    from engine.translation.brought import registry as translation

    choice = translation.chosen(data_dir)
    if choice is not None:
        yield choice
    yield from speech.chosen(data_dir).values()


def _translation(context: typer.Context, path: Path) -> tuple[Brought, str]:
    """A translation model, and what it makes of a sentence."""
    from engine.translation.brought.decoder import BroughtDecoder
    from engine.translation.brought.registry import examine

    choice = examine(path)
    return choice, BroughtDecoder(choice, context.obj["device"]).sample()


def _speech(context: typer.Context, voice: str, path: Path, speaker: str | None) -> tuple[Brought, str]:
    """A voice, and what is to be known of it."""
    from engine.speech.brought.registry import examine
    from engine.speech.brought.trial import tried

    choice = examine(voice, path, speaker)
    return choice, tried(choice, context.obj["device"])


def _mebibytes(size: int) -> str:
    return f"{size / 2**20:.1f} MiB"
