"""JSON of organizations and keys on standard output, one line each."""

import json
from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import typer

JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, one line each, in place of the text.")]


def print_lines(found: Iterable[Mapping[str, Any]]) -> None:
    """Prints each as a line of JSON."""
    for one in found:
        typer.echo(json.dumps(one, ensure_ascii=False))
