"""`persian-engine keys`: the API keys of organizations (section 5)."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.cli_data import folder_of
from engine.cli_json import JsonOption, print_lines
from engine.contract.names import Environment
from engine.service.api_keys import SCOPES, Role

if TYPE_CHECKING:
    from engine.service.directory import ApiKey, Directory

app = typer.Typer(no_args_is_help=True, help="API keys: create, list, rotate, revoke.")

DataDir = Annotated[Path | None, typer.Option(help="Folder of usage, results and audio.")]
KeyId = Annotated[str, typer.Argument(help="Id of the key, as `keys list` shows it.")]


@app.command()
def create(
    context: typer.Context,
    organization: Annotated[str, typer.Argument()],
    environment: Annotated[Environment, typer.Option(help="test or live.")] = "live",
    scope: Annotated[
        list[str] | None, typer.Option(help=f"One of {', '.join(SCOPES)}; all by default.")
    ] = None,
    role: Annotated[Role, typer.Option(help="Of whoever holds it.")] = "member",
    as_json: JsonOption = False,
    data_dir: DataDir = None,
) -> None:
    """Make a key and print it, this once."""
    with _directory(context, data_dir) as directory:
        made, key = directory.create_key(organization, environment, scope or SCOPES, role)
    _show_secret(made, key, as_json)


@app.command("list")
def list_(
    context: typer.Context,
    organization: Annotated[str | None, typer.Argument()] = None,
    as_json: JsonOption = False,
    data_dir: DataDir = None,
) -> None:
    """List keys, without their secrets."""
    from engine.cli_table import columns

    with _directory(context, data_dir) as directory:
        keys = directory.keys(organization)
    if as_json:
        print_lines(map(_fields, keys))
        return
    rows = [
        (
            key.id,
            key.account,
            ", ".join(sorted(key.scopes)),
            key.role,
            f"{key.created_at:%Y-%m-%d %H:%M}",
            "" if key.valid_until is None else f"{key.valid_until:%Y-%m-%d %H:%M}",
        )
        for key in keys
    ]
    columns(("key", "organization", "scopes", "role", "created (UTC)", "valid until (UTC)"), rows)


@app.command()
def rotate(context: typer.Context, key: KeyId, as_json: JsonOption = False, data_dir: DataDir = None) -> None:
    """Make a key in place of another, which stays valid for 24 hours."""
    with _directory(context, data_dir) as directory:
        made, secret = directory.rotate_key(key)
    _show_secret(made, secret, as_json)


@app.command()
def revoke(context: typer.Context, key: KeyId, data_dir: DataDir = None) -> None:
    """End a key at once."""
    with _directory(context, data_dir) as directory:
        directory.revoke_key(key)
    typer.echo(f"{key} is revoked", err=True)


def _directory(context: typer.Context, data_dir: Path | None) -> "Directory":
    from engine.service.directory import Directory

    return Directory(folder_of(context, data_dir))


def _fields(key: "ApiKey") -> dict[str, Any]:
    environment, _, organization = key.account.partition(":")
    return {
        "id": key.id,
        "organization": organization,
        "environment": environment,
        "scopes": sorted(key.scopes),
        "role": key.role,
        "created_at": key.created_at.isoformat(),
        "valid_until": key.valid_until and key.valid_until.isoformat(),
    }


def _show_secret(made: "ApiKey", secret: str, as_json: bool) -> None:
    if as_json:
        print_lines([{**_fields(made), "key": secret}])
        return
    typer.echo(f"key {made.id} of {made.account}; its secret is shown this once:", err=True)
    typer.echo(secret)
