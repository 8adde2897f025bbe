"""`persian-engine orgs`: organizations, their plans, allowances and status (sections 3.2 and 8)."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from engine.cli_data import folder_of
from engine.cli_json import JsonOption, print_lines
from engine.contract.names import Environment, OrganizationStatus, Plan
from engine.service.account import Account

if TYPE_CHECKING:
    from engine.service.directory import Directory

app = typer.Typer(no_args_is_help=True, help="Organizations: create, show, set.")

DataDir = Annotated[Path | None, typer.Option(help="Folder of usage, results and audio.")]
Name = Annotated[str, typer.Argument(help="1 to 64 of a-z, 0-9 and -.")]
EnvironmentOption = Annotated[Environment, typer.Option(help="test or live.")]
StatusOption = Annotated[OrganizationStatus | None, typer.Option(help="What the usage report says.")]
PlanOption = Annotated[Plan | None, typer.Option(help="sandbox in test; another in live.")]


@app.command()
def create(
    context: typer.Context,
    organization: Name,
    environment: EnvironmentOption = "live",
    plan: PlanOption = None,
    status: StatusOption = None,
    as_json: JsonOption = False,
    data_dir: DataDir = None,
) -> None:
    """Give an organization a plan in an environment; its billing periods begin now."""
    with _directory(context, data_dir) as directory:
        taken: Plan = plan or ("sandbox" if environment == "test" else "builder")
        _show([directory.subscribe(organization, environment, taken, status or "active")], as_json)


@app.command()
def show(
    context: typer.Context,
    organization: Annotated[str | None, typer.Argument()] = None,
    as_json: JsonOption = False,
    data_dir: DataDir = None,
) -> None:
    """Show one organization, or all."""
    with _directory(context, data_dir) as directory:
        _show(directory.accounts(organization), as_json)


@app.command("set")
def set_(
    context: typer.Context,
    organization: Name,
    environment: EnvironmentOption = "live",
    plan: PlanOption = None,
    status: StatusOption = None,
    text_units: Annotated[int | None, typer.Option(help="Text units a billing period.")] = None,
    basic_seconds: Annotated[float | None, typer.Option(help="Basic seconds a billing period.")] = None,
    premium_seconds: Annotated[float | None, typer.Option(help="Premium seconds a billing period.")] = None,
    additional_units: Annotated[
        int | None, typer.Option(help="Approve text units beyond; -1 withdraws the approval.")
    ] = None,
    requests_per_minute: Annotated[int | None, typer.Option(help="Requests a minute.")] = None,
    as_json: JsonOption = False,
    data_dir: DataDir = None,
) -> None:
    """Change an organization; a new plan brings its allowances, the other options are set over them."""
    given = {
        "plan": plan,
        "status": status,
        "text_units": text_units,
        "basic_seconds": basic_seconds,
        "premium_seconds": premium_seconds,
        "additional_units": additional_units,
        "requests_per_minute": requests_per_minute,
    }
    changes: dict[str, Any] = {name: value for name, value in given.items() if value is not None}
    if additional_units == -1:
        changes["additional_units"] = None
    with _directory(context, data_dir) as directory:
        _show([directory.change(organization, environment, changes)], as_json)


def _directory(context: typer.Context, data_dir: Path | None) -> "Directory":
    from engine.service.directory import Directory

    return Directory(folder_of(context, data_dir))


def _show(accounts: list[Account], as_json: bool) -> None:
    from engine.cli_table import columns

    if as_json:
        print_lines(map(asdict, accounts))
        return
    rows = []
    for account in accounts:
        limits = asdict(account.allowances).values()
        shown = ["none" if limit is None else f"{limit:,}" for limit in limits]
        rows.append((account.organization, account.environment, account.plan, account.status, *shown))
    header = ("organization", "environment", "plan", "status", "text units", "Basic s", "Premium s")
    columns((*header, "additional units", "requests a minute"), rows)
