"""`persian-engine serve`: the HTTP API on this machine."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from engine.contract.names import Environment
from engine.service.settings import Deployment


def serve(
    context: typer.Context,
    data_dir: Annotated[Path | None, typer.Option(help="Folder of usage, results and audio.")] = None,
    host: Annotated[str, typer.Option(help="Address to bind.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(min=0, max=65535, help="Port to bind; 0 takes a free one.")] = 8000,
    base_url: Annotated[
        str | None, typer.Option(help="What addresses in answers begin with; needed behind a proxy.")
    ] = None,
    tls_cert: Annotated[Path | None, typer.Option(help="Certificate chain, PEM.")] = None,
    tls_key: Annotated[Path | None, typer.Option(help="Its private key, PEM.")] = None,
    deployment: Annotated[
        Deployment, typer.Option(help="Premium jobs run outside production.")
    ] = "production",
    log_level: Annotated[Literal["debug", "info", "warning", "error"], typer.Option()] = "info",
    grace: Annotated[int, typer.Option(min=0, help="Seconds for running requests after SIGTERM.")] = 30,
    ui: Annotated[bool, typer.Option("--ui", help="Serve the page at / for people, too.")] = False,
    ui_organization: Annotated[
        str | None, typer.Option(help="Whom the page works for; needed where there are several.")
    ] = None,
    ui_environment: Annotated[Environment, typer.Option(help="test or live.")] = "live",
    ui_beyond_loopback: Annotated[
        bool, typer.Option("--ui-beyond-loopback", help="Let other machines reach the page.")
    ] = False,
) -> None:
    """Serve the HTTP API; prints its address and, with --ui, a link that logs in one browser."""
    from engine.cli_data import folder_of
    from engine.models import Models

    try:
        from engine.server.apart import Apart
        from engine.server.logs import log_to_stderr
        from engine.server.serving import Options
        from engine.server.serving import serve as run
        from engine.server.ui.opening import PageOptions
    except ModuleNotFoundError as error:
        needed = f"needs {error.name}: pip install 'persian-engine[server]'"
        raise typer.BadParameter(needed, param_hint="serve") from None

    page = PageOptions(ui_organization, ui_environment, ui_beyond_loopback)
    if not ui and page != PageOptions():
        raise typer.BadParameter("goes with --ui alone", param_hint="--ui-...")
    log_to_stderr(log_level)
    folder = folder_of(context, data_dir)
    with Apart(Models(**{**context.obj, "data_dir": folder})) as capabilities:
        run(
            folder,
            capabilities,
            {"deployment": deployment},
            Options(host, port, base_url, tls_cert, tls_key, grace, page if ui else None),
        )
