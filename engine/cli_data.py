"""Which data folder a command works on."""

from pathlib import Path

import typer
from platformdirs import user_data_path


def folder_of(context: typer.Context, given: Path | None) -> Path:
    """The folder of the command's own `--data-dir`, of the one before the command, or the user's."""
    return given or context.obj["data_dir"] or user_data_path("persian-engine")
