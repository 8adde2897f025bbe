"""`persian-engine weights`: the models, their files checked, and a translation model of your own."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from engine.cli_data import folder_of

app = typer.Typer(help="The models: list and check them, use your own translation model.")

Task = Annotated[Literal["translation"], typer.Argument(help="What the model does.")]
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
    from engine.translation.brought.registry import chosen

    root = context.obj["weights"] or default_root()
    rows = []
    for name, entry in sorted(manifest(root).items()):
        files = [*entry["files"], *entry["assets"].values()]
        size = sum(len(verified(root, file)) for file in files)
        scores = "\n".join(f"{key} {value}" for key, value in entry["scores"].items())
        rows.append((name, _mebibytes(size), scores))
    choice = chosen(folder_of(context, data_dir))
    if choice is not None:
        choice.verify()
        used = f"in use: {choice.name}\n{choice.folder}"
        rows.append(("translation", _mebibytes(choice.size), used))
    table(("model", "size", "scores"), rows)


@app.command()
def use(
    context: typer.Context,
    task: Task,
    folder: Annotated[Path, typer.Argument(help="A CTranslate2 model with its tokenizer files.")],
    data_dir: DataDir = None,
) -> None:
    """Check a model of your own, try it, and use it from now on in place of the shipped one."""
    from engine.translation.brought.decoder import BroughtDecoder
    from engine.translation.brought.registry import choose, examine

    choice = examine(folder)
    sample = BroughtDecoder(choice, context.obj["device"]).sample()
    choose(folder_of(context, data_dir), choice)
    typer.echo(f"{task} now runs on {choice.name}, {choice.folder}\n{sample}", err=True)


@app.command()
def reset(context: typer.Context, task: Task, data_dir: DataDir = None) -> None:
    """Go back to the shipped model."""
    from engine.translation.brought.registry import choose

    choose(folder_of(context, data_dir), None)
    typer.echo(f"{task} now runs on the shipped model", err=True)


def _mebibytes(size: int) -> str:
    return f"{size / 2**20:.1f} MiB"
